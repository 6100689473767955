package dev.jpgo.core.classfile;

/**
 * A field as its class declares it.
 *
 * @param name field name
 * @param descriptor field descriptor
 * @param access declared access flags (before any opening)
 */
public record FieldInfo(String name, String descriptor, int access) {}
