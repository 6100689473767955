package dev.jpgo.runtime;

import org.jspecify.annotations.Nullable;

/**
 * What {@link JpgoTraces} asks the agent: the frames behind a synthetic line, and what the VM
 * forgets about frames of older class versions. Called on application threads: no locks that are
 * held while calling out, and no class loading but {@link JpgoMembers}'.
 */
public abstract class JpgoTraceSource {
  /**
   * The line of calls by which a loop hands itself over to a newer version of its method; the frame
   * that makes the call is not part of the program.
   */
  public static final int HANDOVER_LINE = 65535;

  /** Lines from here up may be synthetic. 65536 while there is none. */
  public volatile int lowestSyntheticLine = 65536;

  protected JpgoTraceSource() {}

  /**
   * The frames that a line stands for, innermost first, the method that holds the code last; null
   * when the line is a line. Not to be changed.
   *
   * @param className binary name, as in a stack trace
   */
  public abstract JpgoInlinedFrame @Nullable [] inlined(String className, int line);

  /** Whether loops of a class of this binary name may hand themselves over. */
  public abstract boolean handsOver(String className);

  /** Whether any version of a class of this binary name has inlined code or hands loops over. */
  public abstract boolean hasInlined(String className);

  /** Whether a class was rewritten, so that what the VM forgets of its frames is here. */
  public abstract boolean knows(Class<?> type);

  /** The source file of a class that was rewritten; null when it was not, or has none. */
  public abstract @Nullable String sourceFile(Class<?> type);

  /**
   * The same by binary name, where the class is not at hand; null when classes of that name have
   * different ones.
   */
  public abstract @Nullable String sourceFile(String className);

  /**
   * A frame of a rewritten class was met that is not of the newest version: what its version is may
   * tell what the VM counts them from.
   *
   * @param version as the VM counts
   */
  public abstract void older(Class<?> type, int version);

  /**
   * The line (perhaps synthetic) of an instruction, or -1 when it is not known for sure.
   *
   * @param version as the VM counts, when the frame ran; -1 when not known
   * @param method name of the method
   * @param descriptor descriptor of the method; null when not known
   * @param bci index of the instruction in that version's code
   * @param callee name of the method that the instruction called; null when not known
   */
  public abstract int line(
      Class<?> type,
      int version,
      String method,
      @Nullable String descriptor,
      int bci,
      @Nullable String callee);

  /**
   * The name of a method with its descriptor, such as {@code get(I)J}; null when it is not to be
   * had.
   *
   * @param number the VM's number of the method
   */
  public abstract @Nullable String member(Class<?> type, int number);
}
