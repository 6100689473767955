package dev.jpgo.cli.transfer;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.profile.Profile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * The format of {@code go tool pprof}: a protocol buffer inside gzip, described by {@code
 * profile.proto} in github.com/google/pprof, whose field numbers these are.
 */
final class Pprof {
  private static final int SAMPLE_TYPE = 1;
  private static final int SAMPLE = 2;
  private static final int LOCATION = 4;
  private static final int FUNCTION = 5;
  private static final int STRING = 6;
  private static final int TIME_NANOS = 9;
  private static final int DURATION_NANOS = 10;

  /** Content that is unpacked, at most. */
  private static final int MAX_BYTES = 1 << 28;

  private final Map<String, Long> strings = new LinkedHashMap<>();
  private final Map<String, Long> functions = new LinkedHashMap<>();
  private final Map<String, Long> locations = new LinkedHashMap<>();
  private final ProtoBytes file = new ProtoBytes();

  private Pprof() {
    string(""); // the first must be empty
  }

  static void write(Profile profile, OutputStream to) throws IOException {
    byte[] bytes = new Pprof().bytes(profile);
    try (GZIPOutputStream gzip = new GZIPOutputStream(to)) {
      gzip.write(bytes);
    }
  }

  private byte[] bytes(Profile profile) {
    ProtoBytes type = new ProtoBytes().number(1, string("calls")).number(2, string("count"));
    file.message(SAMPLE_TYPE, type);
    for (CallTree.Stack stack : CallTree.of(profile)) {
      List<Long> ids = new ArrayList<>();
      List<CallTree.Frame> frames = stack.frames();
      for (int i = frames.size() - 1; i >= 0; i--) {
        // pprof wants the line inside each frame: that of the call which the frame above came by
        int line = i + 1 < frames.size() ? frames.get(i + 1).line() : 0;
        ids.add(location(frames.get(i).method(), line));
      }
      file.message(SAMPLE, new ProtoBytes().packed(1, ids).packed(2, List.of(stack.count())));
    }
    for (String text : strings.keySet()) {
      file.text(STRING, text);
    }
    if (!profile.origins().isEmpty()) {
      file.number(TIME_NANOS, profile.origins().get(0).startMillis() * 1_000_000);
      file.number(DURATION_NANOS, profile.durationMillis() * 1_000_000);
    }
    return file.toByteArray();
  }

  private long location(MethodId method, int line) {
    Long known = locations.get(method + "@" + line);
    if (known != null) {
      return known;
    }
    long id = locations.size() + 1;
    locations.put(method + "@" + line, id);
    ProtoBytes lines = new ProtoBytes().number(1, function(method)).number(2, line);
    file.message(LOCATION, new ProtoBytes().number(1, id).message(4, lines));
    return id;
  }

  private long function(MethodId method) {
    Long known = functions.get(method.toString());
    if (known != null) {
      return known;
    }
    long id = functions.size() + 1;
    functions.put(method.toString(), id);
    file.message(
        FUNCTION,
        new ProtoBytes()
            .number(1, id)
            .number(2, string(CallTree.name(method)))
            .number(3, string(method.toString()))
            .number(4, string(CallTree.sourceFile(method))));
    return id;
  }

  private long string(String text) {
    Long known = strings.get(text);
    if (known != null) {
      return known;
    }
    long index = strings.size();
    strings.put(text, index);
    return index;
  }

  /** Samples by the method that was running, which pprof names without loader or descriptor. */
  static Profile read(byte[] bytes) throws IOException {
    byte[] content;
    try (GZIPInputStream gzip = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      content = gzip.readNBytes(MAX_BYTES);
    }
    List<String> texts = new ArrayList<>();
    Map<Long, Long> names = new HashMap<>();
    Map<Long, Long> running = new HashMap<>();
    Map<Long, Long> samples = new HashMap<>();
    ProtoFields fields = new ProtoFields(content);
    for (int field = fields.next(); field != 0; field = fields.next()) {
      switch (field) {
        case STRING -> texts.add(fields.text());
        case FUNCTION -> {
          Map<Integer, Long> function = numbers(fields.message());
          names.put(function.getOrDefault(1, 0L), function.getOrDefault(2, 0L));
        }
        case LOCATION -> location(fields.message(), running);
        case SAMPLE -> {
          Map<Integer, Long> sample = numbers(fields.message());
          samples.merge(sample.getOrDefault(1, 0L), sample.getOrDefault(2, 0L), Long::sum);
        }
        default -> {}
      }
    }
    Samples result = new Samples("pprof");
    for (Map.Entry<Long, Long> sample : samples.entrySet()) {
      Long name = names.get(running.getOrDefault(sample.getKey(), 0L));
      if (name != null && name >= 0 && name < texts.size()) {
        result.add(texts.get(name.intValue()), sample.getValue());
      }
    }
    return result.profile();
  }

  /** Of inlined frames the innermost, which comes first. */
  private static void location(ProtoFields location, Map<Long, Long> running) throws IOException {
    long id = 0;
    long function = 0;
    for (int field = location.next(); field != 0; field = location.next()) {
      if (field == 1) {
        id = location.number();
      } else if (field == 4 && function == 0) {
        function = numbers(location.message()).getOrDefault(1, 0L);
      }
    }
    running.put(id, function);
  }

  /** The first number of each field. */
  private static Map<Integer, Long> numbers(ProtoFields message) throws IOException {
    Map<Integer, Long> numbers = new HashMap<>();
    for (int field = message.next(); field != 0; field = message.next()) {
      numbers.putIfAbsent(field, message.number());
    }
    return numbers;
  }
}
