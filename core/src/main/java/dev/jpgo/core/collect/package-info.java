/** What is done with lists here, and not by the JDK. */
@NullMarked
package dev.jpgo.core.collect;

import org.jspecify.annotations.NullMarked;
