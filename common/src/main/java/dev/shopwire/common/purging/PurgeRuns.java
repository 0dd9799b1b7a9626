package dev.shopwire.common.purging;

import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.purging.ClockAnomaly.Reason;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The table of retention runs, which limits what all processes of an installation drop together.
 * Methods run on the caller's event loop.
 */
final class PurgeRuns {
  // Locks the row, so that concurrent checks see each other's result.
  private static final String READ_CLOCK =
      """
      insert into retention_runs as r (name, looked_at) values ($1, now())
      on conflict (name) do update set name = excluded.name
      returning now() as now, r.looked_at, r.doubt, r.doubted_since
      """;
  private static final String SAVE =
      """
      update retention_runs set looked_at = now(), doubt = $2, doubted_since = $3 where name = $1
      """;

  // A run that starts in the future was recorded before the clock was corrected.
  private static final String COUNT_DROP =
      """
      update retention_runs r
      set ran_at = case when o.is_open then r.ran_at else now() end,
        dropped = case when o.is_open then r.dropped + 1 else 1 end
      from (
        select name, ran_at is not null and ran_at <= now()
          and ran_at > now() - make_interval(secs => $2) as is_open
        from retention_runs where name = $1 for update
      ) o
      where r.name = o.name and (not o.is_open or r.dropped < $3)
      """;

  private PurgeRuns() {}

  /**
   * The result of a clock check.
   *
   * @param now the time it shows
   * @param anomaly empty if it is trusted
   */
  record ClockCheck(Instant now, Optional<ClockAnomaly> anomaly) {}

  /**
   * Checks PostgreSQL's clock and records whether it is trusted.
   *
   * @param newest when the newest data arrived; empty if there is none
   */
  static Future<ClockCheck> checkClock(Pool pool, String name, Optional<Instant> newest) {
    return Transactions.run(
        pool,
        connection ->
            connection
                .preparedQuery(READ_CLOCK)
                .execute(Tuple.of(name))
                .map(rows -> evaluate(rows.iterator().next(), newest))
                .compose(check -> save(connection, name, check)));
  }

  private static ClockCheck evaluate(Row row, Optional<Instant> newest) {
    Instant now = row.getOffsetDateTime("now").toInstant();
    Optional<ClockAnomaly> before =
        Optional.ofNullable(row.getString("doubt"))
            .map(
                reason ->
                    new ClockAnomaly(
                        Reason.valueOf(reason.toUpperCase(Locale.ROOT)),
                        row.getOffsetDateTime("doubted_since").toInstant()));
    Optional<Instant> lastChecked = Optional.of(row.getOffsetDateTime("looked_at").toInstant());
    return new ClockCheck(now, ClockAnomaly.of(now, lastChecked, before, newest));
  }

  private static Future<ClockCheck> save(SqlConnection connection, String name, ClockCheck check) {
    @Nullable String reason =
        check
            .anomaly()
            .map(anomaly -> anomaly.reason().name().toLowerCase(Locale.ROOT))
            .orElse(null);
    @Nullable OffsetDateTime since =
        check.anomaly().map(anomaly -> anomaly.since().atOffset(ZoneOffset.UTC)).orElse(null);
    return connection
        .preparedQuery(SAVE)
        .execute(Tuple.tuple().addString(name).addString(reason).addOffsetDateTime(since))
        .map(check);
  }

  /**
   * Counts one more dropped partition, in the transaction that drops it.
   *
   * @param period how long a run lasts
   * @param max how many partitions a run may drop
   * @return whether it may be dropped
   */
  static Future<Boolean> countDrop(
      SqlConnection connection, String name, Duration period, int max) {
    return connection
        .preparedQuery(COUNT_DROP)
        .execute(Tuple.of(name, (double) period.toSeconds(), max))
        .map(rows -> rows.rowCount() == 1);
  }
}
