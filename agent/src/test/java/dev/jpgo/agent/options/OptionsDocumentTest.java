package dev.jpgo.agent.options;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class OptionsDocumentTest {
  private static final Path PAGE = Path.of("..", "docs", "options.md");

  @Test
  void thePageInDocsIsCurrent() throws IOException {
    if (Boolean.getBoolean("jpgo.docs.update")) {
      Files.writeString(PAGE, OptionsDocument.markdown());
    }
    assertEquals(OptionsDocument.markdown(), Files.readString(PAGE));
  }
}
