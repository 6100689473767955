package dev.jpgo.core.phase.scalar;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.phase.inline.Construction;
import dev.jpgo.core.phase.inline.Constructors;
import dev.jpgo.core.world.FieldResolver;
import dev.jpgo.core.world.LoadedClass;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * An object that no instruction of frequent blocks needs: each asks for its fields, its class, or
 * whether it is null or some other object, and gets the answer without it. Phis, locks, calls,
 * stores of the object and returns need it; so does a cast that fails, which names its class.
 *
 * <p>Rare blocks may need it, and have it made there, if that makes no difference:
 *
 * <ul>
 *   <li>its constructor can be run later ({@link Construction#isRepeatable}), and nothing but the
 *       constructor writes its fields before;
 *   <li>what is read of it in or after such a block are fields of a record, for others may write to
 *       what they have got hold of, by reflection even to final fields of other classes;
 *   <li>it is not compared where that could be seen.
 * </ul>
 */
final class StayingObject {
  private final Constructors constructors;
  private final Uses uses;
  private final Instr creation;
  private final LoadedClass type;
  private final Set<Instr> users = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Instr> needing = new LinkedHashSet<>();
  private final List<Instr> comparisons = new ArrayList<>(0);
  private final List<Instr> loads = new ArrayList<>();
  private boolean stores;
  private @Nullable Instr call;
  private @Nullable Construction construction;
  private List<Instr> arguments = List.of();

  private StayingObject(Constructors constructors, Uses uses, Instr creation, LoadedClass type) {
    this.constructors = constructors;
    this.uses = uses;
    this.creation = creation;
    this.type = type;
  }

  /** The object that an instruction makes, if it stays; null if not. */
  static @Nullable StayingObject of(Constructors constructors, Uses uses, Instr creation) {
    if (!mayStay(uses, creation)) {
      return null;
    }
    LoadedClass type = constructors.made(creation);
    if (type == null) {
      return null;
    }
    StayingObject object = new StayingObject(constructors, uses, creation, type);
    return object.stays(creation) && object.isConstructed() && object.mayBeMadeLater()
        ? object
        : null;
  }

  /** What most objects fail, without a question to the world. */
  private static boolean mayStay(Uses uses, Instr creation) {
    List<Instr> all = uses.of(creation);
    int calls = 0;
    for (int i = 0; i < all.size(); i++) {
      Instr user = all.get(i);
      boolean named = user.op() == Opcodes.INVOKESPECIAL && user.input(0) == creation;
      calls += named ? 1 : 0;
      if (user.isPhi() || !isRare(user) && !named && needs(user, creation)) {
        return false;
      }
    }
    return calls > 0;
  }

  /** Whether an instruction can do nothing without a value. */
  private static boolean needs(Instr user, Instr value) {
    return switch (user.op()) {
      case Opcodes.GETFIELD,
          Opcodes.IFNULL,
          Opcodes.IFNONNULL,
          Opcodes.IF_ACMPEQ,
          Opcodes.IF_ACMPNE,
          Opcodes.INSTANCEOF,
          Opcodes.CHECKCAST ->
          false;
      case Opcodes.PUTFIELD -> isSame(user.input(1), value);
      default -> true;
    };
  }

  /** Whether two values are one object, seen through casts. */
  private static boolean isSame(Instr a, Instr b) {
    return ScalarReplacement.root(a) == ScalarReplacement.root(b);
  }

  private static boolean isRare(Instr instr) {
    Block block = instr.block();
    return block != null && block.frequency() == 0;
  }

  private boolean stays(Instr value) {
    for (Instr user : uses.of(value)) {
      if (users.add(user) && !stays(user, value)) {
        return false;
      }
    }
    return true;
  }

  private boolean stays(Instr user, Instr value) {
    if (isCall(user, value)) {
      boolean first = call == null;
      call = user;
      return first;
    }
    boolean answered = !needs(user, value) && isAnswered(user, value);
    if (!answered && user.op() == Opcodes.CHECKCAST) {
      return false; // what it gives is the object too
    }
    if (answered) {
      return user.op() != Opcodes.CHECKCAST || stays(user);
    }
    needing.add(user);
    return isRare(user)
        && !user.isPhi()
        && user.op() != Opcodes.MONITORENTER
        && user.op() != Opcodes.MONITOREXIT
        && user.op() != Opcodes.PUTFIELD;
  }

  private boolean isCall(Instr user, Instr value) {
    return value == creation
        && user.op() == Opcodes.INVOKESPECIAL
        && ((Operand.Method) user.operand()).name().equals("<init>")
        && user.input(0) == creation
        && !user.inputs().subList(1, user.inputs().size()).contains(creation);
  }

  private boolean isAnswered(Instr user, Instr value) {
    switch (user.op()) {
      case Opcodes.GETFIELD -> {
        loads.add(user);
        return constructors.field(type, user) != null;
      }
      case Opcodes.PUTFIELD -> {
        stores = true;
        return constructors.field(type, user) != null;
      }
      case Opcodes.INSTANCEOF -> {
        return constructors.isInstance(type, nameOf(user)) != null;
      }
      case Opcodes.CHECKCAST -> {
        return Boolean.TRUE.equals(constructors.isInstance(type, nameOf(user)));
      }
      case Opcodes.IF_ACMPEQ, Opcodes.IF_ACMPNE -> {
        comparisons.add(user);
        return true;
      }
      default -> {
        return true;
      }
    }
  }

  private static String nameOf(Instr instr) {
    return ((Operand.Class) instr.operand()).name();
  }

  private boolean isConstructed() {
    if (call == null || call.block() == null) {
      return false;
    }
    arguments = List.copyOf(call.inputs().subList(1, call.inputs().size()));
    construction = constructors.plan(type, call);
    return construction != null;
  }

  private boolean mayBeMadeLater() {
    if (needing.isEmpty()) {
      return true;
    }
    if (stores || !comparisons.isEmpty() || !construction().isRepeatable()) {
      return false;
    }
    Set<Block> after = new LinkedHashSet<>();
    List<Block> worklist = new ArrayList<>();
    for (Instr user : needing) {
      Block block = user.block();
      if (block == null || block == creation.block() || call != null && block == call.block()) {
        return false;
      }
      if (after.add(block)) {
        worklist.add(block);
      }
    }
    while (!worklist.isEmpty()) {
      Block at = worklist.remove(worklist.size() - 1);
      for (Block next : at.successors()) {
        if (next != creation.block() && after.add(next)) {
          worklist.add(next);
        }
      }
      for (Block.Handler handler : at.handlers()) {
        if (after.add(handler.target())) {
          worklist.add(handler.target());
        }
      }
    }
    for (Instr load : loads) {
      FieldResolver.ResolvedField field = constructors.field(type, load);
      if (!(field != null && isFixed(field)) && after.contains(load.block())) {
        return false;
      }
    }
    return true;
  }

  /** Whether a field never changes once it is written: final, and not to reflection either. */
  private static boolean isFixed(FieldResolver.ResolvedField field) {
    return (field.field().access() & Opcodes.ACC_FINAL) != 0
        && "java/lang/Record".equals(field.owner().info().superName());
  }

  /** Whether the constructor of this object is what another one is needed for, or its of this. */
  boolean isTiedTo(StayingObject other) {
    return needing.contains(other.call()) || other.needing.contains(call());
  }

  Instr creation() {
    return creation;
  }

  LoadedClass type() {
    return type;
  }

  Construction construction() {
    if (construction == null) {
      throw new IllegalStateException(creation + " is not constructed");
    }
    return construction;
  }

  /** The arguments of its constructor. */
  List<Instr> arguments() {
    return arguments;
  }

  /** The instructions of rare blocks that the object itself is needed for. */
  Set<Instr> needing() {
    return needing;
  }

  Instr call() {
    if (call == null) {
      throw new IllegalStateException(creation + " is not initialized");
    }
    return call;
  }
}
