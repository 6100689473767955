package dev.jpgo.test.differential;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Programs in a file, ready to run: a VM that only interprets would take minutes to compile and
 * transform what it runs in a second.
 */
final class ProgramFile {
  private ProgramFile() {}

  /** Writes programs. */
  static void write(Path file, List<FuzzProgram> programs) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), 1 << 16))) {
      out.writeInt(programs.size());
      for (FuzzProgram each : programs) {
        new Writer(out).program(each);
      }
    }
  }

  /** What is done with each program of a file. */
  @FunctionalInterface
  interface Consumer {
    void accept(FuzzProgram program);
  }

  /** Reads programs, one after another. */
  static void read(Path file, Consumer consumer) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
      int count = in.readInt();
      for (int i = 0; i < count; i++) {
        consumer.accept(new Reader(in).program());
      }
    }
  }

  /** Writes one program; each text and each frame once. */
  private static final class Writer {
    private final DataOutputStream out;
    private final Map<String, Integer> texts = new HashMap<>();
    private final Map<StackTraceElement, Integer> written = new HashMap<>();

    Writer(DataOutputStream out) {
      this.out = out;
    }

    void program(FuzzProgram program) throws IOException {
      out.writeLong(program.seed());
      version(program.plain());
      version(program.transformed());
    }

    private void version(ProgramVersion version) throws IOException {
      text(version.name());
      text(version.late());
      out.writeInt(version.effects());
      text(version.failure().orElse(""));
      out.writeInt(version.classes().size());
      for (Map.Entry<String, byte[]> each : version.classes().entrySet()) {
        text(each.getKey());
        out.writeInt(each.getValue().length);
        out.write(each.getValue());
      }
      lines(version.lines().frames());
    }

    private void lines(Map<String, Map<Integer, List<StackTraceElement>>> frames)
        throws IOException {
      out.writeInt(frames.size());
      for (Map.Entry<String, Map<Integer, List<StackTraceElement>>> type : frames.entrySet()) {
        text(type.getKey());
        out.writeInt(type.getValue().size());
        for (Map.Entry<Integer, List<StackTraceElement>> line : type.getValue().entrySet()) {
          out.writeShort(line.getKey());
          out.writeByte(line.getValue().size());
          for (StackTraceElement frame : line.getValue()) {
            frame(frame);
          }
        }
      }
    }

    private void frame(StackTraceElement frame) throws IOException {
      Integer known = written.get(frame);
      out.writeShort(known == null ? written.size() : known);
      if (known == null) {
        written.put(frame, written.size());
        text(frame.getClassName());
        text(frame.getMethodName());
        text(String.valueOf(frame.getFileName()));
        out.writeShort(frame.getLineNumber());
      }
    }

    private void text(String text) throws IOException {
      Integer known = texts.get(text);
      out.writeShort(known == null ? texts.size() : known);
      if (known == null) {
        texts.put(text, texts.size());
        out.writeUTF(text);
      }
    }
  }

  private static final class Reader {
    private final DataInputStream in;
    private final List<String> texts = new ArrayList<>();
    private final List<StackTraceElement> known = new ArrayList<>();

    Reader(DataInputStream in) {
      this.in = in;
    }

    FuzzProgram program() throws IOException {
      long seed = in.readLong();
      ProgramVersion plain = version();
      return new FuzzProgram(seed, plain, version());
    }

    private ProgramVersion version() throws IOException {
      String name = text();
      String late = text();
      int effects = in.readInt();
      String failure = text();
      Map<String, byte[]> classes = new TreeMap<>();
      for (int left = in.readInt(); left > 0; left--) {
        String className = text();
        classes.put(className, in.readNBytes(in.readInt()));
      }
      InlinedLines lines = lines();
      return new ProgramVersion(
          name,
          classes,
          lines,
          late,
          effects,
          failure.isEmpty() ? Optional.empty() : Optional.of(failure));
    }

    private InlinedLines lines() throws IOException {
      InlinedLines lines = new InlinedLines();
      for (int types = in.readInt(); types > 0; types--) {
        String className = text();
        for (int left = in.readInt(); left > 0; left--) {
          int line = in.readUnsignedShort();
          List<StackTraceElement> frames = new ArrayList<>();
          for (int depth = in.readUnsignedByte(); depth > 0; depth--) {
            frames.add(frame());
          }
          lines.put(className, line, frames);
        }
      }
      return lines;
    }

    private StackTraceElement frame() throws IOException {
      int index = in.readUnsignedShort();
      if (index == known.size()) {
        known.add(new StackTraceElement(text(), text(), text(), in.readShort()));
      }
      return known.get(index);
    }

    private String text() throws IOException {
      int index = in.readUnsignedShort();
      if (index == texts.size()) {
        texts.add(in.readUTF());
      }
      return texts.get(index);
    }
  }
}
