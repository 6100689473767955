package dev.jpgo.core.phase.text;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.world.KnownJdkMethod;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import java.util.List;

/**
 * The methods of {@code String} and {@code StringLatin1} that reading a string's bytes rests on.
 * Known by the hash of their code, in JDK 17 and JDK 25: no other is taken.
 */
final class KnownString {
  static final String STRING = "java/lang/String";

  private static final String LATIN1 = "java/lang/StringLatin1";

  private static final List<KnownJdkMethod> READ =
      List.of(
          KnownJdkMethod.of(STRING, "charAt", "(I)C", 0xe4546c20f7d11442L),
          KnownJdkMethod.of(STRING, "isLatin1", "()Z", 0x8b4da6edb2063144L),
          KnownJdkMethod.of(STRING, "coder", "()B", 0xa66f2e33e5673077L),
          KnownJdkMethod.of(STRING, "value", "()[B", 0x9f7895983cd2a0a8L),
          new KnownJdkMethod(
              new MethodId(LATIN1, "charAt", "([BI)C"), 0x86d0a61b577ac62cL, 0x76a42abeb2894b02L));

  private static final List<MethodId> METHODS = READ.stream().map(KnownJdkMethod::id).toList();

  private KnownString() {}

  /** Whether a class declares some of them. */
  static boolean isOwner(String name) {
    return name.equals(STRING) || name.equals(LATIN1);
  }

  static List<MethodId> methods() {
    return METHODS;
  }

  /** Whether the running JDK has the code that was read; asks for all of it, known or not. */
  static boolean isHere(World world, LoadedClass from) {
    return KnownJdkMethod.areHere(READ, world, from);
  }
}
