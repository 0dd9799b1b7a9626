package dev.shopwire.rules;

import dev.shopwire.rules.SqlTexts.Text;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds tables that more than one class writes. Each string literal of a Java source counts as one
 * statement, and a partition as its table.
 *
 * <p>The class with the statements that write only one table owns this table. A statement that
 * writes several tables must stand in a class that owns one of them. If its class owns none, the
 * class becomes the owner of those that no other class owns; if there is none, that is a violation,
 * and so is a table with two owners.
 */
final class TableWriters {
  private static final String VERBS =
      "\\b(?:insert into|(?<!for )(?<!key )update|delete from|merge into|truncate(?: table)?)";
  private static final Pattern WRITE = Pattern.compile(VERBS + "\\s+(?:only\\s+)?(\\w+)");

  /** A write whose table is concatenated or formatted into the statement. */
  private static final Pattern OPEN_WRITE = Pattern.compile(VERBS + "\\s*(?:%|$)");

  /**
   * Tables that a class may write although another one owns them.
   *
   * @param reason why this is better than moving the statements
   */
  record Exemption(String className, Set<String> tables, String reason) {}

  /**
   * A statement of a class, and the tables that it writes and that the class isn't exempted from.
   */
  private record Statement(String className, Set<String> tables) {
    @Override
    public String toString() {
      return className + " writes " + String.join(", ", tables);
    }
  }

  private final SqlTexts texts;
  private final List<Exemption> exemptions;
  private final Set<String> classesWithOpenWrites = new HashSet<>();
  private final Set<String> used = new HashSet<>();

  private TableWriters(SqlTexts texts, List<Exemption> exemptions) {
    this.texts = texts;
    this.exemptions = exemptions;
  }

  /** The violations in the sources below {@code root}, one line each. */
  static List<String> violations(Path root, Set<String> excluded, List<Exemption> exemptions) {
    return new TableWriters(SqlTexts.read(root, excluded), exemptions).violations();
  }

  private List<String> violations() {
    List<Text> java = texts.all().stream().filter(Text::isJava).toList();
    java.stream()
        .filter(text -> OPEN_WRITE.matcher(text.sql()).find())
        .forEach(text -> classesWithOpenWrites.add(className(text)));
    List<Statement> statements =
        java.stream()
            .map(this::statement)
            .filter(statement -> !statement.tables().isEmpty())
            .toList();
    Map<String, Set<String>> owners = new TreeMap<>();
    statements.stream()
        .filter(statement -> statement.tables().size() == 1)
        .forEach(statement -> addOwner(owners, statement));
    List<String> violations = new ArrayList<>();
    addOwnersOfJointWrites(owners, statements, violations);
    owners.forEach(
        (table, classes) -> {
          if (classes.size() > 1) {
            violations.add(table + " is written by " + String.join(", ", classes));
          }
        });
    violations.addAll(unusedExemptions());
    return violations;
  }

  private static String className(Text text) {
    return text.file().replace(".java", "");
  }

  private Statement statement(Text text) {
    Set<String> written = new TreeSet<>();
    Matcher write = WRITE.matcher(text.sql());
    while (write.find()) {
      written.add(write.group(1));
    }
    String className = className(text);
    if (classesWithOpenWrites.contains(className)) {
      written.add(text.sql().trim());
    }
    Set<String> tables = new TreeSet<>();
    written.stream()
        .filter(texts::isTable)
        .map(texts::withoutPartition)
        .filter(Predicate.not(table -> isExempted(className, table)))
        .forEach(tables::add);
    return new Statement(className, tables);
  }

  private boolean isExempted(String className, String table) {
    boolean exempted =
        exemptions.stream()
            .anyMatch(each -> each.className().equals(className) && each.tables().contains(table));
    if (exempted) {
      used.add(className + " " + table);
    }
    return exempted;
  }

  private static void addOwner(Map<String, Set<String>> owners, Statement statement) {
    statement
        .tables()
        .forEach(
            table ->
                owners.computeIfAbsent(table, t -> new TreeSet<>()).add(statement.className()));
  }

  private static void addOwnersOfJointWrites(
      Map<String, Set<String>> owners, List<Statement> statements, List<String> violations) {
    Set<String> owned = Set.copyOf(owners.keySet());
    for (Statement statement : statements) {
      boolean ownsOne =
          statement.tables().stream()
              .anyMatch(
                  table -> owners.getOrDefault(table, Set.of()).contains(statement.className()));
      if (ownsOne) {
        continue;
      }
      Set<String> free = new TreeSet<>(statement.tables());
      free.removeAll(owned);
      if (free.isEmpty()) {
        violations.add(statement + ", and owns none of them");
      } else {
        addOwner(owners, new Statement(statement.className(), free));
      }
    }
  }

  private List<String> unusedExemptions() {
    List<String> unused = new ArrayList<>();
    for (Exemption exemption : exemptions) {
      for (String table : exemption.tables()) {
        if (!used.contains(exemption.className() + " " + table)) {
          unused.add(exemption.className() + " doesn't write " + table + ": remove the exemption");
        }
      }
    }
    return unused;
  }
}
