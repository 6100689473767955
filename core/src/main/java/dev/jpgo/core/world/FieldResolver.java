package dev.jpgo.core.world;

import dev.jpgo.core.classfile.FieldInfo;
import java.util.Optional;

/** Resolution of symbolic references to fields (JVMS 5.4.3.2). Stateless. */
public final class FieldResolver {
  private FieldResolver() {}

  /**
   * A field of a loaded class.
   *
   * @param owner the class that declares it
   * @param field its declaration
   */
  public record ResolvedField(LoadedClass owner, FieldInfo field) {}

  /** The field that a reference means, or empty when none is known. */
  public static Optional<ResolvedField> resolve(LoadedClass named, String name, String descriptor) {
    for (LoadedClass at = named; at != null && at.known(); at = at.superclass().orElse(null)) {
      Optional<FieldInfo> declared = at.info().field(name, descriptor);
      if (declared.isPresent()) {
        return Optional.of(new ResolvedField(at, declared.get()));
      }
      for (LoadedClass direct : at.interfaces()) {
        if (!direct.known()) {
          return Optional.empty(); // it may declare what a superclass declares, too
        }
        Optional<ResolvedField> inherited = resolve(direct, name, descriptor);
        if (inherited.isPresent()) {
          return inherited;
        }
      }
    }
    return Optional.empty();
  }
}
