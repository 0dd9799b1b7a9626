package dev.shopwire.sources.lifecycle.store;

import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * The table of the times as of which the stored lifecycles are complete. Methods run on the
 * caller's event loop.
 */
public final class LifecycleTimeTable {
  private static final String FIND =
      "select complete_to from partner_lifecycle_times where app_id = $1 and fetch_id = $2";
  private static final String SET =
      """
      insert into partner_lifecycle_times (app_id, fetch_id, complete_to) values ($1, $2, $3)
      on conflict (app_id, fetch_id) do update set complete_to = excluded.complete_to
      """;
  private static final String DELETE =
      "delete from partner_lifecycle_times where app_id = $1 and fetch_id = $2";

  private LifecycleTimeTable() {}

  /** All that is before it counts in the lifecycles; empty while none is computed. */
  public static Future<Optional<Instant>> find(SqlClient client, FetchRef fetch) {
    return client
        .preparedQuery(FIND)
        .execute(fetch.ids())
        .map(rows -> Rows.first(rows, row -> row.getOffsetDateTime("complete_to").toInstant()));
  }

  static Future<Void> set(SqlClient client, FetchRef fetch, Instant completeTo) {
    return client
        .preparedQuery(SET)
        .execute(fetch.ids().addOffsetDateTime(completeTo.atOffset(ZoneOffset.UTC)))
        .mapEmpty();
  }

  static Future<Void> delete(SqlClient client, FetchRef fetch) {
    return client.preparedQuery(DELETE).execute(fetch.ids()).mapEmpty();
  }
}
