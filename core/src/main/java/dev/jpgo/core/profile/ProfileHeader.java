package dev.jpgo.core.profile;

/**
 * Where and when a profile was taken.
 *
 * @param jvm name and version of the virtual machine, as a person reads it
 * @param os operating system name
 * @param arch processor architecture
 * @param mode {@code interpreter}, {@code c1} or {@code jit}
 * @param agentVersion version of the agent that wrote it
 * @param program main class or jar, with its arguments left out; empty when not known
 * @param startMillis start of the run, milliseconds since 1970 UTC
 * @param durationMillis length of the run
 * @param runs how many runs are merged in it; 1 when fresh
 */
public record ProfileHeader(
    String jvm,
    String os,
    String arch,
    String mode,
    String agentVersion,
    String program,
    long startMillis,
    long durationMillis,
    long runs) {}
