package dev.shopwire.rules;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the SQL of all modules, in lower case: the string literals of Java sources, and migrations
 * without comments.
 */
final class SqlTexts {
  // Comments and characters are matched so that quotes in them start no string.
  private static final Pattern LITERAL =
      Pattern.compile(
          "/\\*.*?\\*/|//[^\\n]*|'(?:\\\\.|[^'\\\\\\n])'"
              + "|\"\"\"(.*?)\"\"\"|\"((?:\\\\.|[^\"\\\\\\n])*)\"",
          Pattern.DOTALL);
  private static final Pattern TABLE =
      Pattern.compile("\\bcreate (?:unlogged )?table (\\w+)(?: partition of (\\w+))?");
  private static final Pattern FUNCTION =
      Pattern.compile(
          "((?:^--[^\\n]*\\n)*)^create (?:or replace )?function (\\w+)", Pattern.MULTILINE);

  /** A string literal of the Java source {@code file}, or a complete migration. */
  record Text(String module, String file, String sql) {
    boolean isJava() {
      return file.endsWith(".java");
    }
  }

  private final Map<String, String> tables = new HashMap<>();
  private final Map<String, String> parents = new HashMap<>();
  private final Map<String, String> functions = new HashMap<>();
  private final Set<String> published = new HashSet<>();
  private final List<Text> texts = new ArrayList<>();

  private SqlTexts() {}

  /** Every directory in {@code root} with {@code src/main} is a module. */
  static SqlTexts read(Path root, Set<String> excluded) {
    SqlTexts texts = new SqlTexts();
    try (Stream<Path> modules = Files.list(root)) {
      modules
          .filter(module -> !excluded.contains(module.getFileName().toString()))
          .filter(module -> Files.isDirectory(module.resolve("src/main")))
          .sorted()
          .forEach(texts::readModule);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return texts;
  }

  private void readModule(Path module) {
    String name = module.getFileName().toString();
    files(module.resolve("src/main/java"), ".java").forEach(file -> readJava(name, file));
    files(module.resolve("src/main/resources/db/migration"), ".sql")
        .forEach(file -> readMigration(name, file));
  }

  private static List<Path> files(Path directory, String suffix) {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(file -> file.toString().endsWith(suffix)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void readJava(String module, Path file) {
    Matcher literal = LITERAL.matcher(text(file));
    while (literal.find()) {
      String sql = literal.group(1) == null ? literal.group(2) : literal.group(1);
      if (sql != null) {
        texts.add(new Text(module, file.getFileName().toString(), sql.toLowerCase(Locale.ROOT)));
      }
    }
  }

  private void readMigration(String module, Path file) {
    String sql = text(file).toLowerCase(Locale.ROOT);
    Matcher function = FUNCTION.matcher(sql);
    while (function.find()) {
      functions.put(function.group(2), module);
      if (function.group(1).startsWith("-- published")) {
        published.add(function.group(2));
      }
    }
    Matcher table = TABLE.matcher(sql);
    while (table.find()) {
      tables.put(table.group(1), module);
      if (table.group(2) != null) {
        parents.put(table.group(1), table.group(2));
      }
    }
    texts.add(new Text(module, file.getFileName().toString(), sql.replaceAll("--[^\\n]*", "")));
  }

  List<Text> all() {
    return texts;
  }

  boolean isTable(String name) {
    return tables.containsKey(name);
  }

  /** The module whose migration creates the table; {@code otherwise} if there is no such table. */
  String ownerOfTable(String table, String otherwise) {
    return tables.getOrDefault(table, otherwise);
  }

  /** The same for functions. */
  String ownerOfFunction(String function, String otherwise) {
    return functions.getOrDefault(function, otherwise);
  }

  /** Whether the function's definition follows a comment that starts with {@code Published}. */
  boolean isPublished(String function) {
    return published.contains(function);
  }

  /** The table that {@code table} is a partition of, or itself. */
  String withoutPartition(String table) {
    return parents.getOrDefault(table, table);
  }
}
