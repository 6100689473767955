package dev.jpgo.runtime;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Equal sites that have just been linked are one only if they are one. */
class JpgoSitesTest {
  private static final MethodHandle BOOTSTRAP = MethodHandles.identity(Object.class);

  private final JpgoSites sites = new JpgoSites();

  @Test
  void whatWasLinkedMeanwhileInAnotherVersionIsGivenOut() {
    JpgoSite first = site(1, 3);
    assertSame(first, add(first));
    assertSame(first, add(site(1, 3)));
    assertSame(first, add(site(2, 7)));
  }

  @Test
  void anotherSiteOfAVersionIsItsOwn() {
    JpgoSite first = site(1, 3);
    JpgoSite second = site(1, 9);
    assertSame(first, add(first));
    assertSame(second, add(second));
  }

  /** As in a VM without traces. */
  @Test
  void whereNoVersionIsKnownEachIsItsOwn() {
    JpgoSite first = site(-1, -1);
    JpgoSite second = site(-1, -1);
    assertSame(first, add(first));
    assertSame(second, add(second));
  }

  private JpgoSite add(JpgoSite site) {
    return sites.add(site, JpgoSitesTest.class);
  }

  private static JpgoSite site(int version, int bci) {
    JpgoSite site = JpgoSite.of(new Handles(), BOOTSTRAP, "run", "()V", 1);
    assertNotNull(site);
    site.version = version;
    site.lastVersion = version;
    site.bci = bci;
    site.lastBci = bci;
    return site;
  }

  private static final class Handles extends JpgoHandles {
    @Override
    public Object member(Object handle) {
      return handle;
    }

    @Override
    public @Nullable String descriptor(Object member) {
      return null;
    }
  }
}
