package dev.shopwire.app;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds statements of a migration that the previous version could not run with, or that would lock
 * a large table for long: the rule in docs/operators/upgrades.md. A file that removes what no
 * version uses any more says so in a line {@code -- Contract: unused since <version>}.
 */
final class MigrationRules {
  private static final Pattern CONTRACT = Pattern.compile("(?m)^-- Contract: unused since \\S+");
  private static final Pattern CREATED =
      Pattern.compile("\\bcreate (?:unlogged )?table (?:if not exists )?(\\w+)");
  private static final Pattern ALTERED = Pattern.compile("^alter table (?:only )?(\\w+)");
  private static final Pattern INDEXED =
      Pattern.compile("^create (?:unique )?index .*?\\bon (?:only )?(\\w+)");
  private static final Pattern REMOVED =
      Pattern.compile("^drop (?:table|view|function|trigger|sequence|type)\\b|\\bdrop column\\b");
  private static final Pattern RENAMED = Pattern.compile("\\brename\\b");
  private static final Pattern RETYPED =
      Pattern.compile("\\balter (?:column )?\\w+ (?:set data )?type\\b");
  private static final Pattern REQUIRED = Pattern.compile("\\bset not null\\b");
  private static final Pattern COLUMN = Pattern.compile("\\badd column\\b[^,]*");
  private static final Pattern CONSTRAINT =
      Pattern.compile("\\badd (?:constraint \\w+ )?(?:check|foreign key|unique|primary key)\\b");
  private static final Pattern FILLED =
      Pattern.compile("^(?:with\\b.*)?\\b(?:update|delete from) (?:only )?(\\w+)");
  private static final Pattern CONSTANT =
      Pattern.compile("\\bdefault (?:-?\\d|'|true|false|now\\(\\)|current_timestamp|null)");

  private MigrationRules() {}

  /**
   * What is wrong with a migration, one line each.
   *
   * @param large the tables that grow with shops, events or messages
   */
  static List<String> violations(String sql, Set<String> large) {
    boolean contracts = CONTRACT.matcher(sql).find();
    Set<String> created = new HashSet<>();
    List<String> violations = new ArrayList<>();
    for (String statement : statements(sql)) {
      Matcher table = CREATED.matcher(statement);
      while (table.find()) {
        created.add(table.group(1));
      }
      String problem = problem(statement, created, large, contracts);
      if (!problem.isEmpty()) {
        violations.add(problem + ": " + statement.lines().findFirst().orElse(""));
      }
    }
    return violations;
  }

  /** Without comments and the bodies of functions, in lower case. */
  private static List<String> statements(String sql) {
    String text =
        sql.replaceAll("--[^\\n]*", "")
            .replaceAll("(?s)\\$(\\w*)\\$.*?\\$\\1\\$", "body")
            .toLowerCase(Locale.ROOT);
    List<String> statements = new ArrayList<>();
    for (String statement : text.split(";", -1)) {
      if (!statement.isBlank()) {
        statements.add(statement.trim().replaceAll("\\s+", " "));
      }
    }
    return statements;
  }

  private static String problem(
      String statement, Set<String> created, Set<String> large, boolean contracts) {
    if (!contracts && REMOVED.matcher(statement).find()) {
      return "the previous version may use what is dropped";
    }
    if (RENAMED.matcher(statement).find()) {
      return "the previous version uses the old name";
    }
    String filled = table(FILLED, statement);
    if (large.contains(filled) && !created.contains(filled)) {
      return "fills or empties a large table, which is a job's work";
    }
    String indexed = table(INDEXED, statement);
    if (large.contains(indexed) && !created.contains(indexed)) {
      return "blocks the writers of a large table";
    }
    String altered = table(ALTERED, statement);
    return altered.isEmpty() || created.contains(altered)
        ? ""
        : problemOfAlter(statement, large.contains(altered));
  }

  private static String problemOfAlter(String statement, boolean large) {
    if (RETYPED.matcher(statement).find()) {
      return "changes a type that the previous version uses";
    }
    if (REQUIRED.matcher(statement).find()) {
      return "the previous version may write null";
    }
    Matcher column = COLUMN.matcher(statement);
    while (column.find()) {
      boolean constant = CONSTANT.matcher(column.group()).find();
      if (column.group().contains("not null") && !constant) {
        return "the previous version writes no value for it";
      }
      if (column.group().contains("default") && !constant) {
        return "rewrites the table";
      }
    }
    if (large && CONSTRAINT.matcher(statement).find() && !statement.contains("not valid")) {
      return "reads the whole large table under a lock; add it as not valid";
    }
    return "";
  }

  private static String table(Pattern pattern, String statement) {
    Matcher matcher = pattern.matcher(statement);
    return matcher.find() ? matcher.group(1) : "";
  }
}
