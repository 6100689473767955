/** Classes that are looked at from outside their package. */
@NullMarked
package dev.jpgo.test.hooks.subjects;

import org.jspecify.annotations.NullMarked;
