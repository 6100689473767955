/**
 * From decisions to installed class versions: which classes may be touched, which counters a class
 * has, what its next version is made of, and the batches in which the VM takes versions in. The
 * transformer here is the only code of the agent that runs on threads of the application.
 */
@NullMarked
package dev.jpgo.agent.redefine;

import org.jspecify.annotations.NullMarked;
