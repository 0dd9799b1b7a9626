package dev.shopwire.benchmarks.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** A benchmark's arguments, each as {@code name=value}. */
public record Options(Map<String, String> given) {

  /**
   * @param names those that there are
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

  public long number(String name, long otherwise) {
    return Long.parseLong(given.getOrDefault(name, Long.toString(otherwise)));
  }

  public String text(String name, String otherwise) {
    return given.getOrDefault(name, otherwise);
  }

  public boolean flag(String name, boolean otherwise) {
    return Boolean.parseBoolean(given.getOrDefault(name, Boolean.toString(otherwise)));
  }

  /** In the directory {@code data}, which is kept, or in one that is deleted in the end. */
  public Installation start() throws IOException {
    String data = given.get("data");
    return data == null ? new Installation() : Installation.kept(Path.of(data));
  }
}
