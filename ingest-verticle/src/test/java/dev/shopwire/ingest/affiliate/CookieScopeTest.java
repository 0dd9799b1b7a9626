package dev.shopwire.ingest.affiliate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CookieScopeTest {
  private static final CookieScope HOST = new CookieScope(Optional.empty());
  private static final CookieScope DOMAIN = new CookieScope(Optional.of("example.com"));

  @Test
  void withoutADomainTheCookieIsNotSharedWithOtherHosts() {
    assertTrue(HOST.isShared("www.example.com", "https://www.example.com"));
    assertTrue(HOST.isShared("WWW.example.com", "http://www.example.com:8080"));
    assertTrue(HOST.isShared("127.0.0.1", "http://127.0.0.1:9"));
    assertFalse(HOST.isShared("t.example.com", "https://www.example.com"));
    assertFalse(HOST.isShared("example.com", "https://www.example.com"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"https://example.com", "https://www.example.com", "http://A.b.Example.com:81"})
  void hostsWithinTheDomainShareTheCookie(String origin) {
    assertTrue(DOMAIN.isShared("t.example.com", origin));
    assertTrue(DOMAIN.isShared("EXAMPLE.com", origin));
    assertFalse(DOMAIN.isShared("t.other.com", origin));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "https://",
        "https://evil.com",
        "https://notexample.com",
        "https://example.com.evil.com",
        "https://example.com@evil.com",
        "https://evil.com/.example.com",
        "https://evil.com\\.example.com",
        "file://example.com",
        "example.com"
      })
  void otherOriginsDoNotShareTheCookie(String origin) {
    assertFalse(DOMAIN.isShared("t.example.com", origin));
  }

  @Test
  void theCookieHasTheDomainOnlyIfTheHostIsWithinIt() {
    assertEquals(Optional.of("example.com"), DOMAIN.domainFor("T.Example.com"));
    assertEquals(Optional.of("example.com"), DOMAIN.domainFor("example.com"));
    assertEquals(Optional.empty(), DOMAIN.domainFor("notexample.com"));
    assertEquals(Optional.empty(), DOMAIN.domainFor("127.0.0.1"));
    assertEquals(Optional.empty(), HOST.domainFor("t.example.com"));
  }
}
