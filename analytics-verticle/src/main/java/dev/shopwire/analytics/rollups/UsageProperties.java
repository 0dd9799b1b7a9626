package dev.shopwire.analytics.rollups;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The table {@code usage_properties}. The property '' stands for the event name itself, the event
 * name '' for all names beyond the app's budget.
 */
final class UsageProperties {
  private static final String READ =
      """
      select event_name, property, is_numeric, group_values from usage_properties
      where app_id = $1 and event_name = any($2) order by event_name, property
      """;
  private static final String WRITE =
      """
      insert into usage_properties (app_id, event_name, property, is_numeric, group_values)
      values ($1, $2, $3, $4, $5)
      on conflict (app_id, event_name, property) do update
      set group_values = excluded.group_values, is_numeric = excluded.is_numeric
      """;

  private UsageProperties() {}

  /** Adds what is known of {@code names} to {@code budget}. */
  static Future<Void> read(
      SqlConnection connection, long appId, Collection<String> names, AppBudget budget) {
    return connection
        .preparedQuery(READ)
        .execute(Tuple.of(appId).addArrayOfString(names.toArray(String[]::new)))
        .map(
            rows -> {
              Map<String, KnownEvent> known = new HashMap<>();
              names.forEach(name -> known.put(name, new KnownEvent()));
              for (Row row : rows) {
                KnownEvent event = known.get(row.getString("event_name"));
                if (event != null) {
                  read(row, event);
                }
              }
              known.forEach(budget::add);
              return null;
            });
  }

  private static void read(Row row, KnownEvent event) {
    String property = row.getString("property");
    if (property.isEmpty()) {
      event.isNew = false;
    } else {
      event.addStored(
          property, row.getBoolean("is_numeric"), row.getArrayOfStrings("group_values"));
    }
  }

  /** Writes what was learned; dropped groups are deleted from the rollups. */
  static Future<Void> write(SqlConnection connection, long appId, AppBudget budget) {
    List<Tuple> rows = new ArrayList<>();
    List<UsageRollups.Group> dropped = new ArrayList<>();
    budget
        .all()
        .forEach(
            (name, event) -> {
              if (event.isNew) {
                rows.add(Tuple.of(appId, name, "", false).addArrayOfString(null));
                event.isNew = false;
              }
              event.properties.forEach(
                  (path, property) -> {
                    if (property.hasDroppedGroups()) {
                      dropped.add(new UsageRollups.Group(name, path));
                      budget.release();
                    }
                    if (property.isChanged()) {
                      rows.add(
                          Tuple.of(appId, name, path, property.isNumeric())
                              .addArrayOfString(property.groupValues()));
                    }
                    property.markSaved();
                  });
            });
    Future<?> written =
        rows.isEmpty()
            ? Future.succeededFuture()
            : connection.preparedQuery(WRITE).executeBatch(rows);
    return written.compose(done -> UsageRollups.delete(connection, appId, dropped));
  }
}
