package dev.jpgo.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.agent.warm.KnownMethod;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.LiveProgram;
import dev.jpgo.core.classfile.CodeHash;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.profile.MethodProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Methods of an earlier run and the code of this one. */
class KnownCodeTest {
  private static final String OWNER = "some/Counted";

  private final LiveProgram program = new LiveProgram(1 << 20);
  private final byte[] bytes = LiveProgram.classFile(OWNER);
  private final ClassRecord record = loaded();
  private final List<String> stale = new ArrayList<>();

  private ClassRecord loaded() {
    ClassRecord made = program.registry().record(new LiveProgram.Loader().define(bytes));
    program.registry().captured(made, bytes);
    return made;
  }

  private static KnownMethod known(String name, String descriptor, long hash) {
    MethodId id = new MethodId(OWNER, name, descriptor);
    MethodProfile profile = new MethodProfile(id, hash, 1, List.of(1L), 0, Map.of());
    return new KnownMethod(profile, 2, true, 1, List.of());
  }

  private Map<Integer, KnownMethod> find(KnownMethod... known) {
    return new KnownCode(record, bytes, (method, why) -> stale.add(method.name() + ": " + why))
        .find(List.of(known));
  }

  private MethodInfo constructor() {
    return record.info().method("<init>", "()V").orElseThrow();
  }

  private long hash() {
    return CodeHash.ofMethods(bytes)[constructor().ordinal()];
  }

  @Test
  void theSameCodeIsFoundByItsPlaceInTheClass() {
    KnownMethod same = known("<init>", "()V", hash());
    assertEquals(Map.of(constructor().ordinal(), same), find(same));
    assertEquals(List.of(), stale);
  }

  @Test
  void otherCodeAndAMethodThatIsGoneAreNamed() {
    assertEquals(Map.of(), find(known("<init>", "()V", hash() + 1), known("gone", "()V", 7)));
    assertEquals(
        List.of("<init>: its code has changed", "gone: the class has no such method any more"),
        stale);
  }

  @Test
  void ofTwoReleasesInOneProfileTheOtherIsNotStale() {
    KnownMethod other = known("<init>", "()V", hash() + 1);
    KnownMethod same = known("<init>", "()V", hash());
    assertEquals(Map.of(constructor().ordinal(), same), find(other, same));
    assertEquals(List.of(), stale);
  }
}
