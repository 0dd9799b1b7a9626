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
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The settings of a process: a properties file, overridden by environment variables.
 *
 * <p>The file's key {@code http.port} and the variable {@code SHOPWIRE_HTTP_PORT} are one setting:
 * lower case, underscores become dots. Reading a setting declares it, with its type, bounds and
 * default: that makes it known ({@link #rejectUnknown()} reports the ones that were never read),
 * and another reading must agree. Every error names the setting as it was written and never shows a
 * secret value. Not thread-safe: used once, at startup.
 */
public final class Settings {
  private static final String PREFIX = "SHOPWIRE_";
  private static final String SECRET = "secret";

  private record Entry(String name, String value) {}

  private final Map<String, Entry> entries = new TreeMap<>();
  private final Map<String, String> effective = new TreeMap<>();
  private final Map<String, String> declared = new TreeMap<>();

  private Settings() {}

  /**
   * Reads {@code file} if it exists, then the variables of {@code environment} that start with
   * {@code SHOPWIRE_}. An empty variable counts as absent.
   *
   * @throws SettingException if the file cannot be read
   */
  public static Settings load(Path file, Map<String, String> environment) {
    Settings settings = new Settings();
    if (Files.exists(file)) {
      Properties properties = new Properties();
      try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
        properties.load(reader);
      } catch (IOException | IllegalArgumentException e) {
        throw new SettingException("Cannot read the settings file " + file + ": " + e.getMessage());
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
    entries.put(key, new Entry(name, value.trim()));
  }

  private static String key(String variable) {
    return variable.substring(PREFIX.length()).toLowerCase(Locale.ROOT).replace('_', '.');
  }

  private static String variable(String key) {
    return PREFIX + key.toUpperCase(Locale.ROOT).replace('.', '_');
  }

  /** The setting's name as it was written: the variable, or the key in the file. */
  public String nameOf(String key) {
    Entry value = entries.get(key);
    return value == null ? variable(key) : value.name();
  }

  public Optional<String> text(String key) {
    declare(key, "text");
    Optional<String> value = Optional.ofNullable(entries.get(key)).map(Entry::value);
    effective.put(key, value.orElse(""));
    return value;
  }

  public String text(String key, String fallback) {
    return read(key, "text", fallback);
  }

  private String read(String key, String type, String fallback) {
    declare(key, type + ", default " + fallback);
    Entry value = entries.get(key);
    String text = value == null ? fallback : value.value();
    effective.put(key, text);
    return text;
  }

  private void declare(String key, String declaration) {
    String before = declared.putIfAbsent(key, declaration);
    if (before != null && !before.equals(declaration)) {
      throw new IllegalStateException(
          key + " is declared twice: as " + before + "; as " + declaration);
    }
  }

  /** A value that is never printed, neither in the settings list nor in an error. */
  public Optional<String> secret(String key) {
    declare(key, SECRET);
    Optional<String> value = Optional.ofNullable(entries.get(key)).map(Entry::value);
    effective.put(key, value.isPresent() ? "(set)" : "");
    return value;
  }

  /** Removes a setting, as if it had not been given; returns false if it had not. */
  public boolean remove(String key) {
    return entries.remove(key) != null;
  }

  /** A whole number from {@code min} to {@code max}, inclusive. */
  public int integer(String key, int fallback, int min, int max) {
    String expected = "a whole number from " + min + " to " + max;
    String value = read(key, expected, Integer.toString(fallback));
    try {
      int number = Integer.parseInt(value);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // rejected below
    }
    throw invalid(key, expected, value);
  }

  /** A TCP port; 0 lets the system choose one. */
  public int port(String key, int fallback) {
    return integer(key, fallback, 0, 65_535);
  }

  /** A duration in whole milliseconds; may be 0. */
  public Duration millis(String key, int fallback) {
    return Duration.ofMillis(integer(key, fallback, 0, Integer.MAX_VALUE));
  }

  public boolean bool(String key, boolean fallback) {
    String expected = "true or false";
    String value = read(key, expected, Boolean.toString(fallback));
    return switch (value) {
      case "true" -> true;
      case "false" -> false;
      default -> throw invalid(key, expected, value);
    };
  }

  /** Comma-separated names, each one of {@code allowed}; absent means all of them. */
  public List<String> names(String key, List<String> allowed) {
    String expected = "one or more of " + String.join(",", allowed);
    String value = read(key, expected, String.join(",", allowed));
    List<String> names = Arrays.stream(value.split(",", -1)).map(String::trim).distinct().toList();
    if (!allowed.containsAll(names)) {
      throw invalid(key, expected, value);
    }
    return names;
  }

  /** The error for an invalid value. */
  public SettingException invalid(String key, String expected, String actual) {
    return new SettingException(
        nameOf(key) + ": expected " + expected + ", got \"" + actual + "\"");
  }

  /** The error for an invalid secret: it states what was expected, never the value. */
  public SettingException invalidSecret(String key, String expected) {
    return new SettingException(nameOf(key) + ": expected " + expected);
  }

  /**
   * Must be called after every component has read its settings.
   *
   * @throws SettingException naming every setting that was never read
   */
  public void rejectUnknown() {
    TreeSet<String> unknown = new TreeSet<>(entries.keySet());
    unknown.removeAll(effective.keySet());
    if (!unknown.isEmpty()) {
      List<String> names = unknown.stream().map(this::nameOf).toList();
      throw new SettingException(
          "Unknown setting: "
              + String.join(", ", names)
              + ". See conf/shopwire.properties for all settings.");
    }
  }

  /** The settings read so far that are secrets. */
  public Set<String> secrets() {
    Set<String> secrets = new TreeSet<>(declared.keySet());
    secrets.removeIf(key -> !SECRET.equals(declared.get(key)));
    return secrets;
  }

  /** Every known setting with its effective value, without secrets, sorted by key. */
  public Map<String, String> effective() {
    return Collections.unmodifiableMap(new TreeMap<>(effective));
  }
}
