package dev.jpgo.cli.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.classfile.MethodId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MethodGlobTest {
  private static final MethodId METHOD =
      new MethodId("com/acme/Shop$Cart", "total", "(ILjava/lang/String;)J");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "com.acme.Shop$Cart.total|true",
        "com/acme/Shop$Cart/total|true",
        "com.acme.Shop$Cart#total|true",
        "Shop$Cart.total|true",
        "Cart.total|true",
        "total|true",
        "com.acme.*|true",
        "*Cart.t?tal|true",
        "Cart.total(ILjava.lang.String;)J|true",
        "Cart.total(I)J|false",
        "art.total|false",
        "Cart.tot|false",
        "Cart.total2|false",
        "com.acme|false",
      })
  void aPatternNamesMethods(String glob, boolean matches) {
    assertEquals(matches, new MethodGlob(glob).matches(METHOD));
  }
}
