package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Uses;
import dev.jpgo.core.world.FieldResolver;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.MemberAccess;
import dev.jpgo.core.world.VariableHandle;
import dev.jpgo.core.world.World;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Accesses by a {@code VarHandle} that a static final field holds. To an interpreter each is a
 * dozen calls; here it becomes the access itself ({@link FieldHandleCode}, {@link ViewHandleCode}).
 *
 * <p>Sound because which variable is meant cannot change: the field is static and final, of a class
 * whose initialization has completed, and the handle is immutable. What is accessed, with which
 * effect on memory, is what the documentation of {@code VarHandle} says. Wherever the access would
 * throw (a null object, an index out of bounds), the original call runs in its place, before
 * anything was done; calls that would throw for other reasons, or convert anything, are left alone:
 * those of another type than the handle's, and those on handles that are exact.
 *
 * <p>Linking such a call resolves the classes that its descriptor names (JVMS 5.4.3.5); all are
 * loaded and accessible, or the call stays. Reading the handle has no effect: the field is
 * resolved, accessible, and its class initialized.
 */
final class VariableHandles {
  static final String NAME = "variable-handles";

  private final World world;

  VariableHandles(World world) {
    this.world = world;
  }

  /** Whether an instruction calls a method of a handle. */
  static boolean isCall(Instr instr) {
    return instr.op() == Opcodes.INVOKEVIRTUAL
        && HandleOperation.isAccess((Operand.Method) instr.operand());
  }

  /**
   * Replaces a call.
   *
   * @param handles where the read of the handle is added, if the call was replaced
   * @return what takes the place of its result (itself if it has none); null: it is left as it is
   */
  @Nullable Instr expand(Site site, List<Instr> handles) {
    Operand.Method call = (Operand.Method) site.call().operand();
    Instr from = site.argument(0);
    HandleOperation operation = HandleOperation.of(call.name());
    if (operation == null || from.op() != Opcodes.GETSTATIC) {
      return null;
    }
    FieldResolver.ResolvedField holder = holder(site.owner(), (Operand.Field) from.operand());
    VariableHandle handle =
        holder == null ? null : holder.owner().handle(holder.field().name()).orElse(null);
    if (holder == null || handle == null) {
      return null;
    }
    Instr done =
        handle.kind() == VariableHandle.Kind.FIELD
            ? new FieldHandleCode(world, site, holder.owner(), handle).write(operation)
            : new ViewHandleCode(world, site, handle).write(operation);
    if (done != null) {
      handles.add(from);
    }
    return done;
  }

  /** The field that holds the handle, if it may be read and never changes. */
  private FieldResolver.@Nullable ResolvedField holder(LoadedClass from, Operand.Field name) {
    LoadedClass named = world.find(from, name.owner()).orElse(null);
    if (named == null || !named.known()) {
      return null;
    }
    FieldResolver.ResolvedField field =
        FieldResolver.resolve(named, name.name(), name.descriptor()).orElse(null);
    int constant = Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
    return field != null
            && (field.field().access() & constant) == constant
            && field.owner().initialized()
            && field.owner().info().version() >= Opcodes.V9
            && MemberAccess.mayAccess(from, named, field)
        ? field
        : null;
  }

  /** Leaves out reads of handles that nothing needs any more. */
  static void sweep(Graph graph, List<Instr> handles) {
    if (handles.isEmpty()) {
      return;
    }
    Uses uses = Uses.of(graph);
    for (Instr handle : new ArrayList<>(handles)) {
      Block block = handle.block();
      if (block != null && uses.of(handle).isEmpty()) {
        block.remove(handle);
      }
    }
  }
}
