package dev.jpgo.cli.transfer;

import dev.jpgo.cli.common.SeenSite;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.profile.CompiledMethod;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfiledMethod;
import dev.jpgo.core.profile.TypeHistogram;

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
      text.append(method(method));
      text.append(method.tier()).append(',');
      text.append(method.counts().calls()).append(',');
      text.append(method.codeBytes()).append(',');
      text.append(method.compiled().map(CompiledMethod::codeBytesAfter).orElse(0)).append('\n');
    }
    return text.toString();
  }

  /**
   * A line for each class, number or state of a lock that an instruction saw (RFC 4180), and one
   * without for what is not known of it.
   */
  static String sites(Profile profile) {
    StringBuilder text = new StringBuilder();
    text.append("class,method,descriptor,loader,codeHash,kind,site,total,seen,count\n");
    for (ProfiledMethod method : profile.methods()) {
      for (SeenSite site : SeenSite.of(method.counts())) {
        String line =
            method(method) + site.kind() + ',' + site.site() + ',' + site.seen().total() + ',';
        for (TypeHistogram.Entry entry : site.seen().entries()) {
          cell(text.append(line), entry.className().replace('/', '.'));
          text.append(',').append(entry.count()).append('\n');
        }
        if (site.others() > 0) {
          text.append(line).append(',').append(site.others()).append('\n');
        }
      }
    }
    return text.toString();
  }

  /** The cells that say which method it is, with a comma behind each. */
  private static String method(ProfiledMethod method) {
    StringBuilder text = new StringBuilder();
    MethodId id = method.counts().method();
    cell(text, id.owner().replace('/', '.')).append(',');
    cell(text, id.name()).append(',');
    cell(text, id.descriptor()).append(',');
    cell(text, method.loader()).append(',');
    text.append(String.format("%016x", method.counts().codeHash())).append(',');
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
