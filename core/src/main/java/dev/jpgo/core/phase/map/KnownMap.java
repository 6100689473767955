package dev.jpgo.core.phase.map;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.world.KnownJdkMethod;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import java.util.ArrayList;
import java.util.List;

/**
 * The methods of {@code HashMap} and {@code Integer} that a look-up without a box rests on: what is
 * asked, all that gives nodes their hashes, and what a map does besides when it is given a value.
 * Known by the hash of their code, in JDK 17 and JDK 25: no other is taken.
 */
enum KnownMap {
  GET(MapNames.MAP, "get", "(Ljava/lang/Object;)Ljava/lang/Object;", 0x6cb77bd8ca754fc2L),
  GET_OR_DEFAULT(
      MapNames.MAP,
      "getOrDefault",
      "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;",
      0xf68586d4e2eb96f0L),
  CONTAINS_KEY(MapNames.MAP, "containsKey", "(Ljava/lang/Object;)Z", 0xa362c1b01f32cf61L),
  GET_NODE(
      MapNames.MAP, "getNode", "(Ljava/lang/Object;)" + MapNames.NODE_TYPE, 0x33c91d68e5344784L),
  HASH(MapNames.MAP, "hash", "(Ljava/lang/Object;)I", 0xd71b182974bd740fL),
  PUT(
      MapNames.MAP,
      "put",
      "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;",
      0x42e5939462c05768L),
  PUT_VALUE(
      MapNames.MAP,
      "putVal",
      "(ILjava/lang/Object;Ljava/lang/Object;ZZ)Ljava/lang/Object;",
      0x24591b6cdf3f75e0L),
  AFTER_ACCESS(
      MapNames.MAP, "afterNodeAccess", "(" + MapNames.NODE_TYPE + ")V", 0x53d2398ac3d09aaaL),
  COMPUTE(
      MapNames.MAP,
      "compute",
      "(Ljava/lang/Object;Ljava/util/function/BiFunction;)Ljava/lang/Object;",
      0x99ec892aa3f0b1b0L),
  COMPUTE_IF_ABSENT(
      MapNames.MAP,
      "computeIfAbsent",
      "(Ljava/lang/Object;Ljava/util/function/Function;)Ljava/lang/Object;",
      0x99977e999d4859a7L),
  MERGE(
      MapNames.MAP,
      "merge",
      "(Ljava/lang/Object;Ljava/lang/Object;Ljava/util/function/BiFunction;)Ljava/lang/Object;",
      0x5c8a5d8a39d7c3fcL),
  NEW_NODE(
      MapNames.MAP,
      "newNode",
      "(ILjava/lang/Object;Ljava/lang/Object;" + MapNames.NODE_TYPE + ")" + MapNames.NODE_TYPE,
      0x201d704b0747fc34L),
  NODE(
      MapNames.NODE,
      "<init>",
      "(ILjava/lang/Object;Ljava/lang/Object;" + MapNames.NODE_TYPE + ")V",
      0x94e2b448f75ad230L),
  HASH_CODE(MapNames.INTEGER, "hashCode", "()I", 0x9cae8e6c08715e67L),
  HASH_CODE_OF(MapNames.INTEGER, "hashCode", "(I)I", 0x446a0d140441e2f2L),
  EQUALS(
      MapNames.INTEGER,
      "equals",
      "(Ljava/lang/Object;)Z",
      0xaa9dca5f7f94f148L,
      0xf6fb9ece274adf75L);

  private static final List<KnownMap> ALL = List.of(values());
  private static final List<KnownJdkMethod> READ = ALL.stream().map(each -> each.method).toList();

  private final KnownJdkMethod method;

  KnownMap(String owner, String name, String descriptor, long hash) {
    this(owner, name, descriptor, hash, hash);
  }

  KnownMap(String owner, String name, String descriptor, long hash17, long hash25) {
    this.method = new KnownJdkMethod(new MethodId(owner, name, descriptor), hash17, hash25);
  }

  /** Whether a class declares some of them. */
  static boolean isOwner(String name) {
    return name.equals(MapNames.MAP) || name.equals(MapNames.NODE) || name.equals(MapNames.INTEGER);
  }

  MethodId id() {
    return method.id();
  }

  /** Those that a map which is asked one of them rests on. */
  static List<MethodId> methods(KnownMap asked) {
    List<MethodId> methods = new ArrayList<>(ALL.size());
    for (KnownMap each : ALL) {
      if (each == asked || each.isRestedOn() || each == AFTER_ACCESS && asked == PUT) {
        methods.add(each.method.id());
      }
    }
    return methods;
  }

  /** Whether every question rests on it: what gives nodes their keys does so, and equality. */
  private boolean isRestedOn() {
    return this == PUT || this != AFTER_ACCESS && !BoxedKeys.ASKED.contains(this);
  }

  /** Whether the running JDK has the code that was read; asks for all of it, known or not. */
  static boolean isHere(World world, LoadedClass from) {
    return KnownJdkMethod.areHere(READ, world, from);
  }
}
