package dev.jpgo.core.world;

import dev.jpgo.core.classfile.ClassInfo;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A class that is loaded, with its place in the hierarchy at this moment. Identity is object
 * identity.
 */
public interface LoadedClass {
  /** Its shape, read from the bytes the VM was given. */
  ClassInfo info();

  /**
   * A number that tells its bytes from others, the same in every JVM; 0 when they are not here.
   *
   * @param code whether of the bytes that its code is read from, rather than of those that {@link
   *     #info} is, which may be others as long as its code has not been asked for
   */
  default long fingerprint(boolean code) {
    return 0;
  }

  /** Identity of its defining loader; the boot loader is {@link World#BOOT_LOADER}. */
  Object loader();

  /** Whether its initialization has completed ("being initialized" does not count). */
  boolean initialized();

  /**
   * The {@code VarHandle} that a static final field of its holds, for good: it is initialized, and
   * what such a field holds then does not change. Empty when the handle is of no known kind, or not
   * known.
   */
  default Optional<VariableHandle> handle(String field) {
    return Optional.empty();
  }

  /**
   * The number that a static final field of its holds, for good: it is initialized. An Integer for
   * all that is an int to bytecode, else a Long, Float or Double. Empty when that is not known,
   * which includes other JVMs and what is compiled for them.
   *
   * @param descriptor the field's, of a primitive type
   */
  default Optional<Object> number(String field, String descriptor) {
    return Optional.empty();
  }

  /** Whether its package is exported by its module to every module. */
  boolean exported();

  Optional<LoadedClass> superclass();

  List<LoadedClass> interfaces();

  /**
   * Direct loaded subclasses, subinterfaces and implementors, hidden classes included; a snapshot.
   */
  Collection<LoadedClass> subtypes();

  default String name() {
    return info().name();
  }

  /**
   * Whether it may declare a method with this name and descriptor that takes part in virtual
   * selection (neither static, private nor an initializer). Much cheaper than {@link #info}, which
   * may have to fetch the bytes: ask this first when many subtypes are looked at. A false "yes" is
   * possible, and the answer for a class whose bytes nobody saw (some hidden classes); a false "no"
   * is not.
   */
  default boolean mayDeclare(String methodName, String descriptor) {
    return info().method(methodName, descriptor).isPresent();
  }

  /**
   * Whether the bytes are to be had, now, so that {@link #info} answers. When not, nothing may be
   * assumed about what the class declares.
   */
  default boolean known() {
    return true;
  }

  /**
   * Whether both are in the same named module, or in the same loader's unnamed one. A false "no" is
   * possible.
   */
  boolean sameModule(LoadedClass other);

  /**
   * Whether its module reads that of another class, without which it may touch nothing there, be it
   * exported or not (JVMS 5.4.4). A module that reads another one does so for good. A false "no" is
   * possible.
   */
  boolean reads(LoadedClass other);
}
