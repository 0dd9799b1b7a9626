package dev.shopwire.sources.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class FractionTest {
  private static Fraction of(String value, long divisor) {
    return Fraction.of(new BigDecimal(value), divisor);
  }

  @Test
  void isExactUntilItIsRounded() {
    assertEquals(new BigDecimal("3.33"), of("10", 3).round(2));
    assertEquals(0, new BigDecimal("40").compareTo(of("10", 3).times(12)));
    assertEquals(0, of("10", 3).compareTo(of("40", 12)));
    assertTrue(of("10", 3).compareTo(of("3.33", 1)) > 0);
  }

  @Test
  void roundsHalfUp() {
    assertEquals(new BigDecimal("0.13"), of("0.125", 1).round(2));
    assertEquals(new BigDecimal("1"), of("1", 2).round(0));
    assertEquals(new BigDecimal("0.666667"), of("2", 3).round(6));
  }

  @Test
  void dividesExactly() {
    assertEquals(0, of("10", 3).divide(of("5", 12)).compareTo(of("8", 1)));
    assertThrows(ArithmeticException.class, () -> of("1", 1).divide(Fraction.ZERO));
    assertThrows(ArithmeticException.class, () -> of("1", 7).times(12));
  }
}
