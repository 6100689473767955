/** What the agent does not open, does not leave lying about and does not read. */
@NullMarked
package dev.jpgo.test.security;

import org.jspecify.annotations.NullMarked;
