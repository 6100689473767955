package dev.jpgo.cli.profile;

import dev.jpgo.cli.common.SeenSite;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.profile.BytecodeText;
import dev.jpgo.core.profile.CompiledMethod;
import dev.jpgo.core.profile.CountedCode;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfileOrigin;
import dev.jpgo.core.profile.ProfiledMethod;
import dev.jpgo.core.profile.SiteCounts;
import dev.jpgo.core.profile.TypeHistogram;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Profiles as JSON; the keys are documented in docs/cli.md. */
final class ProfileJson {
  private ProfileJson() {}

  /**
   * A profile.
   *
   * @param code where to take bytecode from; null to leave it out
   */
  static Map<String, Object> of(
      Profile profile, List<ProfiledMethod> chosen, @Nullable BytecodeSource code) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("header", header(profile));
    json.put("methodsInProfile", profile.methods().size());
    List<Object> methods = new ArrayList<>();
    for (ProfiledMethod method : chosen) {
      Map<String, Object> each = method(method);
      if (code != null) {
        code.of(method).ifPresent(text -> each.put("code", code(text, method.counts())));
      }
      methods.add(each);
    }
    json.put("methods", methods);
    return json;
  }

  /** Times and runs of all origins together, the words of the first; then each for itself. */
  private static Map<String, Object> header(Profile profile) {
    Map<String, Object> json = new LinkedHashMap<>();
    List<Object> origins = new ArrayList<>();
    for (ProfileOrigin origin : profile.origins()) {
      origins.add(origin(origin));
      if (origins.size() == 1) {
        json.putAll(origin(origin));
      }
    }
    json.put("durationMillis", profile.durationMillis());
    json.put("runs", profile.runs());
    json.put("origins", origins);
    return json;
  }

  private static Map<String, Object> origin(ProfileOrigin origin) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("program", origin.program());
    json.put("phase", origin.phase());
    json.put("jvm", origin.jvm());
    json.put("os", origin.os());
    json.put("arch", origin.arch());
    json.put("mode", origin.mode());
    json.put("agentVersion", origin.agentVersion());
    json.put("startMillis", origin.startMillis());
    json.put("durationMillis", origin.durationMillis());
    json.put("runs", origin.runs());
    return json;
  }

  private static Map<String, Object> method(ProfiledMethod method) {
    MethodProfile counts = method.counts();
    Map<String, Object> json = name(counts.method());
    json.put("loader", method.loader());
    json.put("codeHash", String.format("%016x", counts.codeHash()));
    json.put("tier", method.tier());
    json.put("calls", counts.calls());
    json.put("codeBytes", method.codeBytes());
    method.compiled().ifPresent(code -> json.put("codeBytesOptimized", code.codeBytesAfter()));
    json.put("edges", counts.edges());
    json.put("conservationError", counts.conservationError());
    List<Object> sites = new ArrayList<>();
    for (Map.Entry<Integer, TypeHistogram> site : new TreeMap<>(counts.receivers()).entrySet()) {
      sites.add(site(site.getKey(), site.getValue()));
    }
    json.put("receivers", sites);
    List<Object> others = new ArrayList<>();
    for (SiteCounts other : counts.sites()) {
      Map<String, Object> seen = new LinkedHashMap<>();
      seen.put("kind", SeenSite.word(other.kind()));
      seen.putAll(site(other.site(), other.seen()));
      others.add(seen);
    }
    json.put("sites", others);
    return json;
  }

  private static List<Object> code(String text, MethodProfile counts) {
    List<Object> code = new ArrayList<>();
    int sourceLine = 0;
    for (CountedCode.Line line : CountedCode.of(text, counts).lines()) {
      sourceLine = line.sourceLine() > 0 ? line.sourceLine() : sourceLine;
      if (line.ordinal() >= 0) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("site", line.ordinal());
        json.put("line", sourceLine);
        json.put("text", line.text().substring(line.text().indexOf(':') + 2));
        if (line.count() >= 0) {
          json.put("count", line.count());
        }
        if (!line.ways().isEmpty()) {
          json.put("to", line.ways().stream().map(ProfileJson::way).toList());
        }
        code.add(json);
      }
    }
    return code;
  }

  private static Map<String, Object> way(CountedCode.Way way) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("site", way.to());
    json.put("count", way.count());
    return json;
  }

  private static Map<String, Object> site(int site, TypeHistogram histogram) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("site", site);
    json.put("total", histogram.total());
    json.put("types", types(histogram));
    return json;
  }

  /** Classes, or what else was seen, with how often. */
  static List<Object> types(TypeHistogram histogram) {
    List<Object> types = new ArrayList<>();
    for (TypeHistogram.Entry entry : histogram.entries()) {
      Map<String, Object> type = new LinkedHashMap<>();
      type.put("class", entry.className().replace('/', '.'));
      type.put("count", entry.count());
      types.add(type);
    }
    return types;
  }

  /** The decisions about one compiled method, and its code before and after. */
  static Map<String, Object> explained(ProfiledMethod method) {
    Map<String, Object> json = method(method);
    if (method.compiled().isPresent()) {
      CompiledMethod compiled = method.compiled().get();
      json.put("decisions", decisions(compiled.decisions()));
      if (compiled.text().isPresent()) {
        BytecodeText text = compiled.text().get();
        json.put("bytecodeBefore", text.before());
        json.put("bytecodeAfter", text.after());
      }
    }
    return json;
  }

  private static List<Object> decisions(List<InlineDecision> decisions) {
    List<Object> list = new ArrayList<>();
    for (InlineDecision decision : decisions) {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("site", decision.site());
      json.put("line", decision.line());
      json.put("target", name(decision.target()));
      json.put("inlined", decision.inlined());
      json.put("reason", decision.reason());
      json.put("count", decision.count());
      json.put("inner", decisions(decision.inner()));
      list.add(json);
    }
    return list;
  }

  private static Map<String, Object> name(MethodId method) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("class", method.owner().replace('/', '.'));
    json.put("method", method.name());
    json.put("descriptor", method.descriptor());
    return json;
  }
}
