package dev.jpgo.core.phase.simplify;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.phase.TestWorld;
import dev.jpgo.core.phase.memory.Transformed;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;

/** What nobody uses is not computed unless it might have thrown. */
class DeadCodeTest {
  private static final String UNUSED = Unused.class.getName().replace('.', '/');

  private final Transformed transformed =
      new Transformed(
          new TestWorld().load(Unused.class),
          TestWorld.bytes(UNUSED),
          Transformed.EAGER,
          context -> List.of(new DeadCode()));

  @Test
  void aDivisionByAConstantGoes() {
    assertEquals(0, transformed.count("byAConstant", Opcodes.IDIV));
    assertEquals(0, transformed.count("byALongConstant", Opcodes.LREM));
    transformed.assertSame("byAConstant", Integer.MIN_VALUE);
    transformed.assertSame("byALongConstant", Long.MIN_VALUE);
  }

  @Test
  void aDivisionThatMayThrowStays() {
    assertEquals(1, transformed.count("byAVariable", Opcodes.IDIV));
    assertEquals(1, transformed.count("byZero", Opcodes.IREM));
    transformed.assertSame("byAVariable", 1, 0);
    transformed.assertSame("byAVariable", 1, 2);
    transformed.assertSame("byZero", 1);
  }
}
