package dev.jpgo.core.profile;

import dev.jpgo.core.classfile.MethodId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Profiles for tests. */
final class ProfileFixtures {
  static final ProfileHeader HEADER =
      new ProfileHeader(
          "OpenJDK 64-Bit Server VM 17.0.1",
          "Linux",
          "amd64",
          "interpreter",
          "0.1.0",
          "demo.jar",
          1_700_000_000_000L,
          12_345,
          1);

  private ProfileFixtures() {}

  static Profile empty() {
    return new Profile(HEADER, List.of());
  }

  /** Every field in use: receivers, a tree of decisions, texts, names beyond ASCII. */
  static Profile rich() {
    MethodId get = new MethodId("p/Box", "get", "()I");
    InlineDecision leaf =
        new InlineDecision(
            1, 12, new MethodId("p/Deep", "x", "()V"), false, "too large", 9, List.of());
    InlineDecision root = new InlineDecision(7, 40, get, true, "one target", 1234, List.of(leaf));
    CompiledMethod compiled =
        new CompiledMethod(
            40, 52, List.of(root), Optional.of(new BytecodeText("0: iload_0\n", "0: iconst_1\n")));
    TypeHistogram types =
        new TypeHistogram(
            List.of(new TypeHistogram.Entry("p/A", 70), new TypeHistogram.Entry("p/B", 20)), 100);
    List<ProfiledMethod> methods = new ArrayList<>();
    methods.add(
        new ProfiledMethod(
            new MethodProfile(
                new MethodId("p/Main", "run", "(I)V"),
                0xCAFE_BABE_1234L,
                5_000_000_000L,
                List.of(1L, 0L, Long.MAX_VALUE),
                0.015625,
                Map.of(7, types, 2, new TypeHistogram(List.of(), 0))),
            "app",
            2,
            40,
            Optional.of(compiled)));
    for (int i = 0; i < 20; i++) {
      methods.add(plain("p/C" + i, i * 31L, i));
    }
    methods.add(plain("p/\u00dcber?\ud800", -5, 3));
    return new Profile(HEADER, methods);
  }

  static ProfiledMethod plain(String owner, long hash, long calls) {
    return new ProfiledMethod(
        new MethodProfile(new MethodId(owner, "m", "()V"), hash, calls, List.of(), 0, Map.of()),
        "boot",
        0,
        5,
        Optional.empty());
  }
}
