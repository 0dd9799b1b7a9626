package dev.shopwire.automation.dryruns;

import dev.shopwire.automation.definitions.Trigger;
import dev.shopwire.automation.dryruns.RecordedEvents.Recorded;
import dev.shopwire.common.postgres.SqlParameters;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Stored usage events as causes. */
record EventCauses(Trigger.UsageEvent trigger) implements CauseSource {
  private static final String COUNT =
      "select count(*) as count from (select from stored_usage_events u where %s%s limit %s) c";
  private static final String CUSTOMERS =
      """
      select u.customer_id, count(*) as events,
        coalesce(sum(pg_column_size(u.properties)), 0)::bigint as bytes
      from stored_usage_events u where %s
      group by u.customer_id having count(*) filter (where u.event_name = %s%s) > 0
      """;

  @Override
  public Future<Long> count(SqlConnection connection, EventWindow window, long limit) {
    SqlParameters parameters = new SqlParameters();
    String sql =
        COUNT.formatted(window.sql(parameters, names()), ofApp(parameters), parameters.add(limit));
    return connection
        .preparedQuery(sql)
        .execute(parameters.tuple())
        .map(rows -> rows.iterator().next().getLong("count"));
  }

  private String ofApp(SqlParameters parameters) {
    return trigger.appId() == 0 ? "" : " and u.app_id = " + parameters.add(trigger.appId());
  }

  @Override
  public String customers(EventWindow window, Collection<String> names, SqlParameters parameters) {
    Set<String> all = new HashSet<>(names);
    all.addAll(names());
    return CUSTOMERS.formatted(
        window.sql(parameters, all), parameters.add(trigger.eventName()), ofApp(parameters));
  }

  @Override
  public Collection<String> names() {
    return List.of(trigger.eventName());
  }

  @Override
  public Future<Map<Long, List<VirtualCause>>> causes(
      SqlConnection connection,
      EventWindow window,
      Collection<Long> customers,
      Map<Long, List<Recorded>> events) {
    Map<Long, List<VirtualCause>> causes = new HashMap<>();
    events.forEach(
        (customer, recorded) ->
            causes.put(
                customer, recorded.stream().filter(this::starts).map(Recorded::cause).toList()));
    return Future.succeededFuture(causes);
  }

  private boolean starts(Recorded event) {
    return event.name().equals(trigger.eventName())
        && (trigger.appId() == 0 || trigger.appId() == event.key().appId())
        && trigger
            .maxAge()
            .map(age -> !event.occurredAt().isBefore(event.key().at().minus(age)))
            .orElse(true)
        && trigger.properties().stream()
            .allMatch(condition -> condition.matches(event.properties()));
  }
}
