/** {@code jpgo bench -- JAVA_ARGUMENT...}: whole processes of the user's own program, compared. */
@NullMarked
package dev.jpgo.jmh.own;

import org.jspecify.annotations.NullMarked;
