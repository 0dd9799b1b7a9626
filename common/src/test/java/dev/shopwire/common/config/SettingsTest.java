package dev.shopwire.common.config;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
  private static final String SECRET = "hunter2-hunter2-hunter2";
  private static final List<String> ROLES = List.of("ingest", "webhook", "console");

  private final Path file;

  SettingsTest(@TempDir Path directory) {
    file = directory.resolve("shopwire.properties");
  }

  private Settings load(String text, Map<String, String> environment) throws IOException {
    Files.writeString(file, text);
    return Settings.load(file, environment);
  }

  private Settings ofEnvironment(Map<String, String> environment) {
    return Settings.load(file, environment);
  }

  private static String message(Runnable reading) {
    return String.valueOf(assertThrows(SettingException.class, reading::run).getMessage());
  }

  @Test
  void theEnvironmentOverridesTheFile() throws IOException {
    Settings settings =
        load(
            "http.port=1\nconsole.port=2\n",
            Map.of("SHOPWIRE_HTTP_PORT", "3", "SHOPWIRE_MANAGEMENT_PORT", "4"));
    assertEquals(3, settings.port("http.port", 8080));
    assertEquals(2, settings.port("console.port", 8081));
    assertEquals(4, settings.port("management.port", 8082));
    assertEquals(5, settings.port("other.port", 5));
  }

  @Test
  void aMissingFileIsNotAnError() {
    assertEquals(
        Optional.of("db"), ofEnvironment(Map.of("SHOPWIRE_DATA_DIR", "db")).text("data.dir"));
  }

  @Test
  void anEmptyVariableCountsAsAbsent() throws IOException {
    Settings settings =
        load("http.port=1\n", Map.of("SHOPWIRE_HTTP_PORT", "", "SHOPWIRE_DATA_DIR", "  "));
    assertEquals(1, settings.port("http.port", 8080));
    assertEquals(Optional.empty(), settings.text("data.dir"));
  }

  @Test
  void valuesAreTrimmedAndReadAsUtf8() throws IOException {
    Settings settings =
        load("name = Zürich 😀  \n", Map.of("SHOPWIRE_DATA_DIR", " /var/lib/shopwire\n"));
    assertEquals("Zürich 😀", settings.text("name", ""));
    assertEquals("/var/lib/shopwire", settings.text("data.dir", ""));
  }

  @Test
  void onlyVariablesWithThePrefixAreSettings() {
    Settings settings =
        ofEnvironment(Map.of("PATH", "/bin", "MY_SHOPWIRE_PORT", "1", "shopwire_http_port", "1"));
    assertDoesNotThrow(settings::rejectUnknown);
  }

  @Test
  void anErrorNamesTheUnreadableFile() throws IOException {
    Files.write(file, "name=Z\u00fcrich".getBytes(StandardCharsets.ISO_8859_1));
    assertTrue(message(() -> ofEnvironment(Map.of())).contains(file.toString()));
    Files.writeString(file, "token=" + SECRET + "\\u12");
    String malformed = message(() -> ofEnvironment(Map.of()));
    assertTrue(malformed.contains(file.toString()), malformed);
    assertFalse(malformed.contains(SECRET), malformed);
  }

  @Test
  void everyUnknownSettingIsReportedAsWritten() throws IOException {
    Settings settings =
        load(
            "http.prot=" + SECRET + "\nHTTP.PORT=1\nhttp.port=1\n",
            Map.of("SHOPWIRE_ADMIN_TOKNE", SECRET, "SHOPWIRE_DATA_DIR", "x"));
    settings.port("http.port", 8080);
    settings.text("data.dir");
    String message = message(settings::rejectUnknown);
    assertTrue(message.contains("http.prot (in " + file + ")"), message);
    assertTrue(message.contains("HTTP.PORT (in " + file + ")"), message);
    assertTrue(message.contains("SHOPWIRE_ADMIN_TOKNE"), message);
    assertFalse(message.contains("http.port (in"), message);
    assertFalse(message.contains("DATA_DIR"), message);
    assertFalse(message.contains(SECRET), message);
  }

  @Test
  void aSettingIsKnownOnceItHasBeenRead() {
    Settings settings = ofEnvironment(Map.of("SHOPWIRE_DATA_DIR", "x"));
    assertTrue(message(settings::rejectUnknown).contains("SHOPWIRE_DATA_DIR"));
    settings.text("data.dir");
    assertDoesNotThrow(settings::rejectUnknown);
  }

  @Test
  void aSecretIsReturnedAndNeverShown() throws IOException {
    Settings settings = load("redis.uri=" + SECRET + "\n", Map.of("SHOPWIRE_ADMIN_TOKEN", SECRET));
    assertEquals(Optional.of(SECRET), settings.secret("admin.token"));
    assertEquals(Optional.of(SECRET), settings.secret("redis.uri"));
    assertEquals(Optional.empty(), settings.secret("postgres.uri"));
    assertEquals(
        Map.of("admin.token", "(set)", "redis.uri", "(set)", "postgres.uri", ""),
        settings.effective());
    assertEquals(
        "SHOPWIRE_ADMIN_TOKEN: expected 16 characters",
        settings.invalidSecret("admin.token", "16 characters").getMessage());
    assertEquals(
        "redis.uri (in " + file + "): expected a URI",
        settings.invalidSecret("redis.uri", "a URI").getMessage());
  }

  @Test
  void effectiveSettingsAreSortedByKey() {
    Settings settings =
        ofEnvironment(Map.of("SHOPWIRE_HTTP_PORT", "9", "SHOPWIRE_VERTICLES", "webhook,ingest"));
    settings.port("http.port", 8080);
    settings.bool("cluster", false);
    settings.names("verticles", ROLES);
    settings.integer("ingest.instances", 2, 1, 256);
    settings.text("platform.domain");
    settings.text("console.host", "0.0.0.0");
    settings.millis("shutdown.grace.millis", 1_000);
    Map<String, String> effective = settings.effective();
    assertEquals("9", effective.get("http.port"));
    assertEquals("false", effective.get("cluster"));
    assertEquals("webhook,ingest", effective.get("verticles"));
    assertEquals("", effective.get("platform.domain"));
    assertEquals(
        List.of(
            "cluster",
            "console.host",
            "http.port",
            "ingest.instances",
            "platform.domain",
            "shutdown.grace.millis",
            "verticles"),
        List.copyOf(effective.keySet()));
  }

  @ParameterizedTest
  @CsvSource({"-3, -3", "0, 0", "17, 17", "' 4 ', 4", "-0, 0"})
  void aWholeNumberInRangeIsRead(String value, int expected) {
    Settings settings = ofEnvironment(Map.of("SHOPWIRE_SOME_NUMBER", value));
    assertEquals(expected, settings.integer("some.number", 1, -3, 17));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-4", "18", "x", "1.5", "1e1", "0x1", "1_0", "4 4", "99999999999", "−1"})
  void anyOtherNumberIsRejectedAndTheErrorNamesTheRange(String value) {
    Settings settings = ofEnvironment(Map.of("SHOPWIRE_SOME_NUMBER", value));
    assertEquals(
        "SHOPWIRE_SOME_NUMBER: expected a whole number from -3 to 17, got \"" + value + "\"",
        message(() -> settings.integer("some.number", 1, -3, 17)));
  }

  @Test
  void aPortIsAtMost65535() {
    assertEquals(0, ofEnvironment(Map.of("SHOPWIRE_HTTP_PORT", "0")).port("http.port", 1));
    assertEquals(65_535, ofEnvironment(Map.of("SHOPWIRE_HTTP_PORT", "65535")).port("http.port", 1));
    for (String value : List.of("65536", "-1")) {
      Settings settings = ofEnvironment(Map.of("SHOPWIRE_HTTP_PORT", value));
      assertTrue(message(() -> settings.port("http.port", 1)).startsWith("SHOPWIRE_HTTP_PORT: "));
    }
  }

  @Test
  void aDurationIsInWholeMilliseconds() {
    Settings settings = ofEnvironment(Map.of("SHOPWIRE_SPAN", "1500", "SHOPWIRE_OTHER", "1.5s"));
    assertEquals(Duration.ofMillis(1_500), settings.millis("span", 1));
    assertEquals(Duration.ofMillis(7), settings.millis("absent", 7));
    assertTrue(message(() -> settings.millis("other", 1)).contains("SHOPWIRE_OTHER"));
  }

  @Test
  void aBooleanIsTrueOrFalse() {
    Settings settings =
        ofEnvironment(
            Map.of("SHOPWIRE_ON", "true", "SHOPWIRE_OFF", "false", "SHOPWIRE_ODD", "yes"));
    assertTrue(settings.bool("on", false));
    assertFalse(settings.bool("off", true));
    assertTrue(settings.bool("absent", true));
    assertEquals(
        "SHOPWIRE_ODD: expected true or false, got \"yes\"",
        message(() -> settings.bool("odd", true)));
  }

  @Test
  void namesAreSeparatedByCommas() {
    Settings settings = ofEnvironment(Map.of("SHOPWIRE_VERTICLES", " console , ingest,console"));
    assertEquals(List.of("console", "ingest"), settings.names("verticles", ROLES));
    assertEquals(ROLES, settings.names("absent", ROLES));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ingest,atribution", "ingest,", ",", "ingest webhook", "Ingest"})
  void aNameThatIsNotAllowedIsRejected(String value) {
    Settings settings = ofEnvironment(Map.of("SHOPWIRE_VERTICLES", value));
    assertEquals(
        "SHOPWIRE_VERTICLES: expected one or more of ingest,webhook,console, got \"" + value + "\"",
        message(() -> settings.names("verticles", ROLES)));
  }

  @Test
  void aSettingMayBeReadAgainOnlyByTheSameDeclaration() {
    Settings settings = ofEnvironment(Map.of());
    assertEquals(7, settings.integer("number", 7, 1, 9));
    assertEquals(7, settings.integer("number", 7, 1, 9));
    assertThrows(IllegalStateException.class, () -> settings.integer("number", 8, 1, 9));
    assertThrows(IllegalStateException.class, () -> settings.integer("number", 7, 1, 10));
    assertThrows(IllegalStateException.class, () -> settings.text("number"));
    assertEquals(Optional.empty(), settings.secret("token"));
    assertThrows(IllegalStateException.class, () -> settings.text("token"));
    assertEquals(Set.of("token"), settings.secrets());
  }

  @Test
  void anErrorNamesAnUnsetSettingByItsVariable() {
    Settings settings = ofEnvironment(Map.of());
    assertEquals("SHOPWIRE_HTTP_PORT", settings.nameOf("http.port"));
    assertEquals(
        "SHOPWIRE_HTTP_PORT: expected a port, got \"x\"",
        settings.invalid("http.port", "a port", "x").getMessage());
  }
}
