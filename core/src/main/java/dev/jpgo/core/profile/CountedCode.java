package dev.jpgo.core.profile;

import dev.jpgo.core.cfg.BasicBlock;
import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.cfg.Edge;
import dev.jpgo.core.classfile.CodeHash;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * A method's bytecode as {@link CodePrinter} writes it, line by line, with how often each
 * instruction ran, as far as its edges tell.
 *
 * @param lines the lines of the text
 * @param counted whether edges are known, and are those of this code
 */
public record CountedCode(List<Line> lines, boolean counted) {
  /**
   * One line.
   *
   * @param text as it was printed
   * @param ordinal of the instruction on it; -1 when there is none
   * @param sourceLine that begins here; 0 when none does
   * @param count executions of the instruction's block, also when an exception left it before; -1
   *     when not known
   * @param first whether it is the first instruction of a block
   * @param ways where control went on from here; none where it cannot but go to the next line
   */
  public record Line(
      String text, int ordinal, int sourceLine, long count, boolean first, List<Way> ways) {
    public Line {
      ways = List.copyOf(ways);
    }
  }

  /**
   * A way that control took from a branch.
   *
   * @param to ordinal of the instruction it leads to
   * @param count how often
   */
  public record Way(int to, long count) {}

  private static final String SOURCE_LINE = "      // line ";

  public CountedCode {
    lines = List.copyOf(lines);
  }

  /** Lines of a text of this method's original code, as {@link CodePrinter} wrote it. */
  public static CountedCode of(String text, MethodProfile counts) {
    MethodNode code = CodeTextReader.read(text);
    EdgeCounts edges = edges(code, counts);
    List<Line> lines = new ArrayList<>();
    int expected = 0;
    for (String line : text.split("\n")) {
      int ordinal = CodeTextReader.ordinal(line);
      if (ordinal != expected) {
        lines.add(new Line(line, -1, sourceLine(line), -1, false, List.of()));
      } else {
        expected++;
        lines.add(edges == null ? plain(line, ordinal) : counted(line, ordinal, edges));
      }
    }
    return new CountedCode(lines, edges != null);
  }

  /**
   * The text of a method in a class file.
   *
   * @param counts of the method; with a hash, the code must have it
   * @return empty when there is no such method, or its code is another
   */
  public static Optional<String> text(byte[] classFile, MethodProfile counts) {
    ClassNode node = new ClassNode();
    new ClassReader(classFile).accept(node, ClassReader.SKIP_FRAMES);
    for (MethodNode method : node.methods) {
      if (method.name.equals(counts.method().name())
          && method.desc.equals(counts.method().descriptor())
          && method.instructions.size() > 0
          && (counts.codeHash() == 0 || counts.codeHash() == CodeHash.of(method))) {
        return Optional.of(CodePrinter.print(method, Map.of(), true));
      }
    }
    return Optional.empty();
  }

  private static @Nullable EdgeCounts edges(MethodNode code, MethodProfile counts) {
    if (counts.edges().isEmpty() || !Cfg.describes(code)) {
      return null;
    }
    Cfg cfg = Cfg.of(code);
    return cfg.edges().size() == counts.edges().size() ? EdgeCounts.of(cfg, counts) : null;
  }

  private static Line plain(String line, int ordinal) {
    return new Line(line, ordinal, 0, -1, false, List.of());
  }

  private static Line counted(String line, int ordinal, EdgeCounts edges) {
    Cfg cfg = edges.cfg();
    BasicBlock block = cfg.blockAt(ordinal);
    List<Way> ways = new ArrayList<>();
    if (ordinal == block.end() - 1) {
      for (Edge edge : cfg.outgoing(block.index())) {
        if (edge.kind() == Edge.Kind.FLOW) {
          ways.add(new Way(cfg.blocks().get(edge.to()).start(), edges.edge(edge)));
        }
      }
      boolean straight = ways.size() == 1 && ways.get(0).to() == ordinal + 1;
      ways = straight ? List.of() : ways;
    }
    return new Line(line, ordinal, 0, edges.at(ordinal), ordinal == block.start(), ways);
  }

  private static int sourceLine(String line) {
    String number = line.startsWith(SOURCE_LINE) ? line.substring(SOURCE_LINE.length()) : "";
    return number.matches("\\d{1,9}") ? Integer.parseInt(number) : 0;
  }
}
