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

  private static String said(Map<String, String> environment) {
    return said(environment, new Bootstrap.Made(Optional.of(KEY), Optional.of("setup-token")));
  }

  private static String said(Map<String, String> environment, Bootstrap.Made made) {
    Settings settings = Settings.load(Path.of("none"), environment);
    return String.join(
        "\n",
        new StartupMessage(AppConfig.of(settings), 8080, ConsoleConfig.of(settings)).lines(made));
  }

  @Test
  void whatWasMadeIsTold() {
    String said = said(Map.of());
    assertTrue(said.contains("API key   " + KEY.reveal()));
    assertTrue(said.contains("X-Api-Key: " + KEY.reveal() + "\""));
    assertTrue(said.contains("#setup=setup-token"));
  }

  @Test
  void aLaterStartShowsAnUnusedSetupTokenAndNoKey() {
    String said = said(Map.of(), new Bootstrap.Made(Optional.empty(), Optional.of("another")));
    assertTrue(
        said.contains("#setup=another   (works once, for 24 hours, and replaces the previous one)"),
        said);
    assertTrue(said.contains("API keys were created earlier"), said);
  }

  @Test
  void whatTheOperatorChoseIsNotRepeated() {
    String said = said(Map.of("SHOPWIRE_BOOTSTRAP_API_KEY", KEY.reveal()));
    assertFalse(said.contains(KEY.reveal()));
    assertTrue(said.contains("X-Api-Key: $SHOPWIRE_BOOTSTRAP_API_KEY\""));
  }
}
