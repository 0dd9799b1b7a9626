package dev.shopwire.automation.dryruns;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.conditions.Leaf.SegmentLeaf;
import dev.shopwire.automation.definitions.Trigger;
import dev.shopwire.automation.dryruns.RecordedEvents.Recorded;
import dev.shopwire.automation.runs.causes.CauseKey;
import dev.shopwire.automation.runs.machine.LocalTimes;
import dev.shopwire.automation.segments.Resolved;
import dev.shopwire.automation.sql.ConditionSql;
import dev.shopwire.automation.sql.SqlScope;
import dev.shopwire.common.postgres.SqlParameters;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The times of a schedule as causes of those who belong to its audience then.
 *
 * @param zone whose days the dates of the audience's condition are
 */
record ScheduleCauses(Trigger.Schedule schedule, ZoneId zone) implements CauseSource {
  // %2$s: the events that runs listen to.
  private static final String CUSTOMERS =
      """
      select c.id as customer_id, %1$s + coalesce(e.events, 0) as events,
        coalesce(e.bytes, 0)::bigint as bytes
      from tenancy_customers c
      left join lateral (
        select count(*) as events, sum(pg_column_size(u.properties)) as bytes
        from stored_usage_events u where %2$s and u.customer_id = c.id
      ) e on true
      where c.workspace_id = %3$s%4$s
      """;
  private static final UUID KEY = new UUID(0, 0);

  private List<Instant> times(DryRun dryRun) {
    List<Instant> times = new ArrayList<>();
    Instant next = next(dryRun.from());
    while (next.isBefore(dryRun.until())) {
      times.add(next);
      next = next(next.plusSeconds(1));
    }
    return times;
  }

  private Instant next(Instant from) {
    return LocalTimes.next(from, schedule.time(), schedule.weekdays(), schedule.zone());
  }

  /** As if the audience had been that of now at all times. */
  @Override
  public Future<Long> count(SqlConnection connection, EventWindow window, long limit) {
    DryRun dryRun = window.dryRun();
    int times = times(dryRun).size();
    if (times == 0 || dryRun.customerId() != null) {
      return Future.succeededFuture((long) times);
    }
    return schedule
        .audience()
        .resolve(connection, dryRun.key().workspaceId(), zone)
        .compose(audience -> count(connection, audience, dryRun.until()))
        .map(members -> members * times);
  }

  private static Future<Long> count(SqlConnection connection, Resolved audience, Instant at) {
    SqlScope scope = audience.scope(at.truncatedTo(ChronoUnit.MICROS));
    String sql = ConditionSql.count(scope, audience.condition());
    return connection
        .preparedQuery(sql)
        .execute(scope.parameters().tuple())
        .map(rows -> rows.iterator().next().getLong("count"));
  }

  @Override
  public String customers(EventWindow window, Collection<String> names, SqlParameters parameters) {
    DryRun dryRun = window.dryRun();
    String times = parameters.add((long) times(dryRun).size()) + "::bigint";
    return CUSTOMERS.formatted(
        times,
        window.sql(parameters, names),
        parameters.add(dryRun.key().workspaceId()),
        window.ofCustomer(parameters, "c.id"));
  }

  @Override
  public Collection<String> names() {
    return List.of();
  }

  @Override
  public Future<Map<Long, List<VirtualCause>>> causes(
      SqlConnection connection,
      EventWindow window,
      Collection<Long> customers,
      Map<Long, List<Recorded>> events) {
    List<VirtualCause> all =
        times(window.dryRun()).stream()
            .map(
                at ->
                    new VirtualCause(
                        TriggerTypes.of(schedule), new CauseKey(at, at, KEY, 0), null, null, null))
            .toList();
    Map<Long, List<VirtualCause>> causes = new HashMap<>();
    customers.forEach(customer -> causes.put(customer, all));
    return Future.succeededFuture(causes);
  }

  @Override
  public Optional<Condition> audience() {
    return Optional.of(
        schedule
            .audience()
            .condition()
            .orElseGet(
                () ->
                    new Condition.Test(
                        new SegmentLeaf(schedule.audience().segment().orElseThrow()))));
  }
}
