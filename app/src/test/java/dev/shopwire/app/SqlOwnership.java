package dev.shopwire.app;

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
 * Finds SQL of one module that accesses a table of another, in string literals of Java sources and
 * in migrations. A table belongs to the module whose migration creates it. All modules may use what
 * a module publishes: its views, and functions whose definition follows a comment that starts with
 * {@code Published}. A foreign key does not count as access.
 */
final class SqlOwnership {
  private static final Pattern LITERAL =
      Pattern.compile(
          "/\\*.*?\\*/|//[^\\n]*|\"\"\"(.*?)\"\"\"|\"((?:\\\\.|[^\"\\\\\\n])*)\"", Pattern.DOTALL);
  private static final Pattern TABLE = Pattern.compile("\\bcreate (?:unlogged )?table (\\w+)");
  private static final Pattern FUNCTION =
      Pattern.compile(
          "((?:^--[^\\n]*\\n)*)^create (?:or replace )?function (\\w+)", Pattern.MULTILINE);
  private static final Pattern REFERENCE =
      Pattern.compile(
          "\\b(?:from|join|into|update|using|table|truncate|only|on)\\s+(?:only\\s+)?(\\w+)");
  private static final Pattern FROM_LIST =
      Pattern.compile(
          "\\bfrom\\s+([^()]*?)(?=\\b(?:where|join|left|cross|group|order|limit|for|returning|union|set)\\b|[()]|$)");
  private static final Pattern REGCLASS =
      Pattern.compile("'(\\w+)'::regclass|to_regclass\\('(\\w+)'\\)");
  private static final Pattern CALL = Pattern.compile("\\b(\\w+)\\s*\\(");

  private record Text(String module, String file, String sql) {}

  private final Map<String, String> tables = new HashMap<>();
  private final Map<String, String> functions = new HashMap<>();
  private final Set<String> published = new HashSet<>();
  private final List<Text> texts = new ArrayList<>();

  private SqlOwnership() {}

  /**
   * The violations in the sources below {@code root}, one line each; every directory there with
   * {@code src/main} is a module.
   */
  static List<String> violations(Path root, Set<String> excluded) {
    SqlOwnership ownership = new SqlOwnership();
    try (Stream<Path> modules = Files.list(root)) {
      modules
          .filter(module -> !excluded.contains(module.getFileName().toString()))
          .filter(module -> Files.isDirectory(module.resolve("src/main")))
          .sorted()
          .forEach(ownership::read);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> violations = new ArrayList<>();
    ownership.texts.forEach(text -> ownership.check(text, violations));
    return violations.stream().distinct().toList();
  }

  private void read(Path module) {
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
    }
    texts.add(new Text(module, file.getFileName().toString(), sql.replaceAll("--[^\\n]*", "")));
  }

  private void check(Text text, List<String> violations) {
    Set<String> used = new HashSet<>();
    if (tables.containsKey(text.sql.trim()) && text.sql.contains("_")) {
      used.add(text.sql.trim()); // a table name that is concatenated into SQL
    }
    collect(REFERENCE.matcher(text.sql), used);
    collect(REGCLASS.matcher(text.sql), used);
    Matcher list = FROM_LIST.matcher(text.sql);
    while (list.find()) {
      for (String item : list.group(1).split(",", -1)) {
        used.add(item.trim().split("\\s+", 2)[0]);
      }
    }
    for (String table : used) {
      String owner = tables.getOrDefault(table, text.module);
      if (!owner.equals(text.module)) {
        violations.add(
            "%s: %s uses the table %s of %s".formatted(text.module, text.file, table, owner));
      }
    }
    Matcher call = CALL.matcher(text.sql);
    while (call.find()) {
      String owner = functions.getOrDefault(call.group(1), text.module);
      if (!owner.equals(text.module) && !published.contains(call.group(1))) {
        violations.add(
            "%s: %s calls the function %s of %s, which isn't published"
                .formatted(text.module, text.file, call.group(1), owner));
      }
    }
  }

  private static void collect(Matcher matcher, Set<String> used) {
    while (matcher.find()) {
      for (int group = 1; group <= matcher.groupCount(); group++) {
        if (matcher.group(group) != null) {
          used.add(matcher.group(group));
        }
      }
    }
  }
}
