package dev.jpgo.core.world;

/**
 * The assumption flag of a method version: a {@code public static volatile boolean} in the runtime
 * that is true until a fact the version rests on breaks, and false ever after.
 *
 * @param owner internal name of its class
 * @param name field name
 */
public record FlagField(String owner, String name) {}
