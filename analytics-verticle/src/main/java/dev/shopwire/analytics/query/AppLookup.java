package dev.shopwire.analytics.query;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.query.AppScope;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/** Looks up the app that a console path names. */
final class AppLookup {
  private static final String APP = "select workspace_id from tenancy_apps where id = $1";

  private AppLookup() {}

  /** Fails with 404 if there is no such app. */
  static Future<AppScope> find(SqlClient client, long appId) {
    return client
        .preparedQuery(APP)
        .execute(Tuple.of(appId))
        .map(
            rows ->
                Rows.first(rows, row -> new AppScope(row.getLong("workspace_id"), appId))
                    .orElseThrow(() -> Failure.notFound("app")));
  }
}
