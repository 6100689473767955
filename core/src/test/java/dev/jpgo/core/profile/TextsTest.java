package dev.jpgo.core.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextsTest {
  @Test
  void eachTextIsFoundAgainAndNoOther() {
    Texts texts = new Texts();
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = bytes(i);
      assertNull(texts.find(bytes, 1, bytes.length - 1), "text " + i);
      texts.add(bytes, 1, bytes.length - 1, "text " + i);
    }
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = bytes(i);
      assertEquals("text " + i, texts.find(bytes, 1, bytes.length - 1));
      assertNull(texts.find(bytes, 0, bytes.length - 1));
    }
  }

  /** Of lengths from none to several times eight bytes. */
  private static byte[] bytes(int i) {
    return ('x' + "ab".repeat(i % 17) + (i == 0 ? "" : Integer.toString(i)) + 'y')
        .getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void filesReadWithThemHaveTheirTextsInCommonAndAreOtherwiseTheSame() throws IOException {
    Texts texts = new Texts();
    for (long seed = 0; seed < 300; seed++) {
      byte[] file = ProfileFile.encode(RandomProfile.of(seed));
      assertEquals(ProfileFile.decode(file), ProfileFile.decode(file, texts));
    }
    byte[] rich = ProfileFile.encode(ProfileFixtures.rich());
    List<ProfiledMethod> once = ProfileFile.decode(rich, texts).methods();
    List<ProfiledMethod> again = ProfileFile.decode(rich, texts).methods();
    assertEquals(ProfileFile.decode(rich).methods(), again);
    for (int i = 0; i < once.size(); i++) {
      assertSame(once.get(i).counts().method().owner(), again.get(i).counts().method().owner());
    }
  }
}
