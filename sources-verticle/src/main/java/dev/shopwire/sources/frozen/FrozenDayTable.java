package dev.shopwire.sources.frozen;

import dev.shopwire.common.postgres.Rows;
import dev.shopwire.sources.lifecycle.store.FetchRef;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.LocalDate;
import java.util.Optional;

/** The table of which days are kept of each app. Methods run on the caller's event loop. */
public final class FrozenDayTable {
  private static final String FIND =
      """
      select app_id, id, fetch_id, first_day, end_day, restatements, stale
      from partner_frozen_days where app_id = $1
      """;
  private static final String CREATE =
      """
      insert into partner_frozen_days (app_id, fetch_id, first_day, end_day) values ($1, $2, $3, $3)
      """;
  private static final String SET_END =
      "update partner_frozen_days set end_day = $2 where app_id = $1";
  private static final String SET_STALE =
      "update partner_frozen_days set stale = $2 where app_id = $1 and stale is null";
  private static final String SET_FETCH =
      "update partner_frozen_days set fetch_id = $2, stale = null where app_id = $1";
  private static final String COUNT =
      "update partner_frozen_days set restatements = $2 where app_id = $1";

  private FrozenDayTable() {}

  static Future<Optional<Frozen>> find(SqlClient client, long appId) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(appId))
        .map(rows -> Rows.first(rows, FrozenDayTable::read));
  }

  private static Frozen read(Row row) {
    return new Frozen(
        row.getLong("id"),
        new FetchRef(row.getLong("app_id"), row.getLong("fetch_id")),
        row.getLocalDate("first_day").toEpochDay(),
        row.getLocalDate("end_day").toEpochDay(),
        row.getLong("restatements"),
        Optional.ofNullable(row.getString("stale")).map(Cause::read));
  }

  /** Begins to keep days, of which none is kept yet. */
  static Future<Void> create(SqlClient client, FetchRef fetch, LocalDate firstDay) {
    return update(client, CREATE, Tuple.of(fetch.appId(), fetch.fetchId(), firstDay));
  }

  static Future<Void> setEnd(SqlClient client, long appId, long endDay) {
    return update(client, SET_END, Tuple.of(appId, LocalDate.ofEpochDay(endDay)));
  }

  /** All days are to be computed again, since what is shown was mapped again. */
  public static Future<Void> rebuilt(SqlClient client, long appId) {
    return setStale(client, appId, Cause.REBUILD);
  }

  static Future<Void> setStale(SqlClient client, long appId, Cause cause) {
    return update(client, SET_STALE, Tuple.of(appId, cause.id()));
  }

  /** All days are as the records of {@code fetch} have them. */
  static Future<Void> setFetch(SqlClient client, FetchRef fetch) {
    return update(client, SET_FETCH, Tuple.of(fetch.appId(), fetch.fetchId()));
  }

  static Future<Void> setRestatements(SqlClient client, long appId, long count) {
    return update(client, COUNT, Tuple.of(appId, count));
  }

  private static Future<Void> update(SqlClient client, String sql, Tuple parameters) {
    return client.preparedQuery(sql).execute(parameters).mapEmpty();
  }
}
