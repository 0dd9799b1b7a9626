package dev.shopwire.console.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests where the sign-in may lead. */
class SignInPathsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/console",
        "/console/account",
        "/console/w/1/settings/audit?actor=user%2F7&startDate=2026-01-01",
        "/console/w/1/customers?filter=%5B%7B%22field%22%3A%22name%22%7D%5D"
      })
  void pagesOfThisConsoleAreFollowed(String next) {
    assertEquals(Optional.of(next), SignInPaths.page(next));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "//evil.example/console",
        "/\\evil.example",
        "https://evil.example/console",
        "https:/console",
        "javascript:alert(1)",
        "console/account",
        "/consolex",
        "/console//evil.example",
        "/console/../docs",
        "/console/./account",
        "/console/%2e%2e/docs#x",
        "/console/account#top",
        "/console\\@evil.example",
        "/console/account\r\nSet-Cookie: a=b",
        "/console/a b",
        "/console/api/workspaces",
        "/console/api",
        "/console/assets/x/console.js",
        "/console/sign-in?next=/console",
        "/console/sign-out"
      })
  void everythingElseIsIgnored(String next) {
    assertEquals(Optional.empty(), SignInPaths.page(next));
  }

  @Test
  void aLongAddressIsIgnored() {
    assertEquals(Optional.empty(), SignInPaths.page("/console/account?a=" + "x".repeat(4_000)));
  }

  @Test
  void theSignInLeadsBackToTheEncodedPage() {
    assertEquals(
        "/console/sign-in?next=%2Fconsole%2Fw%2F1%3Fa%3Db%26c%3Dd",
        SignInPaths.signIn("/console/w/1?a=b&c=d"));
    assertEquals("/console/sign-in", SignInPaths.signIn("/console"));
  }
}
