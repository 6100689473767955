/** Tests of what the controller decides, and when. */
@NullMarked
package dev.jpgo.agent.control;

import org.jspecify.annotations.NullMarked;
