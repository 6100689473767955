package dev.jpgo.agent.world;

/** Says which members of loaded classes the VM has as public though they declare another access. */
public interface OpenedMembers {
  /** Whether a member that the class declares was opened when it was loaded. */
  boolean contains(Class<?> type, String member, String descriptor);
}
