package dev.jpgo.core.record;

/**
 * A component of a record, as a call site names it.
 *
 * @param field index of the constant that is its field
 * @param descriptor of the field
 * @param name as {@code toString} writes it, a {@link RawText}
 */
record Component(int field, String descriptor, String name) {}
