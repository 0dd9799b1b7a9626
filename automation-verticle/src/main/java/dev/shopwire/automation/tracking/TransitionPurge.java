package dev.shopwire.automation.tracking;

import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.purging.PartitionPurge;
import dev.shopwire.common.purging.PartitionPurge.Candidates;
import dev.shopwire.common.purging.PartitionPurge.Expired;
import dev.shopwire.common.purging.PartitionPurge.Plan;
import dev.shopwire.common.purging.PartitionPurge.Result;
import dev.shopwire.common.purging.PurgeLoop;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/**
 * Creates the monthly partitions of transitions ahead of time, and drops those whose transitions
 * are all past retention. Not thread-safe; use from one event loop.
 */
final class TransitionPurge {
  private static final String NAME = "segment_transitions";
  private static final Plan PLAN = new Plan(NAME, Duration.ofHours(23), 2);
  private static final int MONTHS_AHEAD = 3;
  private static final String CREATE = "select create_segment_partitions($1)";
  private static final String NEWEST =
      "select max(time_checked_at) as newest from segment_tracking";

  // Selects by bounds, not by names. Materialized, since the bounds of other tables may not be
  // timestamps.
  private static final String EXPIRED =
      """
      with month as materialized (
        select c.relname::text as name, pg_get_expr(c.relpartbound, c.oid) as bound
        from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'segment_transitions'::regclass
      )
      select m.name
      from month m
      cross join lateral (
        select (regexp_match(m.bound, 'TO \\(''(\\d{4}-[^'']+)''\\)'))[1]::timestamptz as upper
      ) ends
      where ends.upper <= $1::timestamptz - make_interval(days => $2)
      order by ends.upper
      """;

  private final Pool pool;
  private final PartitionPurge purge;
  private final PurgeLoop loop;

  TransitionPurge(Vertx vertx, Pool pool) {
    this.pool = pool;
    this.purge = new PartitionPurge(pool, PLAN);
    this.loop = new PurgeLoop(vertx, NAME, this::run);
  }

  void start() {
    loop.start();
  }

  void close() {
    loop.close();
  }

  private Future<Result> run() {
    return pool.preparedQuery(CREATE)
        .execute(Tuple.of(MONTHS_AHEAD))
        .compose(created -> newest())
        .compose(newest -> purge.run(newest, Future::succeededFuture, this::candidates));
  }

  private Future<Optional<Instant>> newest() {
    return pool.query(NEWEST)
        .execute()
        .map(rows -> Optional.ofNullable(rows.iterator().next().getOffsetDateTime("newest")))
        .map(newest -> newest.map(OffsetDateTime::toInstant));
  }

  private Future<Candidates> candidates(Instant now) {
    return pool.preparedQuery(EXPIRED)
        .execute(Tuple.of(now.atOffset(ZoneOffset.UTC), TransitionList.DAYS))
        .map(
            rows -> {
              List<Expired> expired =
                  Rows.list(rows, row -> new Expired(NAME, row.getString("name")));
              return new Candidates(
                  expired.stream().limit(PLAN.maxPartitions()).toList(), expired.size());
            });
  }
}
