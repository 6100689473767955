package dev.jpgo.core.ir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.jpgo.core.ir.Operand.Constant;
import org.junit.jupiter.api.Test;

class OperandTest {
  @Test
  void constantsAreEqualIfTheirBitsAre() {
    Constant quiet = new Constant(Float.intBitsToFloat(0x7fc00001));
    assertEquals(quiet, new Constant(Float.intBitsToFloat(0x7fc00001)));
    assertNotEquals(quiet, new Constant(Float.intBitsToFloat(0x7fc00002)));
    Constant wide = new Constant(Double.longBitsToDouble(0x7ff8000000000001L));
    assertEquals(wide, new Constant(Double.longBitsToDouble(0x7ff8000000000001L)));
    assertNotEquals(wide, new Constant(Double.NaN));
    assertNotEquals(new Constant(0.0), new Constant(-0.0));
    assertEquals(new Constant("a"), new Constant("a"));
    assertNotEquals(new Constant(1), new Constant(1L));
  }
}
