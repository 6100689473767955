/**
 * Stateless transformations of the SSA form. Each says when it does not apply and why, reports what
 * it did, and can be switched off by name. {@code OptimizationPipeline} orders them.
 */
@NullMarked
package dev.jpgo.core.phase;

import org.jspecify.annotations.NullMarked;
