package dev.shopwire.console.account;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests one-time codes, with the values of RFC 6238 and RFC 4648. */
class TotpTest {
  private static final byte[] SECRET = "12345678901234567890".getBytes(StandardCharsets.US_ASCII);
  private static final Instant NOW = Instant.ofEpochSecond(1_111_111_111);
  private static final long STEP = Totp.stepAt(NOW);

  /** RFC 6238, appendix B: the last six of its eight digits. */
  @ParameterizedTest
  @CsvSource({
    "59, 287082",
    "1111111109, 081804",
    "1111111111, 050471",
    "1234567890, 005924",
    "2000000000, 279037",
    "20000000000, 353130"
  })
  void codesAreThoseOfTheStandard(long time, String code) {
    assertEquals(code, Totp.code(SECRET, Totp.stepAt(Instant.ofEpochSecond(time))));
  }

  @ParameterizedTest
  @CsvSource({"-2, false", "-1, true", "0, true", "1, true", "2, false"})
  void codesOfTheStepsNextToThisOneAreAccepted(int steps, boolean accepted) {
    OptionalLong expected = accepted ? OptionalLong.of(STEP + steps) : OptionalLong.empty();
    assertEquals(expected, Totp.matchingStep(SECRET, Totp.code(SECRET, STEP + steps), NOW, 0));
  }

  @Test
  void aStepIsGoodOnceAndEndsThoseBeforeIt() {
    String code = Totp.code(SECRET, STEP);
    assertEquals(OptionalLong.of(STEP), Totp.matchingStep(SECRET, code, NOW, STEP - 1));
    assertEquals(OptionalLong.empty(), Totp.matchingStep(SECRET, code, NOW, STEP));
    assertEquals(
        OptionalLong.empty(), Totp.matchingStep(SECRET, Totp.code(SECRET, STEP - 1), NOW, STEP));
    assertEquals(
        OptionalLong.of(STEP + 1),
        Totp.matchingStep(SECRET, Totp.code(SECRET, STEP + 1), NOW, STEP));
  }

  @ParameterizedTest
  @CsvSource({
    "'', ''",
    "f, MY",
    "fo, MZXQ",
    "foo, MZXW6",
    "foob, MZXW6YQ",
    "fooba, MZXW6YTB",
    "foobar, MZXW6YTBOI"
  })
  void base32IsThatOfTheStandard(String text, String encoded) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    assertEquals(encoded, Base32.encode(bytes));
    assertArrayEquals(bytes, Base32.decode(encoded));
  }

  @Test
  void everySecretSurvivesBase32() {
    Random random = new Random(6238);
    for (int i = 0; i < 1_000; i++) {
      byte[] secret = new byte[random.nextInt(40)];
      random.nextBytes(secret);
      String encoded = Base32.encode(secret);
      assertTrue(encoded.matches("[A-Z2-7]*"), encoded);
      assertArrayEquals(secret, Base32.decode(encoded));
    }
  }
}
