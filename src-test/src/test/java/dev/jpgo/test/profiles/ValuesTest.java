package dev.jpgo.test.profiles;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfileFile;
import dev.jpgo.core.profile.ProfileMerger;
import dev.jpgo.core.profile.ProfiledMethod;
import dev.jpgo.core.profile.SiteCounts;
import dev.jpgo.core.profile.TypeHistogram;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Profiles tell values and locks of a program in which they are known, exactly. */
class ValuesTest {
  /** Everything is profiled at once, and stays so. */
  private static final String PROFILED =
      "delay=0,interval=5,strategy=all,tier2.calls=2147483647,tier2.loops=2147483647,jdk=off"
          + ",include=dev.jpgo.test.profiles.ValuesProgram,out=";

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(names = {"JDK17_INT", "JDK25_INT", "ZERO17"})
  void allIsRecordedWhereItIsAskedFor(Vm vm) throws IOException {
    Profile profile = run(vm, ",profile.values=on,profile.locks=on");
    assertEquals(
        List.of("VALUE 240: 0=40 1=40 2=40 4=40"), seen(profile, "chosen"), "of each sixth");
    assertEquals(
        List.of(
            "VALUE 240: 0=80 1=80 2=80", "VALUE 240: 1=80 2=80 3=80", "VALUE 240: 0=80 1=80 2=80"),
        seen(profile, "lengths"));
    assertEquals(
        List.of(
            "LOCK 240: free-or-other=240",
            "MONITOR 240: java/lang/Object=240",
            "LOCK 240: free-or-other=120 own=120",
            "MONITOR 240: java/lang/Object=120 java/lang/String=120"),
        seen(profile, "locked"));
    String own = ValuesProgram.class.getName().replace('.', '/');
    assertEquals(
        List.of("entry LOCK 240:", "entry MONITOR 240: " + own + "=240"), seen(profile, "method"));
    assertEquals(
        List.of("entry LOCK 240:", "entry MONITOR 240: java/lang/Class=240"),
        seen(profile, "ofClass"));
    assertEquals(
        List.of("LOCK 240: free-or-other=120", "MONITOR 120: " + own + "=120"),
        seen(profile, "lockOfNothing"));
  }

  @ParameterizedTest
  @EnumSource(names = {"JDK17_INT", "JDK25_INT"})
  void whatEdgesTellIsAlwaysThere(Vm vm) throws IOException {
    Profile profile = run(vm, ",profile.values=off,profile.locks=off");
    assertEquals(List.of("VALUE 240: 0=40 4=40"), seen(profile, "chosen"));
    assertEquals(List.of(), seen(profile, "lengths"));
    assertEquals(List.of("LOCK 240:", "LOCK 240:"), seen(profile, "locked"));
    assertEquals(List.of("entry LOCK 240:"), seen(profile, "method"));
    Profile more = ProfileMerger.merge(profile, run(vm, ",profile.values=on,profile.locks=on"));
    assertEquals(List.of("VALUE 480: 0=80 4=80 1=40 2=40"), seen(more, "chosen"));
    assertEquals("LOCK 480: free-or-other=240", seen(more, "locked").get(0));
  }

  private Profile run(Vm vm, String options) throws IOException {
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(ValuesProgram.class);
    Path file = folder.resolve("run.jpgo");
    ForkedJvm.Result run =
        ForkedJvm.on(vm).withAgent(PROFILED + file + options).run(ValuesProgram.class);
    assertEquals("", run.err());
    assertEquals(plain.out(), run.out());
    return ProfileFile.read(file);
  }

  private static List<String> seen(Profile profile, String method) {
    List<String> lines = new ArrayList<>();
    for (SiteCounts site : method(profile, method).sites()) {
      if (site.kind() != SiteCounts.Kind.TYPE_TEST) {
        String where = site.site() == SiteCounts.ENTRY ? "entry " : "";
        StringBuilder line = new StringBuilder(where + site.kind() + ' ' + site.seen().total());
        line.append(':');
        for (TypeHistogram.Entry entry : site.seen().entries()) {
          line.append(' ').append(entry.className()).append('=').append(entry.count());
        }
        lines.add(line.toString());
      }
    }
    return lines;
  }

  private static MethodProfile method(Profile profile, String name) {
    TreeMap<String, MethodProfile> methods = new TreeMap<>();
    for (ProfiledMethod method : profile.methods()) {
      methods.put(method.counts().method().name(), method.counts());
    }
    MethodProfile found = methods.get(name);
    if (found == null) {
      throw new AssertionError(name + " is not among " + methods.keySet());
    }
    return found;
  }
}
