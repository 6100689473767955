/** The built {@code jpgo} command against real processes: programs it starts and JVMs it joins. */
@NullMarked
package dev.jpgo.test.cli;

import org.jspecify.annotations.NullMarked;
