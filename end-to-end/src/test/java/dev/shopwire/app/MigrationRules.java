package dev.shopwire.app;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds statements of a migration that break the previous version or lock a large table for long,
 * which docs/operators/upgrades.md forbids. A file that removes what no version uses any more
 * declares it in a line {@code -- Contract: unused since <version>}.
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
  private static final Pattern ADDED_COLUMN = Pattern.compile("\\badd column\\b[^,]*");
  private static final Pattern ADDED_CONSTRAINT =
      Pattern.compile("\\badd (?:constraint \\w+ )?(?:check|foreign key|unique|primary key)\\b");
  private static final Pattern WRITTEN =
      Pattern.compile("^(?:with\\b.*)?\\b(?:update|delete from) (?:only )?(\\w+)");
  private static final Pattern CONSTANT_DEFAULT =
      Pattern.compile("\\bdefault (?:-?\\d|'|true|false|now\\(\\)|current_timestamp|null)");

  private MigrationRules() {}

  /**
   * The violations of a migration, one line each.
   *
   * @param large the tables that grow with shops, events or messages
   */
  static List<String> violations(String sql, Set<String> large) {
    boolean isContract = CONTRACT.matcher(sql).find();
    Set<String> created = new HashSet<>();
    List<String> violations = new ArrayList<>();
    for (String statement : statements(sql)) {
      Matcher table = CREATED.matcher(statement);
      while (table.find()) {
        created.add(table.group(1));
      }
      String problem = problem(statement, created, large, isContract);
      if (!problem.isEmpty()) {
        violations.add(problem + ": " + statement.lines().findFirst().orElse(""));
      }
    }
    return violations;
  }

  /** The statements in lower case, without comments and function bodies. */
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
      String statement, Set<String> created, Set<String> large, boolean isContract) {
    if (!isContract && REMOVED.matcher(statement).find()) {
      return "drops what the previous version may use";
    }
    if (RENAMED.matcher(statement).find()) {
      return "renames what the previous version uses";
    }
    String written = table(WRITTEN, statement);
    if (large.contains(written) && !created.contains(written)) {
      return "writes to a large table, which is a background job's task";
    }
    String indexed = table(INDEXED, statement);
    if (large.contains(indexed) && !created.contains(indexed)) {
      return "blocks writes to a large table";
    }
    String altered = table(ALTERED, statement);
    return altered.isEmpty() || created.contains(altered)
        ? ""
        : alterProblem(statement, large.contains(altered));
  }

  private static String alterProblem(String statement, boolean large) {
    if (RETYPED.matcher(statement).find()) {
      return "changes a type that the previous version uses";
    }
    if (REQUIRED.matcher(statement).find()) {
      return "forbids null, which the previous version may write";
    }
    Matcher column = ADDED_COLUMN.matcher(statement);
    while (column.find()) {
      boolean constant = CONSTANT_DEFAULT.matcher(column.group()).find();
      if (column.group().contains("not null") && !constant) {
        return "adds a required column that the previous version does not set";
      }
      if (column.group().contains("default") && !constant) {
        return "rewrites the table";
      }
    }
    if (large && ADDED_CONSTRAINT.matcher(statement).find() && !statement.contains("not valid")) {
      return "scans a large table under a lock; add the constraint as not valid";
    }
    return "";
  }

  private static String table(Pattern pattern, String statement) {
    Matcher matcher = pattern.matcher(statement);
    return matcher.find() ? matcher.group(1) : "";
  }
}
