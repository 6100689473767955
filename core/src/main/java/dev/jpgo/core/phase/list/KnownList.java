package dev.jpgo.core.phase.list;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.world.KnownJdkMethod;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import java.util.List;
import java.util.stream.Stream;

/**
 * A kind of list whose elements a loop can take without the calls of an iterator, with the methods
 * that this rests on. They are known by the hash of their code, in JDK 17 and JDK 25: no other is
 * taken.
 */
enum KnownList {
  /** An {@code ArrayList} and nothing below it. */
  ARRAY_LIST(List.of(Names.ARRAY_LIST), arrayList()),

  /** What {@code Collections.unmodifiableList} makes of one. */
  UNMODIFIABLE(
      List.of(
          "java/util/Collections$UnmodifiableRandomAccessList",
          "java/util/Collections$UnmodifiableList"),
      unmodifiable()),

  /** What {@code List.of}, {@code List.copyOf} and {@code Stream.toList} make. */
  FIXED(
      List.of("java/util/ImmutableCollections$ListN", "java/util/ImmutableCollections$List12"),
      fixed());

  private final List<String> classes;
  private final List<KnownJdkMethod> methods;

  KnownList(List<String> classes, List<KnownJdkMethod> methods) {
    this.classes = classes;
    this.methods = methods;
  }

  private static List<KnownJdkMethod> arrayList() {
    String list = Names.ARRAY_LIST;
    String iterator = list + "$Itr";
    MethodId made = new MethodId(iterator, "<init>", "(Ljava/util/ArrayList;)V");
    return List.of(
        KnownJdkMethod.of(list, "iterator", Names.ITERATOR, 0x5f0f22cf8109eea8L),
        KnownJdkMethod.of(list, "size", "()I", 0xe99fbad664c0d55dL),
        new KnownJdkMethod(made, 0xe3ee70c5b3323671L, 0x151b535e325b6878L),
        KnownJdkMethod.of(iterator, "hasNext", "()Z", 0xbd6b606fd40e9b3eL),
        KnownJdkMethod.of(iterator, "next", Names.NEXT, 0x6ced8c3d8dd49b27L),
        KnownJdkMethod.of(iterator, "checkForComodification", "()V", 0x1005d5bf7334c034L));
  }

  private static List<KnownJdkMethod> unmodifiable() {
    String list = "java/util/Collections$UnmodifiableCollection";
    String iterator = list + "$1";
    MethodId made = new MethodId(iterator, "<init>", "(L" + list + ";)V");
    List<KnownJdkMethod> own =
        List.of(
            KnownJdkMethod.of(list, "iterator", Names.ITERATOR, 0x6b6bf3826c2f195bL),
            new KnownJdkMethod(made, 0xb3f2e6d43a8c2e4cL, 0xf65476d3302f1e0eL),
            KnownJdkMethod.of(iterator, "hasNext", "()Z", 0xb0662e13fd5efd09L),
            KnownJdkMethod.of(iterator, "next", Names.NEXT, 0x900e2b412589fc1fL));
    return Stream.concat(own.stream(), arrayList().stream()).toList();
  }

  private static List<KnownJdkMethod> fixed() {
    String all = "java/util/ImmutableCollections$";
    String iterator = all + "ListItr";
    String get = "(I)Ljava/lang/Object;";
    return List.of(
        KnownJdkMethod.of(
            all + "AbstractImmutableList", "iterator", Names.ITERATOR, 0x7c5f6c00d8371a29L),
        KnownJdkMethod.of(iterator, "<init>", "(Ljava/util/List;I)V", 0xfad09f97edba64bcL),
        KnownJdkMethod.of(iterator, "hasNext", "()Z", 0x6e9ff49ff1b5b2a1L),
        KnownJdkMethod.of(iterator, "next", Names.NEXT, 0xcef413a533b999a4L),
        KnownJdkMethod.of(all + "ListN", "size", "()I", 0x566c67b1ab0fe9e8L),
        KnownJdkMethod.of(all + "ListN", "get", get, 0x223b2ed02579f86cL),
        KnownJdkMethod.of(all + "List12", "size", "()I", 0x0f54f70cfa955772L),
        KnownJdkMethod.of(all + "List12", "get", get, 0xc77d4678add33f20L));
  }

  /** Internal names of the classes of such lists. */
  List<String> classes() {
    return classes;
  }

  /** What a loop over such a list rests on. */
  List<MethodId> methods() {
    return methods.stream().map(KnownJdkMethod::id).toList();
  }

  /** Whether a class declares some of it for the commonest kind. */
  static boolean isOwner(String name) {
    return name.equals(Names.ARRAY_LIST) || name.equals(Names.ARRAY_LIST + "$Itr");
  }

  /** Whether the running JDK has the code that was read; asks for all of it, known or not. */
  boolean isHere(World world, LoadedClass from) {
    return KnownJdkMethod.areHere(methods, world, from);
  }

  /** Constants of an enum's constants. */
  static final class Names {
    static final String ARRAY_LIST = "java/util/ArrayList";
    private static final String ITERATOR = "()Ljava/util/Iterator;";
    private static final String NEXT = "()Ljava/lang/Object;";

    private Names() {}
  }
}
