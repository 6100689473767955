package dev.jpgo.agent.redefine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.agent.events.ForegroundWork;
import dev.jpgo.agent.options.OptionException;
import dev.jpgo.agent.options.OptionValues;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Which class files are patched, and how they are when the VM asks again. */
class RecordTransformerTest {
  /** Is patched. */
  record Pair(int first, String second) {}

  private static final ClassLoader LOADER = RecordTransformerTest.class.getClassLoader();

  private final RecordTransformer transformer = transformer(LOADER, "");

  private static RecordTransformer transformer(ClassLoader loader, String options) {
    try {
      ClassFilter filter = new ClassFilter(OptionValues.parse(options));
      return new RecordTransformer(loader, filter, true, new ForegroundWork());
    } catch (OptionException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static byte[] bytes(Class<?> type) throws IOException {
    String file = type.getName().replace('.', '/') + ".class";
    try (InputStream in = LOADER.getResourceAsStream(file)) {
      return in.readAllBytes();
    }
  }

  private byte[] load(byte[] bytes) {
    return transformer.transform(null, LOADER, "any/Name", null, null, bytes);
  }

  private byte[] again(Class<?> type, byte[] bytes) {
    return transformer.transform(null, LOADER, "any/Name", type, null, bytes);
  }

  @Test
  void aRecordIsPatchedAsItIsLoadedAndTheSameWayAgain() throws IOException {
    byte[] first = load(bytes(Pair.class));
    assertNotNull(first);
    assertTrue(transformer.isPatched(Pair.class));
    assertArrayEquals(first, again(Pair.class, bytes(Pair.class)));
    assertNull(transformer.takeFailure());
  }

  /** What another agent has made of it may link otherwise: it has sites of its own. */
  @Test
  void otherBytesOfTheSameClassHaveOtherSites() throws IOException {
    byte[] first = load(bytes(Pair.class));
    String text = new String(bytes(Pair.class), StandardCharsets.ISO_8859_1);
    byte[] other = text.replace("first;", "thirs;").getBytes(StandardCharsets.ISO_8859_1);
    byte[] changed = again(Pair.class, other);
    assertNotNull(changed);
    String before = new String(first, StandardCharsets.ISO_8859_1);
    String after = new String(changed, StandardCharsets.ISO_8859_1);
    assertFalse(before.replace("first;", "thirs;").equals(after));
    assertArrayEquals(changed, again(Pair.class, other));
  }

  @Test
  void whatWasLoadedBeforeIsLeftAlone() throws IOException {
    assertNull(again(Pair.class, bytes(Pair.class)));
    assertFalse(transformer.isUsed());
  }

  @Test
  void classesOfOtherLoadersAndExcludedOnesAreLeftAlone() throws IOException {
    byte[] pair = bytes(Pair.class);
    ClassLoader other = LOADER.getParent();
    assertNull(transformer.transform(null, other, "any/Name", null, null, pair));
    assertNull(transformer.transform(null, null, "any/Name", null, null, pair));
    // the name that counts is that in the bytes
    RecordTransformer excluding = transformer(LOADER, "exclude=dev.jpgo.agent.redefine.*");
    assertNull(excluding.transform(null, LOADER, "any/Name", null, null, pair));
    RecordTransformer nowhere = transformer(null, "");
    assertNull(nowhere.transform(null, LOADER, "any/Name", null, null, pair));
  }

  @Test
  void whoMakesTheFactoryAnewIsNoticed() {
    byte[] bytes = {1};
    assertNull(transformer.transform(null, null, RecordTransformer.FACTORY, null, null, bytes));
    assertArrayEquals(bytes, transformer.factory());
    assertFalse(transformer.isFactoryChanged());
    transformer.asking(Thread.currentThread());
    transformer.transform(null, null, RecordTransformer.FACTORY, Object.class, null, bytes);
    assertFalse(transformer.isFactoryChanged());
    transformer.asking(null);
    transformer.transform(null, null, RecordTransformer.FACTORY, Object.class, null, bytes);
    assertTrue(transformer.isFactoryChanged());
  }

  @Test
  void damagedBytesAreAFailureOfOursAlone() throws IOException {
    byte[] cut = Arrays.copyOf(bytes(Pair.class), 200);
    assertNull(load(cut));
    assertEquals(ArrayIndexOutOfBoundsException.class, transformer.takeFailure().getClass());
    assertNull(transformer.takeFailure());
  }
}
