package dev.shopwire.automation.runs.causes;

import dev.shopwire.automation.definitions.FlowDefinition;
import dev.shopwire.automation.definitions.Trigger.Schedule;
import dev.shopwire.automation.runs.causes.Schedules.Occurrence;
import dev.shopwire.automation.runs.machine.Plan;
import dev.shopwire.automation.runs.plans.Plans;
import dev.shopwire.automation.runs.plans.VersionKey;
import dev.shopwire.automation.segments.Resolved;
import dev.shopwire.automation.sql.ConditionSql;
import dev.shopwire.automation.sql.SqlScope;
import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds causes at the times of schedules: of each customer of the audience, portion by portion, each
 * with how far it came in one transaction. Not thread-safe; use from one event loop.
 */
public final class Occurrences {
  private static final Logger LOG = LoggerFactory.getLogger(Occurrences.class);
  private static final BackgroundTaskLog FAILURES =
      new BackgroundTaskLog(LOG, "A schedule of a flow");
  private static final Duration MAX_DELAY = Duration.ofHours(6);

  /** How many customers are looked at in one transaction, and how many causes may wait. */
  private static final long AT_ONCE = 1_000;

  private static final String PORTION =
      """
      with k as materialized (
        select id from tenancy_customers where workspace_id = %s and id > %s order by id limit %s
      )
      select k.id, %s as holds from k order by k.id
      """;

  private final Pool pool;
  private final Plans plans;

  public Occurrences(Pool pool, Plans plans) {
    this.pool = pool;
    this.plans = plans;
  }

  /** Works on the first occurrence that is due; returns whether there may be more to do. */
  public Future<Boolean> next(long workspaceId) {
    return Schedules.areDue(pool, workspaceId)
        .compose(areDue -> areDue ? takeNext(workspaceId) : Future.succeededFuture(false));
  }

  private Future<Boolean> takeNext(long workspaceId) {
    AtomicLong flow = new AtomicLong();
    return Transactions.run(
            pool,
            connection ->
                Schedules.take(connection, workspaceId, AT_ONCE)
                    .compose(
                        due -> {
                          if (due.isEmpty()) {
                            return Future.succeededFuture(false);
                          }
                          flow.set(due.get().version().flowId());
                          return work(connection, workspaceId, due.get()).map(true);
                        }))
        .recover(
            error -> {
              if (flow.get() == 0 || PostgresFailures.isOutage(error)) {
                return Future.failedFuture(error);
              }
              FAILURES.failed(error);
              return Schedules.putOff(
                      pool, workspaceId, flow.get(), error.getClass().getSimpleName())
                  .map(false);
            });
  }

  private Future<Void> work(SqlConnection connection, long workspaceId, Occurrence due) {
    VersionKey version = due.version();
    return !due.isLive()
        ? Schedules.remove(connection, workspaceId, version.flowId())
        : plans
            .load(connection, workspaceId, List.of(version))
            .compose(found -> begin(connection, workspaceId, due, definition(found.get(version))));
  }

  private static FlowDefinition definition(@Nullable Plan plan) {
    if (plan != null && plan.definition().trigger() instanceof Schedule) {
      return plan.definition();
    }
    throw new IllegalStateException("A flow with a schedule has none in its version");
  }

  private static Future<Void> begin(
      SqlConnection connection, long workspaceId, Occurrence due, FlowDefinition flow) {
    Schedule schedule = (Schedule) flow.trigger();
    boolean isMissed = due.after() == null && due.at().isBefore(due.now().minus(MAX_DELAY));
    return isMissed
        ? Schedules.miss(connection, workspaceId, due)
            .compose(missed -> end(connection, workspaceId, due, schedule))
        : schedule
            .audience()
            .resolve(connection, workspaceId, flow.timezone().fallback())
            .compose(audience -> portion(connection, due, schedule, audience));
  }

  private static Future<Void> end(
      SqlConnection connection, long workspaceId, Occurrence due, Schedule schedule) {
    return Schedules.end(
        connection, workspaceId, due.version().flowId(), Schedules.after(schedule, due.at()));
  }

  private static Future<Void> portion(
      SqlConnection connection, Occurrence due, Schedule schedule, Resolved audience) {
    SqlScope scope = audience.scope(due.now().truncatedTo(ChronoUnit.MICROS));
    Long after = due.after();
    String sql =
        PORTION.formatted(
            scope.workspace(),
            scope.add(after == null ? 0L : after),
            scope.add(AT_ONCE),
            ConditionSql.test(scope, audience.condition()));
    return connection
        .preparedQuery(sql)
        .execute(scope.parameters().tuple())
        .compose(
            rows -> {
              List<Long> customers = new ArrayList<>();
              long last = 0;
              for (var row : rows) {
                last = row.getLong("id");
                if (row.getBoolean("holds")) {
                  customers.add(last);
                }
              }
              long workspaceId = audience.workspaceId();
              boolean isLast = rows.size() < AT_ONCE;
              long reached = last;
              return Causes.addScheduled(
                      connection, workspaceId, due.version(), due.at(), customers)
                  .compose(
                      added ->
                          isLast
                              ? end(connection, workspaceId, due, schedule)
                              : Schedules.goOn(
                                  connection, workspaceId, due.version().flowId(), reached));
            });
  }
}
