/** Classes with much that is private, and programs that look at them by every road the JDK has. */
@NullMarked
package dev.jpgo.test.programs.opened;

import org.jspecify.annotations.NullMarked;
