package dev.shopwire.app.linked;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a linked query of one column does to a workspace, by the rules of docs/api/linked-fields.md
 * and without SQL. Shops whose names begin with u are unknown; an empty text is null.
 */
final class LinkedModel {
  /** A row of the table: a shop's name, or a key that names none. */
  record SourceRow(String key, String value) {
    private static final String BAD = "?";

    static SourceRow ofNullKey(String value) {
      return new SourceRow("", value);
    }

    static SourceRow ofBadKey(String value) {
      return new SourceRow(BAD, value);
    }
  }

  /** What a run finds. */
  record Outcome(String status, String numbers, List<String> badRows) {}

  /** The values, which run each is from, and the shops that applied runs have named. */
  private record State(Map<String, String> values, Map<String, String> runs, Set<String> named) {}

  private final boolean unsetsRemoved;
  private final int percent;
  private State now = new State(Map.of(), Map.of(), Set.of());

  /** What would be applied. */
  private Map<String, String> nextValues = Map.of();

  private Set<String> nextNamed = Set.of();
  private boolean isHeld;

  /** The applied runs, with what was before each. */
  private final List<String> applied = new ArrayList<>();

  private final List<State> before = new ArrayList<>();

  /**
   * @param percent of the guard, which lets one customer pass
   */
  LinkedModel(boolean unsetsRemoved, int percent) {
    this.unsetsRemoved = unsetsRemoved;
    this.percent = percent;
  }

  boolean isHeld() {
    return isHeld;
  }

  List<String> applied() {
    return List.copyOf(applied);
  }

  /** Why each row can't be used; empty for those that can. */
  private static List<String> problems(List<SourceRow> rows) {
    Map<String, Integer> counts = new HashMap<>();
    rows.forEach(row -> counts.merge(row.key(), 1, Integer::sum));
    return rows.stream().map(row -> problem(row, counts)).toList();
  }

  private static String problem(SourceRow row, Map<String, Integer> counts) {
    if (row.key().isEmpty()) {
      return "null_key";
    }
    if (row.key().equals(SourceRow.BAD)) {
      return "bad_key";
    }
    if (Objects.requireNonNull(counts.get(row.key())) > 1) {
      return "duplicate_key";
    }
    return row.key().startsWith("u") ? "unknown_customer" : "";
  }

  private String value(String shop) {
    return now.values().getOrDefault(shop, "");
  }

  private static String change(String was, String is) {
    if (was.equals(is)) {
      return "same";
    }
    if (was.isEmpty()) {
      return "set";
    }
    return is.isEmpty() ? "unset" : "change";
  }

  /** A preview's rows: the problem, or the change from the value now to the new one. */
  List<String> preview(List<SourceRow> rows) {
    List<String> problems = problems(rows);
    List<String> shown = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      SourceRow row = rows.get(i);
      shown.add(
          problems.get(i).isEmpty()
              ? "%s %s %s"
                  .formatted(value(row.key()), row.value(), change(value(row.key()), row.value()))
              : problems.get(i));
    }
    return shown;
  }

  /** Reads the rows; {@link #apply} follows unless the run is held. */
  Outcome run(List<SourceRow> rows) {
    List<String> problems = problems(rows);
    Map<String, String> next = new TreeMap<>(now.values());
    Set<String> good = new HashSet<>();
    Set<String> removed = new HashSet<>(now.named());
    Map<String, Integer> counts = new TreeMap<>();
    List<String> bad = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      SourceRow row = rows.get(i);
      removed.remove(row.key());
      if (problems.get(i).isEmpty()) {
        good.add(row.key());
        put(next, row.key(), row.value());
      } else {
        bad.add((i + 1) + " " + problems.get(i));
        counts.merge(problems.get(i), 1, Integer::sum);
      }
    }
    if (unsetsRemoved) {
      removed.forEach(next::remove);
    }
    Set<String> names = new HashSet<>(now.named());
    names.addAll(good);
    names.removeAll(removed);
    nextValues = next;
    nextNamed = names;
    String numbers =
        "%d rows %s, %s, %d removed".formatted(rows.size(), counts, compared(good), removed.size());
    return new Outcome(isHeld ? "held" : "applied", numbers, bad);
  }

  private static void put(Map<String, String> values, String shop, String value) {
    if (value.isEmpty()) {
      values.remove(shop);
    } else {
      values.put(shop, value);
    }
  }

  /** Counts what differs, and decides whether the run is held. */
  private String compared(Set<String> good) {
    Map<String, Integer> changes = new HashMap<>();
    Set<String> differ = differ();
    differ.forEach(
        shop ->
            changes.merge(change(value(shop), nextValues.getOrDefault(shop, "")), 1, Integer::sum));
    int set = changes.getOrDefault("set", 0);
    int changed = changes.getOrDefault("change", 0);
    int unset = changes.getOrDefault("unset", 0);
    int affected = changed + unset;
    isHeld = percent < 100 && affected > 1 && affected * 100 > percent * now.values().size();
    long unchanged = good.stream().filter(shop -> !differ.contains(shop)).count();
    return "%d differ: %d %d %d, %d unchanged"
        .formatted(differ.size(), set, changed, unset, unchanged);
  }

  private Set<String> differ() {
    Set<String> differ = new HashSet<>(now.values().keySet());
    differ.addAll(nextValues.keySet());
    differ.removeIf(shop -> value(shop).equals(nextValues.getOrDefault(shop, "")));
    return differ;
  }

  /** What was read last is applied by a run. */
  void apply(String run) {
    Map<String, String> runs = new TreeMap<>(now.runs());
    differ().forEach(shop -> runs.put(shop, run));
    runs.keySet().retainAll(nextValues.keySet());
    before.add(now);
    applied.add(run);
    now = new State(nextValues, runs, nextNamed);
    isHeld = false;
  }

  void reject() {
    isHeld = false;
  }

  /**
   * Values are again as before the run with this index in {@link #applied}.
   *
   * @param run that puts them back
   */
  void rollBack(int index, String run) {
    nextValues = before.get(index).values();
    nextNamed = before.get(index).named();
    apply(run);
  }

  /** The values with the runs that they are from. */
  String shown() {
    List<String> shown = new ArrayList<>();
    now.values()
        .forEach((shop, value) -> shown.add(shop + "=" + value + "@" + now.runs().get(shop)));
    return String.join(" ", shown);
  }
}
