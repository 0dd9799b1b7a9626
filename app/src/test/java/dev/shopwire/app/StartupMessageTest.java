package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.config.Settings;
import dev.shopwire.common.tenancy.ApiKey;
import dev.shopwire.console.ConsoleConfig;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StartupMessageTest {
  private static final ApiKey KEY = ApiKey.chosen("chosen-key-of-an-operator");

  private static String message(Map<String, String> environment) {
    return message(
        environment, new Bootstrap.Created(Optional.of(KEY), Optional.of("setup-token")));
  }

  private static String message(Map<String, String> environment, Bootstrap.Created created) {
    Settings settings = Settings.load(Path.of("none"), environment);
    return String.join(
        "\n",
        new StartupMessage(AppConfig.of(settings), 8080, ConsoleConfig.of(settings))
            .lines(created));
  }

  @Test
  void theCreatedKeyAndSetupTokenArePrinted() {
    String message = message(Map.of());
    assertTrue(message.contains("API key   " + KEY.reveal()));
    assertTrue(message.contains("X-Api-Key: " + KEY.reveal() + "\""));
    assertTrue(
        message.contains("Console   http://localhost:8081/console/setup#token=setup-token"),
        message);
  }

  @Test
  void aLaterStartPrintsTheSetupTokenAtThePublicAddressButNoKey() {
    String message =
        message(
            Map.of("SHOPWIRE_CONSOLE_PUBLIC_URL", "https://console.example.com/"),
            new Bootstrap.Created(Optional.empty(), Optional.of("another")));
    assertTrue(
        message.contains("https://console.example.com/console/setup#token=another "), message);
    assertTrue(message.contains("API keys were created earlier"), message);
  }

  @Test
  void aConfiguredKeyIsNotPrinted() {
    String message = message(Map.of("SHOPWIRE_BOOTSTRAP_API_KEY", KEY.reveal()));
    assertFalse(message.contains(KEY.reveal()));
    assertTrue(message.contains("X-Api-Key: $SHOPWIRE_BOOTSTRAP_API_KEY\""));
  }
}
