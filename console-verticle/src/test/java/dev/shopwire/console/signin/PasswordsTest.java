package dev.shopwire.console.signin;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.text.Normalizer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the rules for passwords, and how they are hashed. */
class PasswordsTest {
  private static final String EMAIL = "ada@example.com";
  private static final String PASSWORD = "seven engines of brass";

  private final Vertx vertx = Vertx.vertx();
  private final Passwords passwords = new Passwords(vertx);

  @AfterEach
  void close() throws TimeoutException {
    vertx.close().await(10, TimeUnit.SECONDS);
  }

  private static <T> T await(Future<T> future) throws TimeoutException {
    return future.await(60, TimeUnit.SECONDS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "seven engines of brass",
        " spaces are characters ",
        "äöüäöüäöüäöx",
        "\uD83D\uDE00\uD83D\uDE01\uD83D\uDE02\uD83D\uDE03\uD83D\uDE04\uD83D\uDE05\uD83D\uDE06"
            + "\uD83D\uDE07\uD83D\uDE08\uD83D\uDE09\uD83D\uDE0A\uD83D\uDE0B"
      })
  void anyCharactersAreAllowed(String password) {
    assertDoesNotThrow(() -> passwords.check(password, EMAIL));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "eleven char",
        "\uD83D\uDE00\uD83D\uDE01\uD83D\uDE02\uD83D\uDE03\uD83D\uDE04\uD83D\uDE05",
        "ada@example.com",
        "ADA@EXAMPLE.COM",
        "password1234",
        "PassWord1234",
        "passwordpassword",
        "aaaaaaaaaaaa",
        "            ",
        "123456789012",
        "abcdefghijkl"
      })
  void shortAndCommonPasswordsAndTheEmailAreRejected(String password) {
    Failure failure = assertThrows(Failure.class, () -> passwords.check(password, EMAIL));
    assertEquals(Code.INVALID, failure.code());
    assertEquals("weak_password", failure.reason());
    assertEquals("/password", failure.errors().get(0).pointer());
  }

  @Test
  void theLimitsOfLengthCountCodePoints() {
    assertDoesNotThrow(() -> passwords.check("\uD83D\uDE00xy".repeat(85) + "z", EMAIL));
    assertThrows(Failure.class, () -> passwords.check("\uD83D\uDE00xy".repeat(85) + "zz", EMAIL));
  }

  @Test
  void aHashIsSaltedAndMatchesOnlyItsPassword() throws TimeoutException {
    String hash = await(passwords.hash(PASSWORD));
    assertTrue(hash.startsWith("$argon2id$v=19$m=19456,t=2,p=1$"), hash);
    assertNotEquals(hash, await(passwords.hash(PASSWORD)));
    assertTrue(await(passwords.verify(PASSWORD, hash)));
    assertFalse(await(passwords.verify(PASSWORD + " ", hash)));
    assertFalse(await(passwords.verify(PASSWORD, null)));
  }

  @Test
  void aHashOfAnotherImplementationMatches() {
    // From the reference implementation: echo -n password | argon2 somesalt -id -t 2 -k 65536 -p 1
    assertTrue(
        Argon2id.matches(
            "password",
            "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ"
                + "$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"));
  }

  @Test
  void charactersThatKeyboardsComposeDifferentlyAreEqual() throws TimeoutException {
    String composed = Normalizer.normalize("Zürcher Geschnetzeltes", Normalizer.Form.NFC);
    String decomposed = Normalizer.normalize(composed, Normalizer.Form.NFD);
    assertNotEquals(composed, decomposed);
    assertTrue(await(passwords.verify(decomposed, await(passwords.hash(composed)))));
  }

  @Test
  void aPasswordThatIsTooLongNeverMatches() throws TimeoutException {
    String longOne = "x".repeat(257);
    assertFalse(await(passwords.verify(longOne, Argon2id.hash(longOne))));
    assertFalse(await(passwords.verify(longOne, Argon2id.hash(""))));
  }

  @Test
  void moreThanCanWaitAreRefusedAtOnce() {
    int limit = Math.max(1, Runtime.getRuntime().availableProcessors() / 2) * 65;
    List<Future<Boolean>> all =
        IntStream.range(0, limit + 1).mapToObj(i -> passwords.verify("x", null)).toList();
    assertTrue(all.get(limit).failed());
    Failure failure = (Failure) all.get(limit).cause();
    assertEquals(Code.UNAVAILABLE, failure.code());
    assertTrue(failure.retryAfter().isPresent());
    assertFalse(all.get(limit - 1).failed());
  }

  @Test
  void aPasswordIsReadAsItWasSent() {
    JsonInput input = JsonInput.strict("{\"a\":\"  spaces  \",\"b\":7,\"c\":null}");
    assertEquals("  spaces  ", Passwords.read(input, "a"));
    assertEquals("", Passwords.read(input, "b"));
    assertEquals("", Passwords.read(input, "c"));
    assertEquals(2, input.errors().size());
  }
}
