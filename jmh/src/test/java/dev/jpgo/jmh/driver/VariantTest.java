package dev.jpgo.jmh.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class VariantTest {
  @Test
  void aKindIsReadInAnyCase() {
    assertEquals(Variant.CONTROL, Variant.parse("CONTROL"));
    assertEquals(Variant.AGENT, Variant.parse("agent"));
  }

  @Test
  void anAgentWithOptionsHasANameOfItsOwn() {
    assertEquals(
        new Variant("eager", Variant.Kind.AGENT, "delay=0,mode=c1"),
        Variant.parse("eager:delay=0:mode=c1"));
  }

  @Test
  void aColonThatNoKeyFollowsBelongsToTheValue() {
    assertEquals(
        new Variant("bare", Variant.Kind.AGENT, "phases.off=unrolling:outlining,delay=0"),
        Variant.parse("bare:phases.off=unrolling:outlining:delay=0"));
    assertEquals(
        new Variant("own", Variant.Kind.AGENT, "include=com.acme.*:org.acme.*"),
        Variant.parse("own:include=com.acme.*:org.acme.*"));
  }

  @Test
  void anUnknownVariantIsNamedWithThoseThatAre() {
    String message =
        assertThrows(IllegalArgumentException.class, () -> Variant.parse("graall")).getMessage();
    assertTrue(message.contains("graall") && message.contains("proguard"), message);
  }

  @Test
  void theBaseWithoutArchiveDiffersByOneFlag() {
    Treatment treatment = Treatment.plain(Variant.of(Variant.Kind.NOSHARE));
    assertEquals(List.of("-Xshare:off"), treatment.arguments("delay=0", 0, "stats.json"));
    assertEquals(List.of(), Treatment.plain(Variant.BASE).arguments("delay=0", 0, "s"));
  }
}
