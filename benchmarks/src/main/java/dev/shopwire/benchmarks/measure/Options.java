package dev.shopwire.benchmarks.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The arguments of a benchmark, each in the form {@code name=value}. */
public record Options(Map<String, String> values) {

  /**
   * @param names the supported ones
   */
  public static Options of(Set<String> names, String... arguments) {
    Map<String, String> given = new HashMap<>();
    for (String argument : arguments) {
      String[] parts = argument.split("=", 2);
      if (parts.length < 2 || !names.contains(parts[0])) {
        throw new IllegalArgumentException(argument + " is not one of " + names + " with a value");
      }
      given.put(parts[0], parts[1]);
    }
    return new Options(given);
  }

  public long number(String name, long defaultValue) {
    return Long.parseLong(values.getOrDefault(name, Long.toString(defaultValue)));
  }

  public double decimal(String name, double defaultValue) {
    return Double.parseDouble(values.getOrDefault(name, Double.toString(defaultValue)));
  }

  public String text(String name, String defaultValue) {
    return values.getOrDefault(name, defaultValue);
  }

  public boolean flag(String name, boolean defaultValue) {
    return Boolean.parseBoolean(values.getOrDefault(name, Boolean.toString(defaultValue)));
  }

  /**
   * Starts in the directory {@code data} or on the database {@code postgres}, which are kept, or in
   * a temporary directory.
   */
  public Installation start() throws IOException {
    String postgres = values.get("postgres");
    if (postgres != null) {
      return Installation.on(postgres);
    }
    String data = values.get("data");
    return data == null ? new Installation() : Installation.kept(Path.of(data));
  }
}
