package dev.jpgo.core.profile;

import dev.jpgo.core.classfile.MethodId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Profiles for tests. */
final class ProfileFixtures {
  static final ProfileOrigin ORIGIN =
      new ProfileOrigin(
          "OpenJDK 64-Bit Server VM 17.0.1",
          "Linux",
          "amd64",
          "interpreter",
          "0.1.0",
          "demo.jar",
          "",
          1_700_000_000_000L,
          12_345,
          1);

  private ProfileFixtures() {}

  static Profile empty() {
    return new Profile(List.of(ORIGIN), List.of());
  }

  /** Every field in use. */
  static Profile rich() {
    List<ProfiledMethod> methods = new ArrayList<>(ofFormatOne().methods());
    TypeHistogram lock = new TypeHistogram(List.of(new TypeHistogram.Entry("free", 8)), 9);
    TypeHistogram test = new TypeHistogram(List.of(new TypeHistogram.Entry("p/A", 3)), 3);
    methods.add(
        new ProfiledMethod(
            new MethodProfile(
                new MethodId("p/Main", "sites", "()V"),
                -77,
                4,
                List.of(4L, 4L),
                2,
                Map.of(),
                List.of(
                    new SiteCounts(SiteCounts.Kind.TYPE_TEST, 3, test),
                    new SiteCounts(SiteCounts.Kind.LOCK, 9, lock))),
            "app",
            1,
            12,
            Optional.empty()));
    return new Profile(List.of(ORIGIN), methods);
  }

  /** Every field of format 1 in use: receivers, a tree of decisions, texts, names beyond ASCII. */
  static Profile ofFormatOne() {
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
                144115188075855872L,
                Map.of(7, types, 2, new TypeHistogram(List.of(), 0))),
            "app",
            2,
            40,
            Optional.of(compiled)));
    for (int i = 0; i < 20; i++) {
      methods.add(plain("p/C" + i, i * 31L, i));
    }
    methods.add(plain("p/\u00dcber?\ud800", -5, 3));
    return new Profile(List.of(ORIGIN), methods);
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
