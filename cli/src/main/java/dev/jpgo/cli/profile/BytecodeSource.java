package dev.jpgo.cli.profile;

import dev.jpgo.cli.common.CliException;
import dev.jpgo.core.profile.BytecodeText;
import dev.jpgo.core.profile.CompiledMethod;
import dev.jpgo.core.profile.CountedCode;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.ProfiledMethod;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where a method's original bytecode is taken from, as text. */
final class BytecodeSource {
  @Option(
      names = "--classes",
      paramLabel = "PATH",
      description = "A jar or folder with classes, for the bytecode; may be given more than once.")
  private List<Path> places = List.of();

  private ClassFiles classes = new ClassFiles(List.of());

  /**
   * Looks at the places once, before anything is printed.
   *
   * @throws CliException when one of them does not exist
   */
  void open() {
    classes = new ClassFiles(places);
  }

  /** The places that were named. */
  List<Path> paths() {
    return places;
  }

  /** Whether any place was named. */
  boolean isGiven() {
    return !places.isEmpty();
  }

  /** From the profile, else from a class file whose code has the profile's hash. */
  Optional<String> of(ProfiledMethod method) {
    Optional<String> kept =
        method.compiled().flatMap(CompiledMethod::text).map(BytecodeText::before);
    if (kept.isPresent()) {
      return kept;
    }
    MethodProfile counts = method.counts();
    for (byte[] file : classes.find(counts.method().owner())) {
      Optional<String> text = CountedCode.text(file, counts);
      if (text.isPresent()) {
        return text;
      }
    }
    return Optional.empty();
  }
}
