package dev.jpgo.core.phase.scalar;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.phase.dynamic.PlacedDecision;
import dev.jpgo.core.phase.inline.Constructors;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.world.LoadedClass;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * An object that a method makes, and where it gives it away: by every use but those of its fields,
 * tests of what it is, its monitor, and a constructor that keeps it to itself. A phi gives it away
 * where paths meet, for what is done with the phi's value is not looked at.
 */
final class UnsharedObject {
  private static final String REASON = "nobody else can lock its object";

  private final Constructors constructors;
  private final Uses uses;
  private final Instr creation;
  private final LoadedClass type;
  private final List<Instr> leaks = new ArrayList<>(0);
  private final List<PlacedDecision> decisions = new ArrayList<>(1);

  private UnsharedObject(Constructors constructors, Uses uses, Instr creation, LoadedClass type) {
    this.constructors = constructors;
    this.uses = uses;
    this.creation = creation;
    this.type = type;
  }

  /** The object that an instruction makes; null if not all that can be done with it is known. */
  static @Nullable UnsharedObject of(Constructors constructors, Uses uses, Instr creation) {
    LoadedClass type = constructors.made(creation);
    if (type == null) {
      return null;
    }
    UnsharedObject object = new UnsharedObject(constructors, uses, creation, type);
    object.follow(creation);
    return object;
  }

  /** What is known of its constructor. */
  List<PlacedDecision> decisions() {
    return decisions;
  }

  private void follow(Instr value) {
    for (Instr user : uses.of(value)) {
      switch (user.op()) {
        case Opcodes.GETFIELD,
            Opcodes.INSTANCEOF,
            Opcodes.IFNULL,
            Opcodes.IFNONNULL,
            Opcodes.IF_ACMPEQ,
            Opcodes.IF_ACMPNE,
            Opcodes.MONITORENTER,
            Opcodes.MONITOREXIT -> {}
        case Opcodes.PUTFIELD -> {
          if (ScalarReplacement.root(user.input(1)) == creation) {
            leaks.add(user);
          }
        }
        case Opcodes.CHECKCAST -> follow(user);
        default -> {
          if (!isOwnConstructor(user, value)) {
            leaks.add(user);
          }
        }
      }
    }
  }

  private boolean isOwnConstructor(Instr user, Instr value) {
    if (value != creation
        || user.op() != Opcodes.INVOKESPECIAL
        || !((Operand.Method) user.operand()).name().equals("<init>")
        || user.input(0) != creation
        || user.inputs().subList(1, user.inputs().size()).contains(creation)) {
      return false;
    }
    if (Constructors.isPlainObject(type)) {
      return Constructors.isLast(user);
    }
    InlineDecision decision = constructors.keepsToItself(type, user, REASON);
    if (decision == null) {
      return false;
    }
    decisions.add(new PlacedDecision(user.position(), decision));
    return true;
  }

  /**
   * Whether the object is never given away where it is, was or will be locked: on no path between
   * two times that it is made does it meet both one of its monitor instructions and one that gives
   * it away.
   */
  boolean isUnshared(List<Instr> monitors) {
    return leaks.isEmpty() || !leads(monitors, leaks) && !leads(leaks, monitors);
  }

  /** Whether one instruction can run after another without the object being made anew between. */
  private boolean leads(List<Instr> from, List<Instr> to) {
    Set<Instr> wanted = Collections.newSetFromMap(new IdentityHashMap<>());
    wanted.addAll(to);
    Set<Block> entered = new HashSet<>();
    ArrayDeque<Block> worklist = new ArrayDeque<>();
    for (Instr instr : from) {
      Block block = instr.block();
      if (block == null || wanted.contains(instr)) {
        return true;
      }
      int next =
          block.terminator() == instr ? block.body().size() : block.body().indexOf(instr) + 1;
      if (passes(block, next, wanted, worklist)) {
        return true;
      }
    }
    while (!worklist.isEmpty()) {
      Block block = worklist.remove();
      if (entered.add(block)
          && (!Collections.disjoint(wanted, block.phis()) || passes(block, 0, wanted, worklist))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a block comes upon a wanted instruction from an index on; if not, the blocks that
   * follow are added. An exception may leave anywhere.
   */
  private boolean passes(Block block, int start, Set<Instr> wanted, ArrayDeque<Block> worklist) {
    for (Block.Handler handler : block.handlers()) {
      worklist.add(handler.target());
    }
    List<Instr> body = block.body();
    for (int i = start; i < body.size(); i++) {
      if (body.get(i) == creation) {
        return false;
      }
      if (wanted.contains(body.get(i))) {
        return true;
      }
    }
    if (wanted.contains(block.terminator())) {
      return true;
    }
    worklist.addAll(block.successors());
    return false;
  }
}
