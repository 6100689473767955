package dev.jpgo.agent;

import dev.jpgo.agent.control.ControllerThread;
import dev.jpgo.agent.events.Failures;
import dev.jpgo.agent.options.OptionValues;
import dev.jpgo.agent.redefine.ClassFilter;
import dev.jpgo.agent.redefine.RecordTransformer;
import dev.jpgo.agent.world.VmInternals;
import dev.jpgo.core.phase.dynamic.KnownBootstraps;
import dev.jpgo.core.record.RecordPatch;
import dev.jpgo.runtime.JpgoRecords;
import java.io.IOException;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where C1 compiles: has records patched as they are loaded, and lets their code run once the JDK's
 * class that links it has been found to be known. The patch is put on by the thread that starts the
 * program; that class is looked at in rounds, when the start-up delay is over.
 */
final class Records implements ControllerThread.Rounds {
  /** What leaves this out when it is among the phases that are switched off. */
  static final String PHASE = "record-methods";

  private static final int TEXTS_BY_FORMAT = 17;
  private static final long LOOK_NANOS = 250_000_000;
  private static final long REST_NANOS = 60_000_000_000L;
  private static final String SAMPLE = "dev/jpgo/core/record/Component";

  private final Foundation foundation;
  private final Failures failures;
  private final RecordTransformer transformer;
  private boolean looked;

  private Records(Foundation foundation, Failures failures, RecordTransformer transformer) {
    this.foundation = foundation;
    this.failures = failures;
    this.transformer = transformer;
  }

  /** Has records patched from now on; the runtime's {@link JpgoRecords} is there. */
  static Records begin(Foundation foundation, OptionValues options, Failures failures)
      throws IOException {
    boolean texts = Runtime.version().feature() == TEXTS_BY_FORMAT;
    RecordTransformer transformer =
        new RecordTransformer(
            application(), new ClassFilter(options), texts, foundation.foreground());
    loadBeforehand(foundation.classFile(SAMPLE));
    foundation.instrumentation().addTransformer(transformer, true);
    return new Records(foundation, failures, transformer);
  }

  /** The system's class loader, if it is the JDK's. */
  private static @Nullable ClassLoader application() {
    ClassLoader system = ClassLoader.getSystemClassLoader();
    return system.getClass().getModule() == Object.class.getModule()
            && system.getParent() == ClassLoader.getPlatformClassLoader()
        ? system
        : null;
  }

  /** What patches a class must not be loaded while one is. */
  private static void loadBeforehand(byte[] sample) {
    RecordPatch patch = RecordPatch.of(sample, true);
    if (patch == null || patch.name().isEmpty() || patch.write(0) == null) {
      throw new IllegalStateException(SAMPLE + " is no record");
    }
  }

  @Override
  public long round() {
    Throwable failure = transformer.takeFailure();
    if (failure != null) {
      failures.report("patching a record", failure);
    }
    if (!looked && transformer.isUsed()) {
      looked = true;
      if (isKnown()) {
        JpgoRecords.text(1); // which links what is in it
        JpgoRecords.know(true);
        if (transformer.isFactoryChanged()) {
          JpgoRecords.know(false); // it was just being changed
        }
      }
    }
    return looked ? REST_NANOS : LOOK_NANOS;
  }

  private boolean isKnown() {
    try {
      byte[] factory = factory();
      return factory != null
          && !transformer.isFactoryChanged()
          && KnownBootstraps.knowsRecords(factory, Runtime.version().feature() == TEXTS_BY_FORMAT);
    } catch (ClassNotFoundException | UnmodifiableClassException | RuntimeException e) {
      failures.report("looking at what links records", e);
      return false;
    }
  }

  private byte @Nullable [] factory() throws ClassNotFoundException, UnmodifiableClassException {
    Class<?> type = Class.forName(RecordTransformer.FACTORY.replace('/', '.'), false, null);
    if (transformer.factory() == null) { // it was there before us
      transformer.asking(Thread.currentThread());
      try {
        foundation.instrumentation().retransformClasses(type);
      } finally {
        transformer.asking(null);
      }
    }
    return transformer.factory();
  }

  /** Gives records the code that they had. */
  void withdraw() {
    JpgoRecords.know(false);
    foundation.instrumentation().removeTransformer(transformer);
    try {
      for (Class<?> type : transformer.isUsed() ? started() : List.<Class<?>>of()) {
        putBack(type);
      }
    } catch (ReflectiveOperationException e) {
      failures.report("putting records back", e);
    }
  }

  /**
   * The patched records that have been initialized. To have others made anew would link them early;
   * they have marked nothing, and never will: what runs in them is the site.
   */
  private List<Class<?>> started() throws ReflectiveOperationException {
    VmInternals vm = foundation.vm();
    List<Class<?>> records = new ArrayList<>();
    for (Class<?> type : foundation.instrumentation().getAllLoadedClasses()) {
      if (transformer.isPatched(type) && vm.initialized(type)) {
        records.add(type);
      }
    }
    return records;
  }

  private void putBack(Class<?> type) {
    try {
      foundation.instrumentation().retransformClasses(type);
    } catch (UnmodifiableClassException | RuntimeException | LinkageError e) {
      failures.report("putting back " + type.getName(), e);
    }
  }
}
