package dev.shopwire.common.config;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The settings of a process: a properties file, overridden by the environment.
 *
 * <p>The file's key {@code http.port} and the variable {@code SHOPWIRE_HTTP_PORT} are one setting:
 * lower case, underscores become dots. Whoever needs a setting asks for it here, which also makes
 * it known; {@link #refuseUnknown()} then finds what nobody asked for. Every error names the
 * setting as its writer wrote it and never shows a secret value. Not thread-safe: used once, at the
 * start.
 */
public final class Settings {
  private static final String PREFIX = "SHOPWIRE_";

  private record Given(String name, String value) {}

  private final Map<String, Given> given = new TreeMap<>();
  private final Map<String, String> effective = new TreeMap<>();

  private Settings() {}

  /**
   * Reads {@code file} if it exists, then the variables of {@code environment} that start with
   * {@code SHOPWIRE_}. An empty variable counts as absent.
   *
   * @throws SettingException if the file can't be read
   */
  public static Settings load(Path file, Map<String, String> environment) {
    Settings settings = new Settings();
    if (Files.exists(file)) {
      Properties properties = new Properties();
      try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
        properties.load(reader);
      } catch (IOException | IllegalArgumentException e) {
        throw new SettingException(
            "The settings file " + file + " can't be read: " + e.getMessage());
      }
      for (String key : properties.stringPropertyNames()) {
        settings.put(key, key + " (in " + file + ")", properties.getProperty(key));
      }
    }
    environment.forEach(
        (name, value) -> {
          if (name.startsWith(PREFIX) && !value.isBlank()) {
            settings.put(key(name), name, value);
          }
        });
    return settings;
  }

  private void put(String key, String name, String value) {
    given.put(key, new Given(name, value.trim()));
  }

  private static String key(String variable) {
    return variable.substring(PREFIX.length()).toLowerCase(Locale.ROOT).replace('_', '.');
  }

  private static String variable(String key) {
    return PREFIX + key.toUpperCase(Locale.ROOT).replace('.', '_');
  }

  /** The setting as its writer knows it: the variable, or the key in the file. */
  public String nameOf(String key) {
    Given value = given.get(key);
    return value == null ? variable(key) : value.name();
  }

  public Optional<String> text(String key) {
    Optional<String> value = Optional.ofNullable(given.get(key)).map(Given::value);
    effective.put(key, value.orElse(""));
    return value;
  }

  public String text(String key, String fallback) {
    String value = text(key).orElse(fallback);
    effective.put(key, value);
    return value;
  }

  /** A value that is never printed, neither in the list of settings nor in an error. */
  public Optional<String> secret(String key) {
    Optional<String> value = Optional.ofNullable(given.get(key)).map(Given::value);
    effective.put(key, value.isPresent() ? "(set)" : "");
    return value;
  }

  /** Makes a setting as if it had not been given; false if it was not. */
  public boolean forget(String key) {
    return given.remove(key) != null;
  }

  /** A whole number within {@code min} and {@code max}, both included. */
  public int integer(String key, int fallback, int min, int max) {
    String value = text(key, Integer.toString(fallback));
    try {
      int number = Integer.parseInt(value);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // falls through to the one error below
    }
    throw wrong(key, "a whole number from " + min + " to " + max, value);
  }

  /** A TCP port; 0 lets the system choose one. */
  public int port(String key, int fallback) {
    return integer(key, fallback, 0, 65_535);
  }

  /** A span given in whole milliseconds, 0 included. */
  public Duration millis(String key, int fallback) {
    return Duration.ofMillis(integer(key, fallback, 0, Integer.MAX_VALUE));
  }

  public boolean bool(String key, boolean fallback) {
    String value = text(key, Boolean.toString(fallback));
    return switch (value) {
      case "true" -> true;
      case "false" -> false;
      default -> throw wrong(key, "true or false", value);
    };
  }

  /** Names separated by commas, each one of {@code allowed}; absent means all of them. */
  public List<String> names(String key, List<String> allowed) {
    String value = text(key, String.join(",", allowed));
    List<String> names = Arrays.stream(value.split(",", -1)).map(String::trim).distinct().toList();
    if (!allowed.containsAll(names)) {
      throw wrong(key, "names out of " + String.join(",", allowed), value);
    }
    return names;
  }

  /** The error for a value that was read but doesn't fit. */
  public SettingException wrong(String key, String expected, String came) {
    return new SettingException(nameOf(key) + ": expected " + expected + ", got \"" + came + "\"");
  }

  /** The error for a secret value that doesn't fit: it says what was expected and not what came. */
  public SettingException wrongSecret(String key, String expected) {
    return new SettingException(nameOf(key) + ": expected " + expected);
  }

  /**
   * To be called when every part has asked for its settings.
   *
   * @throws SettingException naming every setting that nobody asked for
   */
  public void refuseUnknown() {
    TreeSet<String> unknown = new TreeSet<>(given.keySet());
    unknown.removeAll(effective.keySet());
    if (!unknown.isEmpty()) {
      List<String> names = unknown.stream().map(this::nameOf).toList();
      throw new SettingException(
          "Unknown setting: " + String.join(", ", names) + ". conf/shopwire.properties lists all.");
    }
  }

  /** Every known setting with its value in force, secrets left out; keys in order. */
  public Map<String, String> effective() {
    return Collections.unmodifiableMap(new TreeMap<>(effective));
  }
}
