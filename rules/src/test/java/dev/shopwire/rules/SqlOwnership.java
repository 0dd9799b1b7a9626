package dev.shopwire.rules;

import dev.shopwire.rules.SqlTexts.Text;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds SQL of one module that accesses a table of another, in string literals of Java sources and
 * in migrations. A table belongs to the module whose migration creates it. All modules may use what
 * a module publishes: its views, and functions whose definition follows a comment that starts with
 * {@code Published}. A foreign key does not count as access.
 */
final class SqlOwnership {
  private static final Pattern REFERENCE =
      Pattern.compile(
          "\\b(?:from|join|into|update|using|table|truncate|only|on)\\s+(?:only\\s+)?(\\w+)");
  private static final Pattern FROM_LIST =
      Pattern.compile(
          "\\bfrom\\s+([^()]*?)(?=\\b(?:where|join|left|cross|group|order|limit|for|returning|union|set)\\b|[()]|$)");
  private static final Pattern REGCLASS =
      Pattern.compile("'(\\w+)'::regclass|to_regclass\\('(\\w+)'\\)");
  private static final Pattern CALL = Pattern.compile("\\b(\\w+)\\s*\\(");

  private SqlOwnership() {}

  /** The violations in the sources below {@code root}, one line each. */
  static List<String> violations(Path root, Set<String> excluded) {
    SqlTexts texts = SqlTexts.read(root, excluded);
    List<String> violations = new ArrayList<>();
    texts.all().forEach(text -> check(texts, text, violations));
    return violations.stream().distinct().toList();
  }

  private static void check(SqlTexts texts, Text text, List<String> violations) {
    Set<String> used = new HashSet<>();
    if (texts.isTable(text.sql().trim()) && text.sql().contains("_")) {
      used.add(text.sql().trim()); // a table name that is concatenated into SQL
    }
    collect(REFERENCE.matcher(text.sql()), used);
    collect(REGCLASS.matcher(text.sql()), used);
    Matcher list = FROM_LIST.matcher(text.sql());
    while (list.find()) {
      for (String item : list.group(1).split(",", -1)) {
        used.add(item.trim().split("\\s+", 2)[0]);
      }
    }
    for (String table : used) {
      String owner = texts.ownerOfTable(table, text.module());
      if (!owner.equals(text.module())) {
        violations.add(
            "%s: %s uses the table %s of %s".formatted(text.module(), text.file(), table, owner));
      }
    }
    Matcher call = CALL.matcher(text.sql());
    while (call.find()) {
      String owner = texts.ownerOfFunction(call.group(1), text.module());
      if (!owner.equals(text.module()) && !texts.isPublished(call.group(1))) {
        violations.add(
            "%s: %s calls the function %s of %s, which isn't published"
                .formatted(text.module(), text.file(), call.group(1), owner));
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
