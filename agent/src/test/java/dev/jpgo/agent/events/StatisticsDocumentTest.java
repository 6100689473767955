package dev.jpgo.agent.events;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class StatisticsDocumentTest {
  private static final Path PAGE = Path.of("..", "docs", "statistics.md");
  private static final Pattern ROW = Pattern.compile("\\| `([A-Za-z0-9.]+)` \\|.*");

  @Test
  void thePageInDocsHasEveryKeyAndNoOther() throws IOException {
    Set<String> keys = new TreeSet<>();
    collect(new ObjectMapper().readTree(new Statistics("jit", "a JVM").json()), "", keys);
    assertEquals(keys, rows(Files.readAllLines(PAGE)));
  }

  private static void collect(JsonNode node, String prefix, Set<String> into) {
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      if (field.getValue().isObject() && !field.getValue().isEmpty()) {
        collect(field.getValue(), prefix + field.getKey() + ".", into);
      } else {
        into.add(prefix + field.getKey());
      }
    }
  }

  private static Set<String> rows(List<String> lines) {
    Set<String> rows = new TreeSet<>();
    for (String line : lines) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        rows.add(row.group(1));
      }
    }
    return rows;
  }
}
