package dev.jpgo.test.profiles;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfileOrigin;
import dev.jpgo.core.profile.ProfiledMethod;
import dev.jpgo.core.profile.TypeHistogram;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Profiles of the JDK's own methods, as large as asked for. */
final class JdkProfiles {
  private static final ProfileOrigin ORIGIN =
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

  private JdkProfiles() {}

  static Profile of(List<ProfiledMethod> methods) {
    return new Profile(List.of(ORIGIN), methods);
  }

  /** A profile of half of the methods, one of each pair, with counts of its own. */
  static Profile half(List<ProfiledMethod> all, Random random) {
    List<ProfiledMethod> some = new ArrayList<>(all.size() / 2);
    for (int i = 0; i < all.size() / 2; i++) {
      some.add(counted(all.get(2 * i + random.nextInt(2)), random));
    }
    return of(some);
  }

  private static ProfiledMethod counted(ProfiledMethod method, Random random) {
    MethodProfile counts = method.counts();
    List<Long> edges = new ArrayList<>();
    for (int i = counts.edges().size(); i > 0; i--) {
      edges.add((long) random.nextInt(100_000));
    }
    return new ProfiledMethod(
        new MethodProfile(
            counts.method(), counts.codeHash(), calls(random), edges, 0, counts.receivers()),
        method.loader(),
        method.tier(),
        method.codeBytes(),
        method.compiled());
  }

  private static long calls(Random random) {
    return 1 + (long) Math.exp(12 * random.nextDouble());
  }

  /** Methods of the JDK: a tenth of them with edges, a third of these with receivers. */
  static List<ProfiledMethod> methods(Random random, int number) throws IOException {
    List<ProfiledMethod> methods = new ArrayList<>(number);
    FileSystem image = FileSystems.getFileSystem(URI.create("jrt:/"));
    try (Stream<Path> files = Files.walk(image.getPath("/modules"))) {
      Iterator<Path> each = files.filter(f -> f.toString().endsWith(".class")).iterator();
      while (methods.size() < number && each.hasNext()) {
        ClassNode node = new ClassNode();
        try (InputStream in = Files.newInputStream(each.next())) {
          new ClassReader(in).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        }
        for (MethodNode method : node.methods) {
          if ((method.access & Opcodes.ACC_ABSTRACT) == 0 && methods.size() < number) {
            methods.add(method(node, method, random));
          }
        }
      }
    }
    return methods;
  }

  private static ProfiledMethod method(ClassNode owner, MethodNode method, Random random) {
    boolean hot = random.nextInt(10) == 0;
    List<Long> edges = new ArrayList<>();
    for (int i = hot ? 1 + random.nextInt(20) : 0; i > 0; i--) {
      edges.add((long) random.nextInt(100_000));
    }
    Map<Integer, TypeHistogram> receivers =
        hot && random.nextInt(3) == 0
            ? Map.of(
                random.nextInt(50),
                new TypeHistogram(List.of(new TypeHistogram.Entry(owner.name, 900)), 1000))
            : Map.of();
    MethodProfile counts =
        new MethodProfile(
            new MethodId(owner.name, method.name, method.desc),
            hot ? random.nextLong() : 0,
            calls(random),
            edges,
            0,
            receivers);
    return new ProfiledMethod(
        counts, "boot", hot ? 1 : 0, method.instructions.size() * 2, Optional.empty());
  }
}
