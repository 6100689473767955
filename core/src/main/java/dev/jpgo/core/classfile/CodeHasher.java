package dev.jpgo.core.classfile;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Accumulates a {@link CodeHash} from visitor events. */
final class CodeHasher extends MethodVisitor {
  private static final long PRIME = 0x9E3779B97F4A7C15L;

  private final Map<Label, Integer> ordinals = new HashMap<>();
  private final List<Label> mentions = new ArrayList<>();
  private long hash = 0x6A70676F636F6465L;
  private int ordinal;

  CodeHasher() {
    super(Opcodes.ASM9);
  }

  /** Hash of what was visited. */
  long result() {
    for (Label label : mentions) {
      mix(ordinals.getOrDefault(label, -1));
    }
    mentions.clear();
    return hash;
  }

  private void mix(long value) {
    hash = (Long.rotateLeft(hash, 23) ^ value) * PRIME;
  }

  private void mix(@Nullable String text) {
    mix(text == null ? -1 : text.hashCode() * 31L + text.length());
  }

  private void insn(int opcode) {
    ordinal++;
    mix(opcode);
  }

  private void constant(@Nullable Object value) {
    if (value instanceof Handle handle) {
      mix(handle.getTag());
      mix(handle.getOwner());
      mix(handle.getName());
      mix(handle.getDesc());
    } else if (value instanceof ConstantDynamic dynamic) {
      mix(dynamic.getName());
      mix(dynamic.getDescriptor());
      constant(dynamic.getBootstrapMethod());
      for (int i = 0; i < dynamic.getBootstrapMethodArgumentCount(); i++) {
        constant(dynamic.getBootstrapMethodArgument(i));
      }
    } else if (value instanceof String text) {
      mix(1);
      mix(text);
    } else if (value instanceof Integer number) {
      mix(2);
      mix(number);
    } else if (value instanceof Long number) {
      mix(3);
      mix(number);
    } else if (value instanceof Float number) {
      mix(4);
      mix(Float.floatToRawIntBits(number));
    } else if (value instanceof Double number) {
      mix(5);
      mix(Double.doubleToRawLongBits(number));
    } else {
      mix(6);
      mix(String.valueOf(value)); // Type: its descriptor
    }
  }

  @Override
  public void visitInsn(int opcode) {
    insn(opcode);
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    insn(opcode);
    mix(operand);
  }

  @Override
  public void visitVarInsn(int opcode, int index) {
    insn(opcode);
    mix(index);
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    insn(opcode);
    mix(type);
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    insn(opcode);
    mix(owner);
    mix(name);
    mix(descriptor);
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    insn(opcode);
    mix(owner);
    mix(name);
    mix(descriptor);
  }

  @Override
  public void visitInvokeDynamicInsn(
      String name, String descriptor, Handle bootstrap, Object... arguments) {
    insn(Opcodes.INVOKEDYNAMIC);
    mix(name);
    mix(descriptor);
    constant(bootstrap);
    for (Object argument : arguments) {
      constant(argument);
    }
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    insn(opcode);
    mentions.add(label);
  }

  @Override
  public void visitLabel(Label label) {
    ordinals.put(label, ordinal);
  }

  @Override
  public void visitLdcInsn(Object value) {
    insn(Opcodes.LDC);
    constant(value);
  }

  @Override
  public void visitIincInsn(int index, int increment) {
    insn(Opcodes.IINC);
    mix(index);
    mix(increment);
  }

  @Override
  public void visitTableSwitchInsn(int min, int max, Label dflt, Label... labels) {
    insn(Opcodes.TABLESWITCH);
    mix(min);
    mix(max);
    mention(dflt, labels);
  }

  @Override
  public void visitLookupSwitchInsn(Label dflt, int[] keys, Label[] labels) {
    insn(Opcodes.LOOKUPSWITCH);
    for (int key : keys) {
      mix(key);
    }
    mention(dflt, labels);
  }

  private void mention(Label dflt, Label[] labels) {
    mentions.add(dflt);
    for (Label label : labels) {
      mentions.add(label);
    }
  }

  @Override
  public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
    insn(Opcodes.MULTIANEWARRAY);
    mix(descriptor);
    mix(dimensions);
  }

  @Override
  public void visitTryCatchBlock(Label start, Label end, Label handler, @Nullable String type) {
    mix(-2);
    mix(type);
    mentions.add(start);
    mentions.add(end);
    mentions.add(handler);
  }

  /** Hashes each method of a class. */
  static final class OfClass extends ClassVisitor {
    private final List<@Nullable CodeHasher> hashers = new ArrayList<>();
    private final @Nullable BitSet wanted;

    /**
     * @param wanted ordinals of the methods to hash; null for all
     */
    OfClass(@Nullable BitSet wanted) {
      super(Opcodes.ASM9);
      this.wanted = wanted;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      boolean code = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
      CodeHasher hasher =
          code && (wanted == null || wanted.get(hashers.size())) ? new CodeHasher() : null;
      hashers.add(hasher);
      return hasher;
    }

    long[] result() {
      long[] hashes = new long[hashers.size()];
      for (int i = 0; i < hashes.length; i++) {
        CodeHasher hasher = hashers.get(i);
        hashes[i] = hasher == null ? 0 : hasher.result();
      }
      return hashes;
    }
  }
}
