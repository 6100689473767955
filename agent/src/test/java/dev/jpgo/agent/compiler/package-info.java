@NullMarked
package dev.jpgo.agent.compiler;

import org.jspecify.annotations.NullMarked;
