package dev.shopwire.analytics.reports;

import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.analytics.rollups.KnownEvent;
import dev.shopwire.common.events.PropertyPath;
import dev.shopwire.common.postgres.SqlParameters;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which aggregates are in rollups and which must be computed from the events themselves.
 *
 * @param rolledUp names of events whose aggregates are in rollups
 * @param raw the other events, if there are any
 * @param mergedBefore the start of a UTC day, before which rollups have hours but no quarter hours
 */
record Coverage(List<String> rolledUp, Optional<Scope> raw, Instant mergedBefore) {

  /** Stands for all event names that have no rollups of their own. */
  private static final String OTHERS = "";

  /** With more names than this the events are read: statements can't list them all. */
  private static final int MAX_NAMES = 10_000;

  static Coverage ofNone(Scope scope) {
    return new Coverage(List.of(), Optional.of(scope), Instant.MIN);
  }

  /** Whether rollups can hold aggregates of this kind at all. */
  static boolean isPossible(Measure measure, Optional<PropertyPath> groupBy, boolean oneCustomer) {
    return !oneCustomer
        && measure.calculation().isMergeable()
        && (groupBy.isEmpty() || measure.calculation().isSubtractable());
  }

  /** Reads what is known of the properties, per event name. */
  static Future<Coverage> read(
      Snapshot snapshot, Scope scope, Measure measure, Optional<PropertyPath> groupBy) {
    SqlParameters parameters = new SqlParameters();
    String over =
        parameters.add(measure.overProperty().map(PropertyPath::text).orElse("")) + "::text";
    String group = parameters.add(groupBy.map(PropertyPath::text).orElse("")) + "::text";
    String sql =
        "select event_name, count(*) - 1 as known, bool_or(property = "
            + over
            + ") as has_over, bool_or(property = "
            + over
            + " and is_numeric) as is_numeric, bool_or(property = "
            + group
            + ") as has_group, bool_or(property = "
            + group
            + " and group_values is not null) as is_grouped, (select merged_before from"
            + " usage_rollup_runs where app_id = "
            + parameters.add(scope.appId())
            + ") as merged_before from usage_properties where app_id = "
            + parameters.add(scope.appId())
            + scope
                .names()
                .map(names -> " and event_name " + Scope.oneOf(parameters, names, OTHERS))
                .orElse("")
            + " group by event_name having bool_or(property = '') order by event_name limit "
            + (MAX_NAMES + 1);
    List<Row> rows = new ArrayList<>();
    return snapshot
        .forEach(
            scope.names().map(List::size).orElse(MAX_NAMES), sql, parameters.tuple(), rows::add)
        .map(
            done ->
                rows.size() > MAX_NAMES
                        || concernsOthers(rows, scope, measure.overProperty(), groupBy)
                    ? ofNone(scope)
                    : read(rows, scope, measure.overProperty(), groupBy));
  }

  /**
   * Whether rollups can't serve the request because it may concern event names beyond the app's
   * budget, whose events are only counted, all together.
   */
  private static boolean concernsOthers(
      List<Row> rows, Scope scope, Optional<PropertyPath> over, Optional<PropertyPath> groupBy) {
    return contains(rows, OTHERS)
        && scope
            .names()
            .map(names -> !names.stream().allMatch(name -> contains(rows, name)))
            .orElse(over.isPresent() || groupBy.isPresent());
  }

  private static boolean contains(List<Row> rows, String name) {
    return rows.stream().anyMatch(row -> row.getString("event_name").equals(name));
  }

  private static Coverage read(
      List<Row> rows, Scope scope, Optional<PropertyPath> over, Optional<PropertyPath> groupBy) {
    List<String> rolledUp = new ArrayList<>();
    List<String> raw = new ArrayList<>();
    Instant mergedBefore = Instant.MIN;
    for (Row row : rows) {
      if (row.getString("event_name").equals(OTHERS) && scope.names().isPresent()) {
        continue;
      }
      if (row.getInteger("merged_before") != null) {
        mergedBefore = Instant.EPOCH.plus(Duration.ofDays(row.getInteger("merged_before")));
      }
      boolean allKnown = row.getLong("known") < KnownEvent.MAX_PROPERTIES;
      boolean covered =
          isCovered(over, row.getBoolean("has_over"), row.getBoolean("is_numeric"), allKnown)
              && isCovered(
                  groupBy, row.getBoolean("has_group"), row.getBoolean("is_grouped"), allKnown);
      (covered ? rolledUp : raw).add(row.getString("event_name"));
    }
    return new Coverage(
        rolledUp,
        raw.isEmpty() ? Optional.empty() : Optional.of(scope.withNames(raw)),
        mergedBefore);
  }

  /** If all properties are known, no event has an unknown one. */
  private static boolean isCovered(
      Optional<PropertyPath> path, boolean known, boolean rolledUp, boolean allKnown) {
    return path.isEmpty()
        || (known
            ? rolledUp
            : allKnown
                && !path.get().hasDottedName()
                && path.get().text().length() <= KnownEvent.MAX_PATH_LENGTH);
  }
}
