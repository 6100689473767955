/** The built agent on programs: what they print with it must be what they print without. */
@NullMarked
package dev.jpgo.test.validation;

import org.jspecify.annotations.NullMarked;
