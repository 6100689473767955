/** Faults of the machine and of the company an agent keeps: the program goes on as without it. */
@NullMarked
package dev.jpgo.test.faults;

import org.jspecify.annotations.NullMarked;
