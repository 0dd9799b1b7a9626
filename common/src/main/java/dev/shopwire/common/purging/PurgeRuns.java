package dev.shopwire.common.purging;

import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.purging.ClockSkewGuard.Reason;
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
 * The table of retention's runs: what all processes of an installation may drop together. Methods
 * run on the caller's event loop.
 */
final class PurgeRuns {
  // Locks the row, so that two who look at once see each other's.
  private static final String SEE =
      """
      insert into retention_runs as r (name, looked_at) values ($1, now())
      on conflict (name) do update set name = excluded.name
      returning now() as now, r.looked_at, r.doubt, r.doubted_since
      """;
  private static final String NOTE =
      """
      update retention_runs set looked_at = now(), doubt = $2, doubted_since = $3 where name = $1
      """;

  // A run that began in the future was recorded by a clock that has been put right.
  private static final String TAKE =
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
   * A look at the clock.
   *
   * @param now what it says
   * @param doubt empty if it is trusted
   */
  record Look(Instant now, Optional<ClockSkewGuard> doubt) {}

  /**
   * Looks at PostgreSQL's clock, and notes whether it is trusted.
   *
   * @param newest when the newest data came; empty if there is none
   */
  static Future<Look> look(Pool pool, String name, Optional<Instant> newest) {
    return Transactions.run(
        pool,
        connection ->
            connection
                .preparedQuery(SEE)
                .execute(Tuple.of(name))
                .map(rows -> judge(rows.iterator().next(), newest))
                .compose(look -> note(connection, name, look)));
  }

  private static Look judge(Row row, Optional<Instant> newest) {
    Instant now = row.getOffsetDateTime("now").toInstant();
    Optional<ClockSkewGuard> before =
        Optional.ofNullable(row.getString("doubt"))
            .map(
                reason ->
                    new ClockSkewGuard(
                        Reason.valueOf(reason.toUpperCase(Locale.ROOT)),
                        row.getOffsetDateTime("doubted_since").toInstant()));
    Optional<Instant> lookedAt = Optional.of(row.getOffsetDateTime("looked_at").toInstant());
    return new Look(now, ClockSkewGuard.of(now, lookedAt, before, newest));
  }

  private static Future<Look> note(SqlConnection connection, String name, Look look) {
    @Nullable String reason =
        look.doubt().map(doubt -> doubt.reason().name().toLowerCase(Locale.ROOT)).orElse(null);
    @Nullable OffsetDateTime since =
        look.doubt().map(doubt -> doubt.since().atOffset(ZoneOffset.UTC)).orElse(null);
    return connection
        .preparedQuery(NOTE)
        .execute(Tuple.tuple().addString(name).addString(reason).addOffsetDateTime(since))
        .map(look);
  }

  /**
   * Counts one more partition as dropped, in the transaction that drops it.
   *
   * @param every how long a run lasts
   * @param most partitions of one run
   * @return whether it may be dropped
   */
  static Future<Boolean> take(SqlConnection connection, String name, Duration every, int most) {
    return connection
        .preparedQuery(TAKE)
        .execute(Tuple.of(name, (double) every.toSeconds(), most))
        .map(rows -> rows.rowCount() == 1);
  }
}
