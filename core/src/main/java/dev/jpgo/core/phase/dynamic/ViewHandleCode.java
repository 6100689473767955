package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.ValueType;
import dev.jpgo.core.world.VariableHandle;
import dev.jpgo.core.world.World;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A get or set of a number in an array of bytes by the handle of a view. The runtime does it
 * ({@code JpgoViews}), with the least significant byte first; in other views the bytes are turned
 * around.
 *
 * <p>The runtime throws before it has done anything where the array is null or the index out of
 * bounds, and the original call runs then, which throws what it throws. What is aligned is accessed
 * at once and other things in parts that are as big as the documentation of {@code
 * MethodHandles.byteArrayViewVarHandle} asks for, so no more can be seen torn by other threads.
 */
final class ViewHandleCode {
  private final World world;
  private final Site site;
  private final VariableHandle handle;

  ViewHandleCode(World world, Site site, VariableHandle handle) {
    this.world = world;
    this.site = site;
    this.handle = handle;
  }

  /** Writes the access; returns what takes the place of the result, or null: it is left alone. */
  @Nullable Instr write(HandleOperation operation) {
    boolean gets = operation.kind() == HandleOperation.Kind.GET;
    String type = handle.type();
    String descriptor = gets ? "([BI)" + type : "([BI" + type + ")V";
    String name = name();
    boolean isAccess = gets || operation.kind() == HandleOperation.Kind.SET;
    if (name == null
        || !operation.plain()
        || !isAccess
        || !((Operand.Method) site.call().operand()).descriptor().equals(descriptor)
        || world.find(site.owner(), RuntimeCalls.VIEWS).isEmpty()) {
      return null;
    }
    Instr array = site.argument(1);
    Instr index = site.argument(2);
    if (gets) {
      Block failing = site.protect();
      Instr value = site.callStatic(RuntimeCalls.VIEWS, "get" + name, descriptor, array, index);
      site.leave(turned(value));
      leaveAsBefore(failing);
    } else {
      Instr value = turned(site.argument(3));
      Block failing = site.protect();
      site.callStatic(RuntimeCalls.VIEWS, "set" + name, descriptor, array, index, value);
      site.leave(null);
      leaveAsBefore(failing);
    }
    return site.replaceByResults();
  }

  private void leaveAsBefore(Block failing) {
    site.placeHandler(failing);
    site.leave(site.callAsBefore());
  }

  private @Nullable String name() {
    return switch (handle.type().charAt(0)) {
      case 'S' -> "Short";
      case 'I' -> "Int";
      case 'J' -> "Long";
      default -> null;
    };
  }

  /** The value with the order of bytes of the view, from the other one or to it. */
  private Instr turned(Instr value) {
    if (handle.kind() == VariableHandle.Kind.LITTLE_ENDIAN_BYTES) {
      return value;
    }
    site.unprotect();
    String box =
        switch (handle.type().charAt(0)) {
          case 'S' -> "java/lang/Short";
          case 'I' -> "java/lang/Integer";
          default -> "java/lang/Long";
        };
    Type type = Type.getType(handle.type());
    return site.add(
        Opcodes.INVOKESTATIC,
        new Operand.Method(
            box, "reverseBytes", "(" + type.getDescriptor() + ")" + type.getDescriptor(), false),
        ValueType.of(type),
        value);
  }
}
