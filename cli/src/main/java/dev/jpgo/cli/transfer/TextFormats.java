package dev.jpgo.cli.transfer;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.profile.CompiledMethod;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfiledMethod;

/** Formats that are lines of text. */
final class TextFormats {
  private TextFormats() {}

  /** Frames between semicolons, a space, a count: what flame graphs are drawn from. */
  static String folded(Profile profile) {
    StringBuilder text = new StringBuilder();
    for (CallTree.Stack stack : CallTree.of(profile)) {
      String separator = "";
      for (CallTree.Frame frame : stack.frames()) {
        text.append(separator).append(CallTree.name(frame.method()));
        separator = ";";
      }
      text.append(' ').append(stack.count()).append('\n');
    }
    return text.toString();
  }

  /** A line for each method (RFC 4180). */
  static String csv(Profile profile) {
    StringBuilder text = new StringBuilder();
    text.append("class,method,descriptor,loader,codeHash,tier,calls,codeBytes,optimizedBytes\n");
    for (ProfiledMethod method : profile.methods()) {
      MethodId id = method.counts().method();
      cell(text, id.owner().replace('/', '.')).append(',');
      cell(text, id.name()).append(',');
      cell(text, id.descriptor()).append(',');
      cell(text, method.loader()).append(',');
      text.append(String.format("%016x", method.counts().codeHash())).append(',');
      text.append(method.tier()).append(',');
      text.append(method.counts().calls()).append(',');
      text.append(method.codeBytes()).append(',');
      text.append(method.compiled().map(CompiledMethod::codeBytesAfter).orElse(0)).append('\n');
    }
    return text.toString();
  }

  private static StringBuilder cell(StringBuilder text, String value) {
    if (value.indexOf(',') < 0
        && value.indexOf('"') < 0
        && value.indexOf('\n') < 0
        && value.indexOf('\r') < 0) {
      return text.append(value);
    }
    return text.append('"').append(value.replace("\"", "\"\"")).append('"');
  }
}
