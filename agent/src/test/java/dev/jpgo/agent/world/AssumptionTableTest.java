package dev.jpgo.agent.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.world.Assumption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;

/** Root declares {@code value}, and all below it are assumed to select that one. */
class AssumptionTableTest {
  private static final String OBJECT = "java/lang/Object";
  private static final AtomicInteger TESTS = new AtomicInteger();

  /** Classes of other tests may be there still, and have names of their own. */
  private final String rootName = "Root" + TESTS.incrementAndGet();

  private final LiveProgram program = new LiveProgram(1 << 20);
  private final LiveProgram.Loader loader = new LiveProgram.Loader();
  private final AssumptionTable table = new AssumptionTable(program.registry(), program.pending());
  private final FlagAllocator.Flag flag = program.flag();
  private final ClassRecord root = define(rootName, OBJECT, true);
  private final List<Assumption> rests = List.of(new Assumption(root, "value", "()I", root));

  private ClassRecord define(String name, String superName, boolean value) {
    byte[] bytes = LiveProgram.classFile(name, superName, List.of(), value);
    ClassRecord record = program.known(loader.define(bytes), bytes);
    program.registry().refresh();
    return record;
  }

  /** What the transformer does with a class that is about to be defined. */
  private void report(String name, String superName, boolean value) {
    report(name, superName, value, loader);
  }

  private void report(String name, String superName, boolean value, @Nullable ClassLoader definer) {
    byte[] bytes = LiveProgram.classFile(name, superName, List.of(), value);
    ClassShape shape = ClassShape.read(bytes);
    program.pending().add(shape, bytes, false, definer, null);
    table.define(shape, definer);
  }

  @Test
  void aSubclassThatOverridesClearsTheFlagBeforeItIsDefined() {
    table.register(rests, flag);
    assertTrue(table.validate(flag, rests));
    report("Overriding", rootName, true);
    assertFalse(flag.holds());
    assertEquals(1, table.broken());
  }

  @Test
  void aSubclassThatNobodyReportedClearsTheFlagWhenItTurnsUp() {
    table.defineUnreported(null); // all that were there before
    table.register(rests, flag);
    assertTrue(table.validate(flag, rests));
    loader.define(LiveProgram.classFile("Elsewhere", OBJECT, List.of(), true));
    program.registry().snapshot();
    table.defineUnreported(null);
    assertTrue(flag.holds());
    loader.define(LiveProgram.classFile("Unreported", rootName, List.of(), true));
    program.registry().snapshot();
    table.defineUnreported(null);
    assertFalse(flag.holds());
  }

  @Test
  void aSubclassThatInheritsLeavesTheFlagAlone() {
    table.register(rests, flag);
    report("Inheriting", rootName, false);
    assertTrue(flag.holds());
  }

  @Test
  void aClassElsewhereWithSuchAMethodLeavesTheFlagAlone() {
    table.register(rests, flag);
    report("Elsewhere", OBJECT, true);
    assertTrue(flag.holds());
  }

  @Test
  void anOverriderBelowAClassThatWasOnlyReportedClearsTheFlag() {
    table.register(rests, flag);
    report(rootName + "Between", rootName, false);
    assertTrue(flag.holds());
    report("Lowest", rootName + "Between", true);
    assertFalse(flag.holds());
  }

  @Test
  void aClassOfTheBootLoaderIsBelowNoOther() {
    table.register(rests, flag);
    report("java/util/Orphan", "NeverSeen", true, null);
    assertTrue(flag.holds());
    assertTrue(table.validate(flag, rests));
    FlagAllocator.Flag other = program.flag();
    ClassRecord boot = program.registry().record(ArrayList.class);
    table.register(List.of(new Assumption(boot, "value", "()I", boot)), other);
    report("java/util/Foundling", "NeverSeen", true, null);
    assertFalse(other.holds());
    assertTrue(flag.holds());
  }

  @Test
  void anOverriderOfASuperclassNobodyHasSeenClearsTheFlag() {
    table.register(rests, flag);
    report("Orphan", "NeverSeen", true);
    assertFalse(flag.holds());
  }

  /** An interface that nobody has seen may be below the root; what is seen declares nothing. */
  @Test
  void whatTheJdkDeclaresIsReadFromItsImage() {
    table.register(rests, flag);
    FlagAllocator.Flag later = program.flag();
    reportWithInterface("Early");
    assertFalse(flag.holds());
    program.registry().readShapes(Integer.MAX_VALUE);
    table.register(rests, later);
    reportWithInterface("Late");
    assertTrue(later.holds());
    report("Overriding", "NeverSeen", true);
    assertFalse(later.holds());
  }

  private void reportWithInterface(String name) {
    List<String> interfaces = List.of("java/io/Serializable", "NeverSeen");
    ClassShape shape = ClassShape.read(LiveProgram.classFile(name, OBJECT, interfaces, false));
    table.define(shape, loader);
  }

  @Test
  void anOverriderThatWasReportedBeforeTheRegistrationIsSeenByTheValidation() {
    report("Early", rootName, true);
    table.register(rests, flag);
    assertTrue(flag.holds());
    assertFalse(table.validate(flag, rests));
    assertFalse(flag.holds());
  }

  /** The same of all classes but one, which overrides, and those below it. */
  private ClassRecord leaveOut() {
    ClassRecord leftOut = define(rootName + "Left", rootName, true);
    List<Assumption> partly = List.of(new Assumption(root, "value", "()I", root, leftOut));
    table.register(partly, flag);
    assertTrue(table.validate(flag, partly));
    return leftOut;
  }

