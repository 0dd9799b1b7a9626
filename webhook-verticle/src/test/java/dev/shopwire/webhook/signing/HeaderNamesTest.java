package dev.shopwire.webhook.signing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.config.Settings;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderNamesTest {
  private static HeaderNames names(Map<String, String> environment) {
    return HeaderNames.of(Settings.load(Path.of("no-such-file"), environment));
  }

  @Test
  void theDefaultsAreThePreviousVendorsNames() {
    assertEquals(
        new HeaderNames(
            "X-Mantle-Hmac-SHA256", "X-Timestamp", "X-Mantle-Webhook-Topic", "X-Mantle-Org-Id"),
        names(Map.of()));
  }

  @Test
  void eachNameCanBeChanged() {
    assertEquals(
        new HeaderNames("X-A", "X-B", "X-C", "X-D"),
        names(
            Map.of(
                "SHOPWIRE_WEBHOOK_HEADER_HMAC", "X-A",
                "SHOPWIRE_WEBHOOK_HEADER_TIMESTAMP", "X-B",
                "SHOPWIRE_WEBHOOK_HEADER_TOPIC", "X-C",
                "SHOPWIRE_WEBHOOK_HEADER_WORKSPACE", "X-D")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X Topic",
        "X-Topic:",
        ":path",
        "Tøpic",
        "Webhook-Id",
        "webhook-sequence",
        "Content-Type",
        "content-length",
        "HOST",
        "User-Agent",
        "Transfer-Encoding",
        "x-timestamp"
      })
  void anInvalidOrReservedNameStopsTheStart(String name) {
    SettingException error =
        assertThrows(
            SettingException.class, () -> names(Map.of("SHOPWIRE_WEBHOOK_HEADER_TOPIC", name)));
    assertTrue(String.valueOf(error.getMessage()).startsWith("SHOPWIRE_WEBHOOK_HEADER_TOPIC"));
  }
}
