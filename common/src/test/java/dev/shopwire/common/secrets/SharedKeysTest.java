package dev.shopwire.common.secrets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.config.Settings;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The keys of secrets under their name and their former one. */
class SharedKeysTest {
  private static final String ONE = "Zm9yLXRlc3RzLWFsb25lLWZvci10ZXN0cy1hbG9uZS4=";
  private static final String OTHER = "b3RoZXItdGVzdHMtYWxvbmUtZm9yLXRlc3RzLWFsb24=";

  private static SecretKeysConfig config(Map<String, String> environment) {
    return SecretKeysConfig.shared(Settings.load(Path.of("none"), environment));
  }

  @Test
  void bothNamesWorkAndTheKeyFileIsTheSame() {
    SecretKeysConfig now = config(Map.of("SHOPWIRE_SECRET_KEYS", ONE));
    SecretKeysConfig before = config(Map.of("SHOPWIRE_WEBHOOK_SECRET_KEYS", ONE));
    assertEquals(now.keys().orElseThrow().ids(), before.keys().orElseThrow().ids());
    assertEquals("SHOPWIRE_WEBHOOK_SECRET_KEYS", before.setting());
    assertTrue(config(Map.of()).keys().isEmpty());
    assertEquals("webhook.key", String.valueOf(config(Map.of()).keyFile().getFileName()));
    assertEquals("SHOPWIRE_SECRET_KEYS", config(Map.of()).setting());
  }

  @Test
  void twoDifferentValuesStopTheStart() {
    config(Map.of("SHOPWIRE_SECRET_KEYS", ONE, "SHOPWIRE_WEBHOOK_SECRET_KEYS", ONE));
    SettingException error =
        assertThrows(
            SettingException.class,
            () ->
                config(Map.of("SHOPWIRE_SECRET_KEYS", ONE, "SHOPWIRE_WEBHOOK_SECRET_KEYS", OTHER)));
    String message = String.valueOf(error.getMessage());
    assertTrue(message.contains("SHOPWIRE_SECRET_KEYS"), message);
    assertFalse(message.contains(ONE) || message.contains(OTHER), message);
  }
}
