/**
 * JVMs that run: {@code attach}, {@code dump}, {@code reset}, {@code phase}, {@code detach}, over
 * the attach mechanism. Uses {@code launch}.
 */
@NullMarked
package dev.jpgo.cli.jvm;

import org.jspecify.annotations.NullMarked;
