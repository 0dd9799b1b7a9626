package dev.shopwire.ingest.reports;

import dev.shopwire.ingest.filters.PropertyPath;
import dev.shopwire.ingest.query.Arguments;
import dev.shopwire.ingest.rollups.KnownEvent;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which events' figures are in rollups and which must be taken from the events themselves.
 *
 * @param rolledUp names of events whose figures are in rollups
 * @param raw the others, if there are any
 */
record Coverage(List<String> rolledUp, Optional<Scope> raw) {

  static Coverage ofNone(Scope scope) {
    return new Coverage(List.of(), Optional.of(scope));
  }

  /** Whether rollups can hold figures of this kind at all. */
  static boolean isPossible(Measure measure, Optional<PropertyPath> groupBy, boolean oneCustomer) {
    return !oneCustomer
        && measure.calculation().merges()
        && (groupBy.isEmpty() || measure.calculation().subtracts());
  }

  /** Looks up what is known of the properties, per event name. */
  static Future<Coverage> read(
      SqlConnection connection, Scope scope, Measure measure, Optional<PropertyPath> groupBy) {
    Arguments arguments = new Arguments();
    String over = arguments.of(measure.over().map(PropertyPath::text).orElse("")) + "::text";
    String group = arguments.of(groupBy.map(PropertyPath::text).orElse("")) + "::text";
    String sql =
        "select event_name, count(*) - 1 as known, bool_or(property = "
            + over
            + ") as has_over, bool_or(property = "
            + over
            + " and is_numeric) as is_numeric, bool_or(property = "
            + group
            + ") as has_group, bool_or(property = "
            + group
            + " and group_values is not null) as is_grouped from usage_properties where "
            + scope.where(arguments)
            + " group by event_name having bool_or(property = '') order by event_name";
    return connection
        .preparedQuery(sql)
        .execute(arguments.tuple())
        .map(rows -> read(rows, scope, measure.over(), groupBy));
  }

  private static Coverage read(
      RowSet<Row> rows, Scope scope, Optional<PropertyPath> over, Optional<PropertyPath> groupBy) {
    List<String> rolledUp = new ArrayList<>();
    List<String> raw = new ArrayList<>();
    for (Row row : rows) {
      boolean allKnown = row.getLong("known") < KnownEvent.MAX_PROPERTIES;
      boolean there =
          isThere(over, row.getBoolean("has_over"), row.getBoolean("is_numeric"), allKnown)
              && isThere(
                  groupBy, row.getBoolean("has_group"), row.getBoolean("is_grouped"), allKnown);
      (there ? rolledUp : raw).add(row.getString("event_name"));
    }
    return new Coverage(
        rolledUp, raw.isEmpty() ? Optional.empty() : Optional.of(scope.withNames(raw)));
  }

  /** A property that is not known where all are known is one that no event has. */
  private static boolean isThere(
      Optional<PropertyPath> path, boolean known, boolean rolledUp, boolean allKnown) {
    return path.isEmpty()
        || (known
            ? rolledUp
            : allKnown && path.get().text().length() <= KnownEvent.MAX_PATH_LENGTH);
  }
}
