package dev.shopwire.ingest.rollups;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The table {@code usage_properties}; property '' stands for the event name itself. */
final class UsageProperties {
  private static final String READ =
      """
      select event_name, property, is_numeric, group_values from usage_properties
      where app_id = $1 and event_name = any($2)
      """;
  private static final String WRITE =
      """
      insert into usage_properties (app_id, event_name, property, is_numeric, group_values)
      values ($1, $2, $3, $4, $5)
      on conflict (app_id, event_name, property) do update set group_values = excluded.group_values
      """;
  private static final String FORGET_GROUPS =
      """
      delete from usage_rollups
      where app_id = $1 and event_name = $2 and group_property = $3
        and over_property = any(array(
          select case when property = '' or is_numeric then property end
          from usage_properties where app_id = $1 and event_name = $2))
      """;

  private UsageProperties() {}

  /** What is known of {@code names}, of each at least that it is new. */
  static Future<Map<String, KnownEvent>> read(
      SqlConnection connection, int appId, Collection<String> names) {
    Map<String, KnownEvent> known = new HashMap<>();
    names.forEach(name -> known.put(name, new KnownEvent()));
    return connection
        .preparedQuery(READ)
        .execute(Tuple.of(appId).addArrayOfString(names.toArray(String[]::new)))
        .map(
            rows -> {
              for (Row row : rows) {
                read(
                    row, known.computeIfAbsent(row.getString("event_name"), n -> new KnownEvent()));
              }
              return known;
            });
  }

  private static void read(Row row, KnownEvent event) {
    String property = row.getString("property");
    if (property.isEmpty()) {
      event.isNew = false;
    } else {
      event.properties.put(
          property,
          KnownProperty.stored(
              row.getBoolean("is_numeric"), row.getArrayOfStrings("group_values")));
    }
  }

  /** Writes what was learnt; groups that were lost are taken out of the rollups. */
  static Future<Void> write(SqlConnection connection, int appId, Map<String, KnownEvent> known) {
    List<Tuple> rows = new ArrayList<>();
    List<Tuple> lost = new ArrayList<>();
    known.forEach(
        (name, event) -> {
          if (event.isNew) {
            rows.add(Tuple.of(appId, name, "", false).addArrayOfString(null));
            event.isNew = false;
          }
          event.properties.forEach(
              (path, property) -> {
                if (property.hasLostGroups()) {
                  lost.add(Tuple.of(appId, name, path));
                }
                if (property.isChanged()) {
                  rows.add(
                      Tuple.of(appId, name, path, property.isNumeric)
                          .addArrayOfString(property.groupValues()));
                }
                property.saved();
              });
        });
    return batch(connection, WRITE, rows).compose(done -> batch(connection, FORGET_GROUPS, lost));
  }

  private static Future<Void> batch(SqlConnection connection, String sql, List<Tuple> rows) {
    return rows.isEmpty()
        ? Future.succeededFuture()
        : connection.preparedQuery(sql).executeBatch(rows).mapEmpty();
  }
}
