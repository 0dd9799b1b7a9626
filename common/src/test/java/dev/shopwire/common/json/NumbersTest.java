package dev.shopwire.common.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumbersTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0",
        "0.0",
        "-0.0",
        "1",
        "-1",
        "0.1",
        "1.10",
        "1E5",
        "1e+5",
        "1e-7",
        "12345678901234567",
        "123456789012345678",
        "1234567890123456789",
        "12345678901234567890",
        "-12345678901234567890",
        "0.0000000000000000000000000000001",
        "1.7976931348623157e308",
        "-1.7976931348623157e308",
        "4.9e-324",
        "2.2250738585072014E-308",
        "0e5",
        "0E-5",
        "0.000e0",
        "0e999999999"
      })
  void aNumberInTheRangeOfADoubleIsStorable(String number) {
    assertTrue(Numbers.isStorable(number));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e309",
        "-1e309",
        "1e400",
        "1.8e308",
        "9e999999999",
        "1e99999999999999999999",
        "100e307"
      })
  void aNumberTooLargeForADoubleIsNotStorable(String number) {
    assertFalse(Numbers.isStorable(number));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e-324", "1e-400", "-1e-400", "0.001e-322", "5e-999999999"})
  void aNumberThatADoubleRoundsToZeroIsNotStorable(String number) {
    assertFalse(Numbers.isStorable(number));
  }

  @Test
  void numbersWithoutAnExponentMayAlsoOverflowOrUnderflow() {
    assertTrue(Numbers.isStorable("9".repeat(308)));
    assertFalse(Numbers.isStorable("9".repeat(310)));
    assertTrue(Numbers.isStorable("0." + "0".repeat(320) + "1"));
    assertFalse(Numbers.isStorable("0." + "0".repeat(330) + "1"));
  }

  @Test
  void aStorableNumberHasAtMost1000Characters() {
    assertTrue(Numbers.isStorable("0." + "1".repeat(998)));
    assertFalse(Numbers.isStorable("0." + "1".repeat(999)));
    assertTrue(Numbers.isStorable("0." + "0".repeat(998)));
    assertFalse(Numbers.isStorable("0." + "0".repeat(999)));
    assertFalse(Numbers.isStorable("1".repeat(1_001)));
    assertFalse(Numbers.isStorable("1".repeat(1_000_000)));
  }

  /**
   * PostgreSQL (15 and 18) prints {@code 0e-16383} with 16,383 zeros and rejects greater exponents,
   * including {@code 0e9999999999}.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0e-16383",
        "0e-16384",
        "-0.0e-16384",
        "0e-999999999",
        "0e9999999999",
        "0e-99999999999999999999"
      })
  void aZeroWithAnExponentOutOfPostgresqlsRangeIsNotStorable(String number) {
    assertFalse(Numbers.isStorable(number));
  }

  @Test
  void everyStorableNumberIsFiniteAndOnlyZeroReadsAsZero() {
    Random random = new Random(20_261_121);
    int storable = 0;
    for (int i = 0; i < 20_000; i++) {
      String number = randomNumber(random);
      double value = Double.parseDouble(number);
      boolean isZero = new BigDecimal(number).signum() == 0;
      boolean fits = !Double.isInfinite(value) && (value == 0) == isZero;
      assertEquals(fits, Numbers.isStorable(number), number);
      storable += fits ? 1 : 0;
    }
    assertTrue(storable > 5_000 && storable < 19_000, storable + " are storable");
  }

  /** Up to 40 digits, with an exponent up to ±500; a zero has no exponent. */
  private static String randomNumber(Random random) {
    StringBuilder number = new StringBuilder(random.nextBoolean() ? "-" : "");
    number.append(1 + random.nextInt(9));
    for (int digits = random.nextInt(20); digits > 0; digits--) {
      number.append(random.nextInt(10));
    }
    if (random.nextBoolean()) {
      number.append('.').append(random.nextLong() >>> 1);
    }
    if (random.nextInt(4) > 0) {
      number.append(random.nextBoolean() ? 'e' : 'E').append(random.nextInt(1_001) - 500);
    }
    return random.nextInt(50) == 0 ? "0." + "0".repeat(random.nextInt(400) + 1) : number.toString();
  }
}
