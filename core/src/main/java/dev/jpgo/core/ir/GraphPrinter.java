package dev.jpgo.core.ir;

import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * Prints a graph as text for people: explain, golden tests, error messages. A line of it reads
 *
 * <pre>v7 = iadd v3 v5 : int  @4 line 12</pre>
 *
 * <p>with the site after {@code @} and the inlined method before the line.
 */
public final class GraphPrinter {
  private static final String[] NAMES =
      ("nop aconst_null iconst_m1 iconst_0 iconst_1 iconst_2 iconst_3 iconst_4 iconst_5 lconst_0 "
              + "lconst_1 fconst_0 fconst_1 fconst_2 dconst_0 dconst_1 bipush sipush ldc ldc_w "
              + "ldc2_w iload lload fload dload aload - - - - - - - - - - - - - - - - - - - - "
              + "iaload laload faload daload aaload baload caload saload istore lstore fstore "
              + "dstore astore - - - - - - - - - - - - - - - - - - - - iastore lastore fastore "
              + "dastore aastore bastore castore sastore pop pop2 dup dup_x1 dup_x2 dup2 dup2_x1 "
              + "dup2_x2 swap iadd ladd fadd dadd isub lsub fsub dsub imul lmul fmul dmul idiv "
              + "ldiv fdiv ddiv irem lrem frem drem ineg lneg fneg dneg ishl lshl ishr lshr iushr "
              + "lushr iand land ior lor ixor lxor iinc i2l i2f i2d l2i l2f l2d f2i f2l f2d d2i "
              + "d2l d2f i2b i2c i2s lcmp fcmpl fcmpg dcmpl dcmpg ifeq ifne iflt ifge ifgt ifle "
              + "if_icmpeq if_icmpne if_icmplt if_icmpge if_icmpgt if_icmple if_acmpeq if_acmpne "
              + "goto jsr ret tableswitch switch ireturn lreturn freturn dreturn areturn return "
              + "getstatic putstatic getfield putfield invokevirtual invokespecial invokestatic "
              + "invokeinterface invokedynamic new newarray anewarray arraylength athrow checkcast "
              + "instanceof monitorenter monitorexit wide multianewarray ifnull ifnonnull")
          .split(" ", -1);

  private final StringBuilder out = new StringBuilder();

  private GraphPrinter() {}

  /** The graph, block by block in layout order. */
  public static String print(Graph graph) {
    GraphPrinter printer = new GraphPrinter();
    printer.out.append(graph.method()).append('\n');
    for (Block block : graph.blocks()) {
      printer.block(block);
    }
    return printer.out.toString();
  }

  /** One instruction, without a line end. */
  public static String print(Instr instr) {
    GraphPrinter printer = new GraphPrinter();
    printer.instr(instr);
    return printer.out.toString();
  }

  /** Name of an operation: the JVM's mnemonic, or that of a pseudo operation. */
  public static String name(int op) {
    return switch (op) {
      case Op.PARAM -> "param";
      case Op.CONST -> "const";
      case Op.PHI -> "phi";
      case Op.CATCH -> "catch";
      case Op.LOCKED -> "locked";
      default -> op >= 0 && op < NAMES.length ? NAMES[op] : "op" + op;
    };
  }

  private void block(Block block) {
    out.append(block).append(':');
    if (!block.preds().isEmpty()) {
      out.append(" <-");
      for (Block pred : block.preds()) {
        out.append(' ').append(pred);
      }
    }
    if (block.frequency() >= 0) {
      out.append("  x").append(block.frequency());
    }
    out.append('\n');
    for (Block.Handler handler : block.handlers()) {
      String type = handler.catchType();
      out.append("  try -> ").append(handler.target()).append(' ');
      out.append(type == null ? "any" : type).append('\n');
    }
    for (Instr phi : block.phis()) {
      line(phi);
    }
    for (Instr instr : block.body()) {
      line(instr);
    }
    if (block.hasTerminator()) {
      line(block.terminator());
    }
  }

  private void line(Instr instr) {
    out.append("  ");
    instr(instr);
    out.append('\n');
  }

  private void instr(Instr instr) {
    if (instr.type().kind() != Kind.VOID) {
      out.append(instr).append(" = ");
    }
    out.append(name(instr.op()));
    for (Instr input : instr.inputs()) {
      out.append(' ').append(input);
    }
    operand(instr.operand());
    targets(instr);
    if (instr.type().kind() != Kind.VOID) {
      out.append(" : ").append(name(instr.type()));
    }
    Position position = instr.position();
    if (instr.site() != Instr.NO_SITE) {
      out.append("  @").append(instr.site());
    }
    if (position.line() >= 0) {
      out.append(instr.site() == Instr.NO_SITE ? "  line " : " line ").append(position.line());
    }
    if (position.caller() != null) {
      out.append(" in ").append(position.method());
    }
  }

  private void targets(Instr instr) {
    Block block = instr.block();
    if (block == null || !block.hasTerminator() || block.terminator() != instr) {
      return;
    }
    List<Block> successors = block.successors();
    for (int i = 0; i < successors.size(); i++) {
      out.append(i == 0 ? " -> " : " ").append(successors.get(i));
    }
  }

  private void operand(Operand operand) {
    if (operand instanceof Operand.Field field) {
      member(field.owner(), field.name()).append(' ').append(field.descriptor());
    } else if (operand instanceof Operand.Method method) {
      member(method.owner(), method.name()).append(method.descriptor());
      out.append(method.isInterface() ? " itf" : "");
    } else if (operand instanceof Operand.Dynamic dynamic) {
      out.append(' ').append(dynamic.name()).append(dynamic.descriptor());
      member(dynamic.bootstrap().getOwner(), dynamic.bootstrap().getName());
      out.append(dynamic.arguments());
    } else if (operand instanceof Operand.Class type) {
      out.append(' ').append(type.name());
    } else if (operand instanceof Operand.MultiArray array) {
      out.append(' ').append(array.descriptor()).append(' ').append(array.dimensions());
    } else if (operand instanceof Operand.Int number) {
      out.append(' ').append(number.value());
    } else if (operand instanceof Operand.Constant constant) {
      constant(constant.value());
    } else if (operand instanceof Operand.Switch cases) {
      out.append(" default ");
      StringJoiner keys = new StringJoiner(" ");
      cases.keys().forEach(key -> keys.add(key.toString()));
      out.append(keys);
    } else if (operand == Operand.Null.NULL) {
      out.append(" null");
    }
  }

  private StringBuilder member(String owner, String name) {
    return out.append(' ').append(owner).append('.').append(name);
  }

  /** Text is quoted and kept on its line. */
  private void constant(Object value) {
    if (!(value instanceof String text)) {
      out.append(' ').append(value);
      return;
    }
    out.append(" \"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c >= ' ' && c < 127) {
        out.append(c);
      } else {
        out.append(String.format("\\u%04x", (int) c));
      }
    }
    out.append('"');
  }

  private static String name(ValueType type) {
    String name = type.name();
    if (name != null) {
      return name;
    }
    return type.isNull() ? "null" : type.kind().toString().toLowerCase(Locale.ROOT);
  }
}
