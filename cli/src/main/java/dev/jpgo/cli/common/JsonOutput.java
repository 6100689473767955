package dev.jpgo.cli.common;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.PrintWriter;

/** Prints data as JSON, indented, keys in the order in which they were put in. */
public final class JsonOutput {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private JsonOutput() {}

  /**
   * @param data maps, lists, strings, numbers and booleans
   */
  public static void print(PrintWriter out, Object data) {
    try {
      out.println(MAPPER.writeValueAsString(data));
      out.flush();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("data that is no JSON", e);
    }
  }
}
