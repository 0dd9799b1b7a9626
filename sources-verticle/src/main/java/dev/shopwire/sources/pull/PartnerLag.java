package dev.shopwire.sources.pull;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/** Measures how far all connections are behind. Runs on the caller's event loop. */
final class PartnerLag {
  // A stream that was never read is as far behind as its first backfill, which doesn't count.
  private static final String MEASURE =
      """
      select
        coalesce((
          select max(extract(epoch from now() - s.complete_to))
          from partner_connections c
          join partner_streams s on s.app_id = c.app_id and s.fetch_id = c.shown_id
          where not c.is_paused and not (c.backfill_first and c.backfill_finished_at is null)
        ), 0)::bigint as lag,
        (select count(*) from partner_connections
          where stopped_code is not null and not is_paused) as stopped
      """;

  private PartnerLag() {}

  static Future<Void> measure(SqlClient client, PartnerMetrics metrics) {
    return client
        .preparedQuery(MEASURE)
        .execute()
        .map(rows -> rows.iterator().next())
        .map(
            row -> {
              metrics.measured(Math.max(0, row.getLong("lag")), row.getLong("stopped"));
              return null;
            });
  }
}
