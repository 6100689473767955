package dev.jpgo.agent.control;

import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.redefine.TierZeroLayout;
import dev.jpgo.agent.warm.KnownMethod;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.ClassRegistry;
import dev.jpgo.agent.world.FunctionReader;
import dev.jpgo.agent.world.MethodBytes;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.instrument.InstrumentationLayout;
import dev.jpgo.core.instrument.MethodVersion;
import dev.jpgo.core.instrument.ProfileBuilder;
import dev.jpgo.core.instrument.SiteKind;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.world.KnownObject;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import dev.jpgo.runtime.JpgoCounters;
import dev.jpgo.runtime.JpgoTypeSite;
import dev.jpgo.runtime.JpgoTypes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.MethodNode;

/** The running program for the optimizer: classes from the registry, counts from the counters. */
final class ProgramWorld implements World {
  /** Receivers that must have been one object before a comparison with it is thought of. */
  private static final int FEWEST = 100;

  private final ClassRegistry registry;
  private final boolean optimizing;
  private final @Nullable FunctionReader functions;
  private final MethodBytes methods = new MethodBytes();
  private BooleanSupplier provisional = () -> false;

  /**
   * @param optimizing whether profiles are for the optimizer: where this run has counted no more
   *     than calls, counts of an earlier one are taken, and what the optimizer never asks for is
   *     left out. Otherwise for a profile that is written: the counts of the earlier run are in one
   *     already
   */
  ProgramWorld(ClassRegistry registry, boolean optimizing) {
    this(registry, optimizing, null);
  }

  /**
   * @param functions tells of functions that are receivers; null when that is not to be told
   */
  ProgramWorld(ClassRegistry registry, boolean optimizing, @Nullable FunctionReader functions) {
    this.registry = registry;
    this.optimizing = optimizing;
    this.functions = functions;
  }

  /**
   * A compilation begins.
   *
   * @param provisional whether, as things stand, its result will be thrown away
   */
  void begin(BooleanSupplier provisional) {
    registry.noneMissed();
    this.provisional = provisional;
  }

  @Override
  public boolean isProvisional() {
    return provisional.getAsBoolean();
  }

  /** The method of this ordinal in the bytes of a class. */
  Optional<MethodNode> code(byte[] classFile, int ordinal) {
    return methods.read(classFile, ordinal);
  }

  @Override
  public Optional<LoadedClass> find(LoadedClass from, String internalName) {
    return registry.find((ClassRecord) from, internalName);
  }

  @Override
  public Optional<MethodNode> code(LoadedClass owner, MethodInfo method) {
    if (!method.hasCode() || ((ClassRecord) owner).mayBeChangedUnseen()) {
      return Optional.empty();
    }
    byte[] bytes = registry.code((ClassRecord) owner);
    if (bytes == null) {
      registry.want((ClassRecord) owner);
      return Optional.empty();
    }
    // the ordinal is a guess: what is known of a JDK class may come from the image, in another
    // order
    return methods.shared(bytes, method.name(), method.descriptor(), method.ordinal());
  }

  @Override
  public Optional<MethodProfile> profile(LoadedClass owner, MethodInfo method) {
    if (!(((ClassRecord) owner).attachment() instanceof ClassState state)) {
      return Optional.empty();
    }
    MethodRecord record = state.promoted(method.ordinal());
    if (record != null && record.layout().isPresent()) {
      return Optional.of(counted(owner, method, record, record.layout().get()));
    }
    KnownMethod known = optimizing ? state.known(method.ordinal()) : null;
    return known != null
        ? Optional.of(known.profile())
        : countedOnly(state, method, record == null ? 0 : record.codeHash());
  }

  @Override
  public Optional<KnownObject> receiver(LoadedClass owner, MethodInfo method, int site) {
    FunctionReader reader = functions;
    MethodRecord record =
        ((ClassRecord) owner).attachment() instanceof ClassState state
            ? state.promoted(method.ordinal())
            : null;
    if (reader == null || record == null || record.layout().isEmpty()) {
      return Optional.empty();
    }
    InstrumentationLayout layout = record.layout().get();
    for (int i = 0; i < layout.sites(); i++) {
      if (layout.kind(i) == SiteKind.RECEIVER && layout.siteOrdinal(i) == site) {
        JpgoTypeSite seen = JpgoTypes.read(record.firstSite() + i);
        Object only = seen == null || seen.count(0) < FEWEST ? null : seen.only();
        return only == null ? Optional.empty() : reader.read(only, (ClassRecord) owner);
      }
    }
    return Optional.empty();
  }

  private MethodProfile counted(
      LoadedClass owner, MethodInfo method, MethodRecord record, InstrumentationLayout layout) {
    MethodId id = new MethodId(owner.name(), method.name(), method.descriptor());
    long hash = record.codeHash();
    long calls = record.callsBefore();
    int counter = record.firstCounter();
    int site = record.firstSite();
    return optimizing
        ? ProfileBuilder.read(id, hash, calls, layout, counter, site)
        : ProfileBuilder.readAll(id, hash, calls, layout, counter, site);
  }

  /**
   * Of a method that has not been profiled only the calls are known; of one that an earlier run
   * knew, the code too.
   */
  private static Optional<MethodProfile> countedOnly(
      ClassState state, MethodInfo method, long codeHash) {
    TierZeroLayout layout = state.layout();
    if (layout == null || method.ordinal() >= layout.methods()) {
      return Optional.empty();
    }
    int counter = layout.callCounter(method.ordinal());
    if (counter == MethodVersion.NONE && codeHash == 0) {
      return Optional.empty();
    }
    long calls = counter == MethodVersion.NONE ? 0 : JpgoCounters.read(counter);
    MethodId id = new MethodId(state.record().name(), method.name(), method.descriptor());
    return Optional.of(new MethodProfile(id, codeHash, calls, List.of(), 0, Map.of()));
  }
}
