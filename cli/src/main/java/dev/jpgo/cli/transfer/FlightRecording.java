package dev.jpgo.cli.transfer;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfiledMethod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.AnnotationElement;
import jdk.jfr.Event;
import jdk.jfr.EventFactory;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedClassLoader;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/** Flight recordings: methods as events of our own, and the JVM's samples read back. */
final class FlightRecording {
  private static final String EVENT = "jpgo.Method";
  private static final String SAMPLE = "jdk.ExecutionSample";

  private FlightRecording() {}

  /** Writes an event for each method. */
  static void write(Profile profile, Path to) throws IOException {
    List<ValueDescriptor> fields =
        List.of(
            new ValueDescriptor(String.class, "className"),
            new ValueDescriptor(String.class, "methodName"),
            new ValueDescriptor(String.class, "descriptor"),
            new ValueDescriptor(String.class, "loader"),
            new ValueDescriptor(int.class, "tier"),
            new ValueDescriptor(long.class, "calls"),
            new ValueDescriptor(int.class, "codeBytes"));
    EventFactory factory =
        EventFactory.create(
            List.of(
                new AnnotationElement(Name.class, EVENT),
                new AnnotationElement(Label.class, "Method of a jpgo profile"),
                new AnnotationElement(StackTrace.class, false)),
            fields);
    try (Recording recording = new Recording()) {
      recording.enable(EVENT).withoutStackTrace();
      recording.start();
      for (ProfiledMethod method : profile.methods()) {
        MethodId id = method.counts().method();
        Event event = factory.newEvent();
        event.set(0, id.owner().replace('/', '.'));
        event.set(1, id.name());
        event.set(2, id.descriptor());
        event.set(3, method.loader());
        event.set(4, method.tier());
        event.set(5, method.counts().calls());
        event.set(6, method.codeBytes());
        event.commit();
      }
      recording.stop();
      recording.dump(to);
    } finally {
      factory.unregister();
    }
  }

  /** Counts samples of running methods. */
  static Profile read(Path file) throws IOException {
    Samples samples = new Samples("jfr");
    try (RecordingFile recording = new RecordingFile(file)) {
      while (recording.hasMoreEvents()) {
        RecordedEvent event = recording.readEvent();
        if (event.getEventType().getName().equals(SAMPLE)
            && event.getStackTrace() != null
            && !event.getStackTrace().getFrames().isEmpty()) {
          RecordedFrame frame = event.getStackTrace().getFrames().get(0);
          if (frame.isJavaFrame()) {
            add(frame.getMethod(), samples);
          }
        }
      }
    }
    return samples.profile();
  }

  private static void add(RecordedMethod method, Samples samples) {
    String owner = method.getType().getName().replace('.', '/');
    samples.add(
        new MethodId(owner, method.getName(), method.getDescriptor()),
        loader(method.getType().getClassLoader()),
        1);
  }

  /** As the agent names kinds of loaders. */
  private static String loader(@Nullable RecordedClassLoader loader) {
    String name = loader == null ? null : loader.getName();
    if (loader == null || "bootstrap".equals(name)) {
      return "boot";
    }
    if ("app".equals(name) || "platform".equals(name) || loader.getType() == null) {
      return String.valueOf(name);
    }
    return loader.getType().getName();
  }
}
