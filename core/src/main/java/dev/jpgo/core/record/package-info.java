/**
 * The methods that javac has the JDK link for records, as code, in classes that are just being
 * loaded: a patch of a class file, made of its bytes alone, without ASM, since it may be the first
 * thing that a JVM does. Uses {@code classfile} and what {@code instrument} writes bytes with; used
 * by the agent's transformer.
 */
@NullMarked
package dev.jpgo.core.record;

import org.jspecify.annotations.NullMarked;
