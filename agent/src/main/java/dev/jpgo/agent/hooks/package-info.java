/**
 * Installs the hooks in the JDK ({@link dev.jpgo.agent.hooks.Hooks}), opens access at load ({@link
 * dev.jpgo.agent.hooks.OpeningTransformer}) and answers what the hooks ask ({@link
 * dev.jpgo.agent.hooks.TraceTable}). Uses core and the runtime; no threads of its own. No lambdas:
 * it runs at start-up, interpreted.
 */
@NullMarked
package dev.jpgo.agent.hooks;

import org.jspecify.annotations.NullMarked;
