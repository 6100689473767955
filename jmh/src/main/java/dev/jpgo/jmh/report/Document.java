package dev.jpgo.jmh.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jpgo.jmh.driver.JvmFacts;
import dev.jpgo.jmh.driver.Variant;
import dev.jpgo.jmh.driver.VmSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * The JSON document of a run; docs/benchmarks.md describes its shape. Keys are only ever added
 * within a version.
 */
public final class Document {
  /** What {@code format} says. */
  public static final String FORMAT = "jpgo-bench";

  /** Of the shape. */
  public static final int VERSION = 1;

  /** What a document is about. */
  public enum Kind {
    /** Programs of the benchmark jar, measured by their iterations. */
    PROGRAMS,
    /** The user's own, measured by whole processes. */
    COMMAND
  }

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final ObjectNode root = MAPPER.createObjectNode();
  private final ObjectNode settings;
  private final ObjectNode machine;
  private final ArrayNode jvms;
  private final ArrayNode variants;
  private final ArrayNode results;
  private final ArrayNode unavailable;

  /**
   * A document without results, begun now.
   *
   * @param arguments of the command
   */
  public Document(Kind kind, List<String> arguments) {
    root.put("format", FORMAT);
    root.put("version", VERSION);
    root.put("kind", kind.name().toLowerCase(java.util.Locale.ROOT));
    root.put("started", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    root.putNull("finished");
    ArrayNode given = root.putArray("arguments");
    arguments.forEach(given::add);
    machine = root.putObject("machine");
    Machine.describe(machine);
    machine.put("loadBefore", Machine.load());
    settings = root.putObject("settings");
    jvms = root.putArray("jvms");
    variants = root.putArray("variants");
    unavailable = root.putArray("unavailable");
    results = root.putArray("results");
  }

  /** Where the settings go. */
  public ObjectNode settings() {
    return settings;
  }

  /** One more JVM. */
  public void jvm(VmSpec vm, JvmFacts facts, List<String> moreFlags) {
    ObjectNode node = jvms.addObject();
    node.put("name", vm.name());
    node.put("java", vm.java().toString());
    node.put("version", facts.version());
    ArrayNode flags = node.putArray("flags");
    vm.flags().forEach(flags::add);
    moreFlags.forEach(flags::add);
    ArrayNode lines = node.putArray("says");
    facts.lines().forEach(lines::add);
  }

  /** One more variant. */
  public void variant(Variant variant) {
    ObjectNode node = variants.addObject();
    node.put("name", variant.label());
    node.put("kind", variant.kind().name().toLowerCase(java.util.Locale.ROOT));
    node.put("meaning", variant.kind().meaning());
    node.put("agentOptions", variant.agentOptions());
  }

  /** Says that a variant could not be had. */
  public void unavailable(String variant, String vm, String program, String reason) {
    ObjectNode node = unavailable.addObject();
    node.put("variant", variant);
    node.put("vm", vm);
    node.put("program", program);
    node.put("reason", reason);
  }

  /** One more result. */
  public void result(ObjectNode result) {
    results.add(result);
  }

  /** The whole, finished now. */
  public JsonNode finished() {
    root.put("finished", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    machine.put("loadAfter", Machine.load());
    return root;
  }

  /** Writes a document. */
  public static void write(JsonNode document, Path file) throws IOException {
    MAPPER.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), document);
  }

  /**
   * Reads a document.
   *
   * @throws IllegalArgumentException if the file holds none, or one of a newer version
   */
  public static JsonNode read(Path file) {
    JsonNode document;
    try {
      document = MAPPER.readTree(file.toFile());
    } catch (IOException unreadable) {
      throw new IllegalArgumentException("cannot read " + file + ": no JSON in it", unreadable);
    }
    if (!document.path("format").asText().equals(FORMAT)) {
      throw new IllegalArgumentException(file + " is no result of jpgo bench");
    }
    if (document.path("version").asInt() > VERSION) {
      throw new IllegalArgumentException(file + " was written by a newer jpgo bench");
    }
    return document;
  }

  /** A new object. */
  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }
}
