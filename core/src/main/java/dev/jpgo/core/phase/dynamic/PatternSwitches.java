package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.ValueType;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * {@code switch} on patterns, whose sites {@code SwitchBootstraps.typeSwitch} and {@code
 * enumSwitch} link, as the tests that they are documented to make: -1 for null, else the first
 * label from the restart index on that matches, else the number of labels. A class matches its
 * instances, a string or an integer what equals it, an enum's constant itself.
 *
 * <p>Sound because the JDK's code was read, for 25, and no other is taken ({@link
 * KnownBootstraps}); that of 17 was a preview, and early ones of 21 did not know constants with
 * bodies. None of these tests runs code of the program or throws: {@code instanceof} of a loaded
 * class; {@code String.equals}; {@code intValue} of the final class that is the selector's static
 * type; a static final field of an initialized enum class that {@link EnumConstants} has seen to
 * hold the constant of the name. So their order cannot be seen, nor how they are done.
 *
 * <ul>
 *   <li><i>Linking</i> cannot fail or load anything: the selector's type and the labels' classes
 *       are loaded by (or through) the class's loader and accessible to it (JVMS 5.4.3.1, 5.4.4),
 *       and the labels are those that javac makes. Labels of primitive types, which are a preview,
 *       are left alone.
 *   <li><i>The restart index</i> is a constant on every way, and within the labels: the JDK's check
 *       of it cannot fail.
 *   <li>A label that is the selector's own type matches in the JDK without a test. The verifier
 *       vouches for classes, not for interfaces (JVMS 4.10.1.2); those are left alone.
 * </ul>
 */
final class PatternSwitches implements Expansion {
  static final String NAME = "pattern-switches";

  /** Labels that are tested one after the other; the JDK's way with enums takes constant time. */
  private static final int MOST = 24;

  private static final int MOST_RESTARTS = 8;

  private static final Operand EQUALS =
      new Operand.Method("java/lang/String", "equals", "(Ljava/lang/Object;)Z", false);

  private final World world;
  private final Predicate<LoadedClass> known;

  /**
   * @param known whether a class sees the JDK's classes that were read
   */
  PatternSwitches(World world, Predicate<LoadedClass> known) {
    this.world = world;
    this.known = known;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String bootstrap() {
    return KnownBootstraps.SWITCHES;
  }

  @Override
  public @Nullable Instr expand(Site site) {
    LoadedClass owner = site.owner();
    Operand.Dynamic dynamic = site.dynamic();
    Type[] types = Type.getArgumentTypes(dynamic.descriptor());
    if (types.length != 2
        || types[0].getSort() != Type.OBJECT
        || !dynamic.descriptor().endsWith("I)I")
        || dynamic.arguments().size() > MOST
        || !known.test(owner)) {
      return null;
    }
    SwitchLabels reader = SwitchLabels.of(world, owner, types[0].getInternalName());
    SortedSet<Integer> restarts = restarts(site.argument(1), dynamic.arguments().size());
    List<SwitchLabel> labels =
        reader == null || restarts == null
            ? null
            : reader.read(dynamic.bootstrap().getName(), dynamic.arguments());
    return labels == null || restarts == null
        ? null
        : write(site, types[0].getInternalName(), labels, restarts);
  }

  /** The values that a restart index may have; null when not all are known and valid. */
  private static @Nullable SortedSet<Integer> restarts(Instr index, int labels) {
    SortedSet<Integer> values = new TreeSet<>();
    for (Instr each : index.isPhi() ? index.inputs() : List.of(index)) {
      if (each == index && index.isPhi()) {
        continue;
      }
      if (!(each.operand() instanceof Operand.Constant constant)
          || !each.isConst()
          || !(constant.value() instanceof Integer number)
          || number < 0
          || number > labels) {
        return null;
      }
      values.add(number);
    }
    return values.isEmpty() || values.size() > MOST_RESTARTS ? null : values;
  }

  private static Instr write(
      Site site, String selector, List<SwitchLabel> labels, SortedSet<Integer> restarts) {
    Map<Integer, Double> outcomes = restarts.size() == 1 ? site.outcomes() : null;
    Instr value = site.argument(0);
    Block none = site.newBlock();
    Block[] tests = new Block[labels.size() + 1];
    Arrays.setAll(tests, i -> site.newBlock());
    site.fork(Opcodes.IFNULL, none, value);
    boolean numbers = labels.stream().anyMatch(SwitchLabel.Number.class::isInstance);
    Instr number = numbers ? number(site, selector, value) : value;
    int first = restarts.first();
    for (int restart : restarts.tailSet(first + 1)) {
      site.fork(Opcodes.IF_ICMPEQ, tests[restart], site.argument(1), site.constant(restart));
    }
    double left = site.frequency() - count(outcomes, -1);
    boolean open = true;
    for (int i = first; i <= labels.size(); i++) {
      if (i > first) {
        if (!open && !restarts.contains(i)) {
          continue;
        }
        site.place(tests[i]);
      }
      if (outcomes != null) {
        site.setFrequency(Math.max(left, 0));
        left -= count(outcomes, i);
      }
      open = i < labels.size() && test(site, labels.get(i), value, number, tests[i + 1]);
      if (outcomes != null && open) {
        site.setFrequency(count(outcomes, i));
      }
      site.leave(site.constant(i));
    }
    site.place(none);
    if (outcomes != null) {
      site.setFrequency(count(outcomes, -1));
    }
    site.leave(site.constant(-1));
    return site.replaceByResults();
  }

  private static double count(@Nullable Map<Integer, Double> outcomes, int outcome) {
    return outcomes == null ? 0 : outcomes.getOrDefault(outcome, 0.0);
  }

  /** The number in a selector that labels are numbers for. */
  private static Instr number(Site site, String selector, Instr value) {
    boolean letter = selector.equals("java/lang/Character");
    return site.add(
        Opcodes.INVOKEVIRTUAL,
        new Operand.Method(
            selector, letter ? "charValue" : "intValue", letter ? "()C" : "()I", false),
        ValueType.INT,
        value);
  }

  /**
   * Adds the test of a label; what is added after it is for values that match.
   *
   * @param next where others go
   * @return whether there are others
   */
  private static boolean test(Site site, SwitchLabel label, Instr value, Instr number, Block next) {
    if (label instanceof SwitchLabel.Everything) {
      return false;
    }
    if (label instanceof SwitchLabel.Instance instance) {
      Operand type = new Operand.Class(instance.type());
      site.fork(Opcodes.IFEQ, next, site.add(Opcodes.INSTANCEOF, type, ValueType.INT, value));
    } else if (label instanceof SwitchLabel.Text text) {
      Instr constant = site.constant(text.text());
      site.fork(
          Opcodes.IFEQ,
          next,
          site.add(Opcodes.INVOKEVIRTUAL, EQUALS, ValueType.INT, constant, value));
    } else if (label instanceof SwitchLabel.Number wanted) {
      site.fork(Opcodes.IF_ICMPNE, next, number, site.constant(wanted.number()));
    } else if (label instanceof SwitchLabel.Constant constant) {
      String type = constant.type();
      Operand field = new Operand.Field(type, constant.field(), 'L' + type + ';');
      site.fork(
          Opcodes.IF_ACMPNE, next, value, site.add(Opcodes.GETSTATIC, field, ValueType.ref(type)));
    }
    return true;
  }
}
