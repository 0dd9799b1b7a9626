package dev.shopwire.console.pages.entry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.shopwire.common.config.Settings;
import dev.shopwire.common.secrets.SecretKeysConfig;
import dev.shopwire.common.secrets.SecretVault;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests what the form of a sign-in's second step carries. */
class PendingSignInTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final String KEY = "Zm9yLXRlc3RzLWFsb25lLWZvci10ZXN0cy1hbG9uZS4=";

  private static PendingSignIn at(Instant time) {
    Settings settings = Settings.load(Path.of("none"), Map.of("SHOPWIRE_CONSOLE_SECRET_KEYS", KEY));
    SecretVault vault =
        new SecretVault(SecretKeysConfig.of(settings, "console.secret.keys", "console.key").load());
    return new PendingSignIn(vault, InstantSource.fixed(time));
  }

  @Test
  void anyProcessWithTheKeysOpensItWithinFiveMinutes() {
    String sealed = at(NOW).seal("a@b.example", "the \"password\"");
    assertFalse(sealed.contains("password"), sealed);
    assertEquals(
        Optional.of(
            "{\"email\":\"a@b.example\",\"password\":\"the \\\"password\\\"\",\"code\":\"123\"}"),
        at(NOW.plusSeconds(299))
            .open(sealed, "123")
            .map(body -> new String(body, StandardCharsets.UTF_8)));
    assertEquals(Optional.empty(), at(NOW.plusSeconds(301)).open(sealed, "123"));
  }

  @Test
  void whatWasNotSealedHereIsNotOpened() {
    String sealed = at(NOW).seal("a@b.example", "password");
    String changed = sealed.substring(0, sealed.length() - 4) + "AAAA";
    for (String other : new String[] {"", ".", "x.y", "x", changed, "0." + sealed, sealed + "*"}) {
      assertEquals(Optional.empty(), at(NOW).open(other, "123"), other);
    }
  }
}