  @Test
  void aClassBelowTheOneLeftOutLeavesTheFlagAlone() {
    leaveOut();
    report("BelowLeft", rootName + "Left", true);
    report("Lower", "BelowLeft", true);
    assertTrue(flag.holds());
    table.define(loader.define(LiveProgram.classFile("A", rootName + "Left", List.of(), true)));
    assertTrue(flag.holds());
  }

  @Test
  void aClassBesideTheOneLeftOutClearsTheFlag() {
    leaveOut();
    report("Beside", rootName, true);
    assertFalse(flag.holds());
  }

  @Test
  void aClassThatIsFoundLaterMayBeBelowTheOneLeftOut() {
    ClassRecord leftOut = define(rootName + "Left", rootName, true);
    List<Assumption> partly = List.of(new Assumption(root, "value", "()I", root, leftOut));
    table.register(partly, flag);
    loader.define(LiveProgram.classFile("Fresh", rootName + "Left", List.of(), true));
    program.registry().snapshot();
    assertTrue(table.validate(flag, partly));
    loader.define(LiveProgram.classFile("FreshToo", rootName, List.of(), true));
    program.registry().snapshot();
    assertFalse(table.validate(flag, partly));
  }

  /** Of two classes of a name it is not known yet which one is meant. */
  @Test
  void aClassThatMayBeBelowAnotherOfTheSameNameClearsTheFlag() {
    leaveOut();
    define(rootName + "Twice", rootName + "Left", true);
    report("Surely", rootName + "Twice", true);
    assertTrue(flag.holds());
    report(rootName + "Twice", rootName, false, new LiveProgram.Loader());
    assertFalse(flag.holds());
  }

  @Test
  void aClassWhoseSuperclassIsOneOfTwoClearsTheFlag() {
    leaveOut();
    report(rootName + "Twice", rootName + "Left", true);
    report(rootName + "Twice", rootName, false, new LiveProgram.Loader());
    assertTrue(flag.holds());
    report("Doubtful", rootName + "Twice", true);
    assertFalse(flag.holds());
  }

  /** All below the root are assumed to select what a class below it declares. */
  private String targetBelow() {
    ClassRecord target = define(rootName + "Target", rootName, true);
    List<Assumption> below = List.of(new Assumption(root, "value", "()I", target));
    table.register(below, flag);
    assertTrue(table.validate(flag, below));
    return target.name();
  }

  private static byte[] abstractClass(String name, String superName) {
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER | Opcodes.ACC_ABSTRACT;
    return LiveProgram.classFile(access, name, superName, List.of(), false);
  }

  @Test
  void aClassBelowAnotherOfTheTargetsNameClearsTheFlag() {
    String name = rootName + "Target";
    byte[] bytes = abstractClass(name, rootName);
    program.known(new LiveProgram.Loader(loader).define(bytes), bytes);
    program.registry().refresh();
    targetBelow();
    report("Below", name, false);
    assertFalse(flag.holds());
  }

  /** When the class is defined there is no other class of the name of the one above it. */
  @Test
  void aSecondClassOfTheTargetsNameMayBeWhatIsMeantByIt() {
    String name = targetBelow();
    report("Below", name, false);
    assertTrue(flag.holds());
    ClassLoader other = new LiveProgram.Loader(loader);
    byte[] bytes = abstractClass(name, rootName);
    ClassShape shape = ClassShape.read(bytes);
    program.pending().add(shape, bytes, false, other, null);
    table.define(shape, other);
    assertFalse(flag.holds());
  }

  @Test
  void anotherClassOfTheTargetsNameThatIsNotBelowTheRootLeavesTheFlagAlone() {
    String name = targetBelow();
    report(name, OBJECT, false, new LiveProgram.Loader());
    report("Below", name, false);
    report("Lower", "Below", false);
    assertTrue(flag.holds());
  }

  @Test
  void aClassThatIsLoadedAndReportedStillLeavesTheFlagAlone() {
    String name = targetBelow();
    report(name + "Twice", name, false);
    define(name + "Twice", name, false);
    report("Below", name + "Twice", false);
    assertTrue(flag.holds());
  }

  /** Which classes these are is not found out: flags are cleared, and nothing takes for ever. */
  @Test
  void superclassesThatNameEachOtherInACircleClearTheFlag() {
    String name = targetBelow();
    report(name, rootName + "Circle", false, new LiveProgram.Loader());
    report(rootName + "Circle", name, false, new LiveProgram.Loader());
    report(rootName + "Circle", name, false, new LiveProgram.Loader());
    report("Below", rootName + "Circle", false);
    assertFalse(flag.holds());
  }

  @Test
  void aFlagOfAnotherAssumptionStays() {
    ClassRecord other = define("Other", OBJECT, true);
    FlagAllocator.Flag otherFlag = program.flag();
    table.register(List.of(new Assumption(other, "value", "()I", other)), otherFlag);
    table.register(rests, flag);
    report("Overriding", rootName, true);
    assertFalse(flag.holds());
    assertTrue(otherFlag.holds());
  }

  @Test
  void aClassOfUnknownShapeClearsWhatIsAboveIt() {
    table.register(rests, flag);
    table.define(String.class);
    assertTrue(flag.holds());
    table.define(loader.define(LiveProgram.classFile("Archived", rootName, List.of(), false)));
    assertFalse(flag.holds());
  }

  @Test
  void everyFlagIsClearedWhenNothingMayBeAssumedAnyMore() {
    table.register(rests, flag);
    table.breakAll();
    assertFalse(flag.holds());
  }
}
