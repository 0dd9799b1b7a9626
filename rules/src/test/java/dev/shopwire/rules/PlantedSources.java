package dev.shopwire.rules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes sources of modules for tests of the rules about SQL. */
final class PlantedSources {
  private final Path root;

  PlantedSources(Path root) {
    this.root = root;
  }

  void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  /** A class with string literals. */
  static String java(String... literals) {
    return "class A { String s = \"" + String.join("\" + \"", literals) + "\"; }";
  }
}
