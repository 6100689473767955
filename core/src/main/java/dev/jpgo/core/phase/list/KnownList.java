package dev.jpgo.core.phase.list;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.world.KnownJdkMethod;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import java.util.Arrays;
import java.util.List;

/**
 * The methods of {@code ArrayList} and its iterator that a loop without the iterator's calls rests
 * on. Known by the hash of their code, in JDK 17 and JDK 25: no other is taken.
 */
enum KnownList {
  ITERATOR("iterator", "()Ljava/util/Iterator;", false, 0x5f0f22cf8109eea8L, 0x5f0f22cf8109eea8L),
  SIZE("size", "()I", false, 0xe99fbad664c0d55dL, 0xe99fbad664c0d55dL),
  MADE("<init>", "(Ljava/util/ArrayList;)V", true, 0xe3ee70c5b3323671L, 0x151b535e325b6878L),
  HAS_NEXT("hasNext", "()Z", true, 0xbd6b606fd40e9b3eL, 0xbd6b606fd40e9b3eL),
  NEXT("next", "()Ljava/lang/Object;", true, 0x6ced8c3d8dd49b27L, 0x6ced8c3d8dd49b27L),
  CHECK("checkForComodification", "()V", true, 0x1005d5bf7334c034L, 0x1005d5bf7334c034L);

  /** Internal name of the list's class. */
  static final String LIST = "java/util/ArrayList";

  private static final List<KnownJdkMethod> READ =
      Arrays.stream(values()).map(each -> each.method).toList();

  private final KnownJdkMethod method;

  KnownList(String name, String descriptor, boolean iterator, long hash17, long hash25) {
    MethodId id = new MethodId(iterator ? LIST + "$Itr" : LIST, name, descriptor);
    this.method = new KnownJdkMethod(id, hash17, hash25);
  }

  /** Whether a class declares some of them. */
  static boolean isOwner(String name) {
    return name.equals(ITERATOR.method.id().owner()) || name.equals(NEXT.method.id().owner());
  }

  /** All of them. */
  static List<MethodId> methods() {
    return READ.stream().map(KnownJdkMethod::id).toList();
  }

  /** Whether the running JDK has the code that was read; asks for all of it, known or not. */
  static boolean isHere(World world, LoadedClass from) {
    return KnownJdkMethod.areHere(READ, world, from);
  }
}
