package dev.jpgo.jmh.workload;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Script;
import org.mozilla.javascript.ScriptableObject;

/** Rhino's interpreter runs {@code program.js}: objects, closures, strings, arrays, recursion. */
public final class RhinoWorkload implements Workload {
  private final String source;

  public RhinoWorkload() throws IOException {
    try (InputStream stream = RhinoWorkload.class.getResourceAsStream("program.js")) {
      if (stream == null) {
        throw new IOException("program.js is not beside " + RhinoWorkload.class);
      }
      source = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Override
  public long iterate() {
    try (Context context = Context.enter()) {
      context.setInterpretedMode(true);
      context.setLanguageVersion(Context.VERSION_ES6);
      ScriptableObject scope = context.initStandardObjects();
      Script script = context.compileString(source, "program.js", 1, null);
      Object result = script.exec(context, scope, scope);
      Checksum checksum = new Checksum();
      checksum.add(Context.toString(result));
      return checksum.value();
    }
  }
}
