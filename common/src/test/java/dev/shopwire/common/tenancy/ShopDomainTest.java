package dev.shopwire.common.tenancy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShopDomainTest {
  private static final ShopDomain ANY = new ShopDomain(Optional.empty());
  private static final ShopDomain OF_PLATFORM = new ShopDomain(Optional.of("platform.example"));

  @ParameterizedTest
  @CsvSource({
    "acme.platform.example, acme.platform.example",
    "ACME.Platform.EXAMPLE, acme.platform.example",
    "'  acme.example.com ', acme.example.com",
    "'\tacme.example.com\r\n', acme.example.com",
    "a-b--c.example, a-b--c.example",
    "xn--zrich-kva.example, xn--zrich-kva.example",
    "123.example, 123.example",
    "1-2.3a, 1-2.3a",
    "1.2.3.4a, 1.2.3.4a"
  })
  void aHostNameIsTrimmedAndLowerCased(String domain, String expected) {
    assertEquals(new ShopDomain.Checked(expected, Optional.empty()), ANY.check(domain));
  }

  @ParameterizedTest
  @CsvSource({
    "https://acme.example.com, has a scheme",
    "HTTP://acme.example.com, has a scheme",
    "https://acme.example.com/admin, has a scheme",
    "://acme.example.com, has a scheme",
    "acme.example.com/, has a path",
    "acme.example.com/admin?x=1, has a path",
    "//acme.example.com, has a path",
    "'', is empty",
    "'   ', is empty"
  })
  void theErrorNamesWhatIsMissingOrExtra(String domain, String expectedError) {
    String message = ANY.check(domain).problem().orElse("");
    assertTrue(message.startsWith(expectedError), message);
    assertTrue(message.contains("expected"), message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "acme.example.com:443",
        "user@acme.example.com",
        "acme.example.com?x",
        "acme.example.com#x",
        "my_shop.example.com",
        "_acme.example.com",
        "-acme.example.com",
        "acme-.example.com",
        "acme.-example.com",
        "acme.example.com-",
        "-",
        "acme..example.com",
        ".acme.example.com",
        "acme.example.com.",
        ".",
        "acme example.com",
        "acme\u0000.example.com",
        "zürich.example.com",
        "日本.example",
        "acme.example。com",
        "ａcme.example",
        "acme.\u0130xample",
        "😀.example",
        "*.example.com",
        "[::1]",
        "::1",
        "mailto:acme",
        "acme.example.com\\admin",
        "127.0.0.1",
        "acme.123",
        "123",
        "0"
      })
  void anInvalidHostNameIsRejected(String domain) {
    assertEquals(Optional.of("is not a valid host name"), ANY.check(domain).problem());
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "acme", "a"})
  void aNameWithoutADotIsRejected(String domain) {
    assertEquals(
        Optional.of("has no dot, expected a host name such as shop.example.com"),
        ANY.check(domain).problem());
  }

  @Test
  void aLabelHas63CharactersAtMost() {
    assertEquals(Optional.empty(), ANY.check("a".repeat(63) + ".example").problem());
    assertTrue(ANY.check("a".repeat(64) + ".example").problem().isPresent());
    assertEquals(Optional.empty(), ANY.check("acme." + "a".repeat(63)).problem());
    assertTrue(ANY.check("acme." + "a".repeat(64)).problem().isPresent());
  }

  static Stream<Arguments> longNames() {
    String labels = ("a".repeat(49) + ".").repeat(5);
    return Stream.of(
        Arguments.of(labels + "abc", Optional.empty()),
        Arguments.of(labels + "abcd", Optional.of("is longer than 253 characters")),
        Arguments.of("  " + labels + "abc  ", Optional.empty()),
        Arguments.of("a.".repeat(1_000_000), Optional.of("is longer than 253 characters")));
  }

  @ParameterizedTest
  @MethodSource("longNames")
  void aNameHas253CharactersAtMost(String domain, Optional<String> expectedError) {
    assertEquals(expectedError, ANY.check(domain).problem());
  }

  @ParameterizedTest
  @ValueSource(strings = {"acme.platform.example", " ACME.PLATFORM.EXAMPLE ", "1.platform.example"})
  void withAPlatformAShopIsOneLabelOfIt(String domain) {
    assertEquals(Optional.empty(), OF_PLATFORM.check(domain).problem());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "platform.example",
        "www.acme.platform.example",
        "a.b.c.platform.example",
        "acme.other.example",
        "acmeplatform.example",
        "acme.platform.example.evil.com",
        "acme.xplatform.example",
        "example",
        "acme"
      })
  void withAPlatformAnyOtherNameIsRejected(String domain) {
    assertEquals(
        Optional.of("must have the form <shop>.platform.example"),
        OF_PLATFORM.check(domain).problem());
  }

  @Test
  void withAPlatformOtherErrorsStillComeFirst() {
    assertTrue(
        OF_PLATFORM
            .check("https://acme.platform.example")
            .problem()
            .orElse("")
            .startsWith("has a scheme"));
    assertEquals(
        Optional.of("is not a valid host name"), OF_PLATFORM.check(".platform.example").problem());
    assertEquals(
        Optional.of("is not a valid host name"),
        OF_PLATFORM.check("my_shop.platform.example").problem());
  }
}
