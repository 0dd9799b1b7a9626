package dev.shopwire.console.oidc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.config.Settings;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.secrets.SecretKeys;
import dev.shopwire.common.secrets.SecretVault;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which identity tokens are accepted, and the cookie that belongs to a sign-in. */
class OidcIdentityTest {
  private static final Instant NOW = Instant.parse("2026-10-20T09:00:00Z");
  private static final String NONCE = "a nonce";
  private static final OidcConfig CONFIG =
      new OidcConfig("https://login.example.com/a", "shopwire", Optional.empty(), "Login", false);

  private static JsonObject claims() {
    return new JsonObject()
        .put("iss", "https://login.example.com/a")
        .put("sub", "12345")
        .put("aud", "shopwire")
        .put("nonce", NONCE)
        .put("exp", NOW.getEpochSecond() + 60)
        .put("email", "ada@example.com")
        .put("email_verified", true)
        .put("name", "Ada");
  }

  private static OidcIdentity read(JsonObject claims) {
    return OidcIdentity.of(claims, CONFIG, NONCE, NOW);
  }

  @Test
  void theIdentityIsThatOfTheToken() {
    assertEquals(
        new OidcIdentity(
            "https://login.example.com/a", "12345", Optional.of("ada@example.com"), "Ada"),
        read(claims()));
    read(claims().put("iss", "https://login.example.com/a/"));
    read(claims().put("aud", new JsonArray(List.of("shopwire"))));
    read(claims().put("aud", new JsonArray(List.of("x", "shopwire"))).put("azp", "shopwire"));
  }

  @ParameterizedTest
  @CsvSource({
    "iss, https://evil.example.com",
    "iss, ''",
    "sub, ''",
    "aud, another",
    "nonce, another",
    "nonce, ''"
  })
  void aTokenOfAnotherIssuerClientOrSignInIsRejected(String claim, String value) {
    assertThrows(Failure.class, () -> read(claims().put(claim, value)));
    JsonObject without = claims();
    without.remove(claim);
    assertThrows(Failure.class, () -> read(without));
  }

  @Test
  void anExpiredTokenAndOneForSeveralClientsAreRejected() {
    assertThrows(Failure.class, () -> read(claims().put("exp", NOW.getEpochSecond())));
    assertThrows(Failure.class, () -> read(claims().put("exp", "later")));
    assertThrows(
        Failure.class, () -> read(claims().put("aud", new JsonArray(List.of("x", "shopwire")))));
  }

  @Test
  void anAddressThatIsNotVerifiedIsNone() {
    for (Object verified : new Object[] {false, "false", "yes", 1}) {
      assertEquals(Optional.empty(), read(claims().put("email_verified", verified)).email());
    }
    JsonObject without = claims();
    without.remove("email_verified");
    assertEquals(Optional.empty(), read(without).email());
  }

  @Test
  void theCookieIsReadBackOnlyWithTheKeyAndInTime() {
    SecretVault vault = new SecretVault(SecretKeys.random());
    OidcState state = OidcState.create("/console", NOW);
    String cookie = state.seal(vault);
    assertFalse(cookie.contains(state.state()));
    assertEquals(Optional.of(state), OidcState.open(vault, cookie, NOW.plusSeconds(599)));
    assertEquals(Optional.empty(), OidcState.open(vault, cookie, NOW.plusSeconds(600)));
    SecretVault other = new SecretVault(SecretKeys.random());
    assertEquals(Optional.empty(), OidcState.open(other, cookie, NOW));
    for (String forged : List.of("", ".", "x.y", cookie + "A", cookie.substring(1))) {
      assertEquals(Optional.empty(), OidcState.open(vault, forged, NOW), forged);
    }
  }

  /** RFC 7636, appendix B. */
  @Test
  void theChallengeIsThatOfTheStandard() {
    OidcState state = new OidcState("s", "n", "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "", 0);
    assertEquals("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", state.challenge());
  }

  private static Optional<OidcConfig> config(String issuer) {
    Map<String, String> settings = new HashMap<>();
    settings.put("SHOPWIRE_CONSOLE_OIDC_ISSUER", issuer);
    settings.put("SHOPWIRE_CONSOLE_OIDC_CLIENT_ID", "shopwire");
    return OidcConfig.of(Settings.load(Path.of("none"), settings));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"https://login.example.com/", "http://localhost:9000/a", "http://127.0.0.1:1"})
  void issuersAreReachedByHttpsOrOnThisMachine(String issuer) {
    assertEquals(issuer.replaceAll("/$", ""), config(issuer).orElseThrow().issuer());
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://login.example.com", "login.example.com", "https://a?b=c", "::"})
  void otherIssuersAreRejected(String issuer) {
    assertThrows(SettingException.class, () -> config(issuer));
  }
}
