package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.config.Settings;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessConfigTest {
  private static final String SECRET = "hidden";

  @ParameterizedTest
  @CsvSource({
    "SHOPWIRE_INGEST_INSTANCES,two",
    "SHOPWIRE_HTTP_PROT,8080",
    "SHOPWIRE_VERTICLES,'ingest,spider'",
    "SHOPWIRE_POSTGRES_URI,mysql://u:hidden@h/d",
    "SHOPWIRE_REDIS_URI,hidden@h",
    "SHOPWIRE_BOOTSTRAP_API_KEY,hidden",
    "SHOPWIRE_ADMIN_TOKEN,hidden",
    "SHOPWIRE_PLATFORM_DOMAIN,a/b"
  })
  void anInvalidOrUnknownSettingIsNamedAndNoSecretIsShown(String variable, String value) {
    Settings settings = Settings.load(Path.of("no-such-file"), Map.of(variable, value));
    SettingException error = assertThrows(SettingException.class, () -> ProcessConfig.of(settings));
    String message = String.valueOf(error.getMessage());
    assertTrue(message.contains(variable), message);
    assertFalse(message.contains(SECRET), message);
  }
}
