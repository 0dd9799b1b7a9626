package dev.shopwire.ingest.events;

import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.purging.PartitionPurge;
import dev.shopwire.common.purging.PartitionPurge.Candidates;
import dev.shopwire.common.purging.PartitionPurge.Expired;
import dev.shopwire.common.purging.PartitionPurge.Plan;
import dev.shopwire.common.purging.PartitionPurge.Result;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Drops monthly partitions of {@code usage_events} that are past retention: at most two a day per
 * installation, and none with an event whose timestamp is still within retention. Not thread-safe;
 * use from one event loop.
 */
public final class UsageEventPurge {
  /** The name in log lines and metrics. */
  public static final String NAME = "usage_events";

  /** Slightly less than a day, so that hourly checks don't turn it into 25 hours. */
  private static final Plan PLAN = new Plan(NAME, Duration.ofHours(23), 2);

  /** How much later than its arrival an event's timestamp may be. */
  private static final Duration SKEW = Duration.ofDays(1);

  private static final String NEWEST = "select newest_usage_event() as newest";

  // Selects by bounds, not by names. Materialized, since the bounds of other tables may not be
  // timestamps.
  private static final String EXPIRED =
      """
      with month as materialized (
        select c.relname, pg_get_expr(c.relpartbound, c.oid) as bound
        from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'usage_events'::regclass
      ), floor as (
        select (date_trunc('month', $1::timestamptz at time zone 'UTC')
          - make_interval(months => $2)) at time zone 'UTC' as moment
      )
      select m.relname, floor.moment
      from month m cross join floor
      cross join lateral (
        select (regexp_match(m.bound, 'TO \\(''(\\d{4}-[^'']+)''\\)'))[1]::timestamptz as upper
      ) ends
      where ends.upper <= floor.moment
      order by ends.upper
      """;

  // One index lookup per app.
  private static final String HOLDS_YOUNGER =
      """
      select exists (
        select from tenancy_apps a where exists (
          select from only %s e where e.app_id = a.id and e.occurred_at >= $1)
      ) as younger
      """;

  private final Pool pool;
  private final int months;
  private final PartitionPurge purge;

  /**
   * @param months number of whole months to keep before the current one; 0 keeps all
   */
  public UsageEventPurge(Pool pool, int months) {
    this.pool = pool;
    this.months = months;
    this.purge = new PartitionPurge(pool, PLAN);
  }

  public Future<Result> run() {
    return pool.query(NEWEST)
        .execute()
        .map(rows -> Optional.ofNullable(rows.iterator().next().getOffsetDateTime("newest")))
        .compose(
            newest ->
                purge.run(
                    newest.map(OffsetDateTime::toInstant),
                    Future::succeededFuture,
                    this::candidates));
  }

  private Future<Candidates> candidates(Instant now) {
    return pool.preparedQuery(EXPIRED)
        .execute(Tuple.of(now.atOffset(ZoneOffset.UTC), months))
        .compose(
            rows -> {
              List<String> expired = Rows.list(rows, row -> row.getString("relname"));
              return expired.isEmpty()
                  ? Future.succeededFuture(new Candidates(List.of(), 0))
                  : droppable(
                      expired,
                      0,
                      rows.iterator().next().getOffsetDateTime("moment").plus(SKEW),
                      List.of());
            });
  }

  /** Up to as many as one run may drop. */
  private Future<Candidates> droppable(
      List<String> expired, int from, OffsetDateTime kept, List<Expired> found) {
    if (found.size() == PLAN.maxPartitions() || from == expired.size()) {
      return Future.succeededFuture(new Candidates(found, expired.size()));
    }
    String partition = expired.get(from);
    return pool.preparedQuery(HOLDS_YOUNGER.formatted(quoted(partition)))
        .execute(Tuple.of(kept))
        .compose(
            rows -> {
              List<Expired> more = new ArrayList<>(found);
              if (!rows.iterator().next().getBoolean("younger")) {
                more.add(new Expired(NAME, partition));
              }
              return droppable(expired, from + 1, kept, more);
            });
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}
