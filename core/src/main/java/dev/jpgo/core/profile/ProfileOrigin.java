package dev.jpgo.core.profile;

/**
 * Where and when counts were taken. Runs that differ in nothing but their times are one origin.
 *
 * @param jvm name and version of the virtual machine, as a person reads it
 * @param os operating system name
 * @param arch processor architecture
 * @param mode {@code interpreter}, {@code c1} or {@code jit}; empty where counts were not taken by
 *     the agent
 * @param agentVersion version of the agent that wrote it
 * @param program main class or jar, with its arguments left out; empty when not known
 * @param phase what the program called this part of its run; empty when it said nothing
 * @param startMillis start of the earliest run, milliseconds since 1970 UTC
 * @param durationMillis length of all runs together
 * @param runs how many runs are merged in it; 1 when fresh
 */
public record ProfileOrigin(
    String jvm,
    String os,
    String arch,
    String mode,
    String agentVersion,
    String program,
    String phase,
    long startMillis,
    long durationMillis,
    long runs)
    implements Comparable<ProfileOrigin> {
  /** Whether runs of both are told apart by nothing but their times. */
  boolean sameAs(ProfileOrigin other) {
    return compareTo(other) == 0;
  }

  /** Both together. */
  ProfileOrigin plus(ProfileOrigin other) {
    return new ProfileOrigin(
        jvm,
        os,
        arch,
        mode,
        agentVersion,
        program,
        phase,
        Math.min(startMillis, other.startMillis),
        Saturating.add(durationMillis, other.durationMillis),
        Saturating.add(runs, other.runs));
  }

  /** By what tells origins apart: times and runs do not count. */
  @Override
  public int compareTo(ProfileOrigin other) {
    int order = program.compareTo(other.program);
    order = order != 0 ? order : phase.compareTo(other.phase);
    order = order != 0 ? order : jvm.compareTo(other.jvm);
    order = order != 0 ? order : os.compareTo(other.os);
    order = order != 0 ? order : arch.compareTo(other.arch);
    order = order != 0 ? order : mode.compareTo(other.mode);
    return order != 0 ? order : agentVersion.compareTo(other.agentVersion);
  }
}
