package dev.jpgo.core.classfile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.phase.TestWorld;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Methods with one way through them that make something and then call a certain method. */
class StraightMakersTest {
  /** What is looked through. */
  @SuppressWarnings("unused")
  private static final class Looked {
    static int called(StringBuilder text) {
      return text.length();
    }

    static int called(String text) {
      return text.length();
    }

    static int makes() {
      return called(new StringBuilder());
    }

    static int makesAfterwards(StringBuilder text) {
      return called(text) + new StringBuilder().length();
    }

    static int makesNothing(StringBuilder text) {
      return called(text);
    }

    static int callsAnother() {
      return called(new String("other"));
    }

    static int branches(boolean odd) {
      return odd ? called(new StringBuilder()) : 0;
    }

    static int switches(int number) {
      switch (number) {
        case 1:
        case 1000:
          return called(new StringBuilder());
        default:
          return 0;
      }
    }

    static int catches() {
      try {
        return called(new StringBuilder());
      } catch (RuntimeException e) {
        return 0;
      }
    }
  }

  @Test
  void onlySuchMethodsAreFound() {
    String name = Looked.class.getName().replace('.', '/');
    byte[] bytes = TestWorld.bytes(name);
    List<String> found = new ArrayList<>();
    for (int ordinal :
        StraightMakers.of(bytes, new MethodId(name, "called", "(Ljava/lang/StringBuilder;)I"))) {
      found.add(ClassInfo.read(bytes).methods().get(ordinal).name());
    }
    assertEquals(List.of("makes"), found);
  }
}
