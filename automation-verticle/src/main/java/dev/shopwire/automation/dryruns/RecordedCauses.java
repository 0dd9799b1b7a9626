package dev.shopwire.automation.dryruns;

import dev.shopwire.automation.definitions.Trigger;
import dev.shopwire.automation.dryruns.RecordedEvents.Recorded;
import dev.shopwire.automation.runs.causes.CauseKey;
import dev.shopwire.automation.sql.ContactSql;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.postgres.SqlParameters;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Causes that tables record beside events: transitions of a segment, contacts, credits, transitions
 * of lifecycles.
 *
 * @param type of the triggers
 * @param time the column of a row {@code c} that says when it happened
 * @param app the column of the app that caused it, or 0
 * @param source writes a from clause of rows {@code c} with a condition
 * @param segment whose transitions they are, which must have been tracked
 */
record RecordedCauses(String type, String time, String app, Source source, Optional<Long> segment)
    implements CauseSource {
  private static final String COUNT = "select count(*) as count from (select from %s limit %s) n";

  // %2$s: the events that runs listen to.
  private static final String CUSTOMERS =
      """
      select n.customer_id, n.causes + coalesce(e.events, 0) as events,
        coalesce(e.bytes, 0)::bigint as bytes
      from (select c.customer_id, count(*) as causes from %1$s group by c.customer_id) n
      left join lateral (
        select count(*) as events, sum(pg_column_size(u.properties)) as bytes
        from stored_usage_events u where %2$s and u.customer_id = n.customer_id
      ) e on true
      """;
  private static final String READ =
      """
      select c.customer_id, %1$s as at, %2$s as app_id,
        row_number() over (partition by c.customer_id order by %1$s) as number
      from %3$s and c.customer_id = any(%4$s::bigint[])
      """;
  private static final String TRACKED_SINCE =
      """
      select since from segment_tracking
      where workspace_id = $1 and segment_id = $2 and status <> 'removing'
      """;

  /** Writes SQL. */
  @FunctionalInterface
  interface Source {
    String sql(long workspaceId, SqlParameters parameters);
  }

  static RecordedCauses of(Trigger.SegmentChange change) {
    return new RecordedCauses(
        TriggerTypes.of(change),
        "c.at",
        "coalesce(c.app_id, 0)",
        (workspace, parameters) ->
            "segment_transitions c where c.workspace_id = %s and c.segment_id = %s and c.entered = %s"
                .formatted(
                    parameters.add(workspace),
                    parameters.add(change.segmentId()),
                    parameters.add(change.isEntered())),
        Optional.of(change.segmentId()));
  }

  static RecordedCauses of(Trigger.ContactCreated created) {
    return new RecordedCauses(
        TriggerTypes.of(created),
        "c.created_at",
        "0::bigint",
        (workspace, parameters) ->
            "customer_contacts c where c.workspace_id = "
                + parameters.add(workspace)
                + (created.roles().isEmpty()
                    ? ""
                    : " and %s = any(%s::text[])"
                        .formatted(
                            ContactSql.ROLE,
                            parameters.add(created.roles().toArray(String[]::new)))),
        Optional.empty());
  }

  static RecordedCauses of(Trigger.Credited credited) {
    return new RecordedCauses(
        TriggerTypes.of(credited),
        "c.credited_at",
        "c.app_id",
        (workspace, parameters) ->
            "customer_credits c where c.workspace_id = "
                + parameters.add(workspace)
                + (credited.appId() == 0
                    ? ""
                    : " and c.app_id = " + parameters.add(credited.appId()))
                + (credited.affiliates().isEmpty()
                    ? ""
                    : " and c.affiliate_id = any(%s::bigint[])"
                        .formatted(parameters.add(credited.affiliates().toArray(Long[]::new)))),
        Optional.empty());
  }

  static RecordedCauses of(Trigger.Lifecycle lifecycle) {
    return new RecordedCauses(
        TriggerTypes.of(lifecycle),
        "c.at",
        "c.app_id",
        (workspace, parameters) ->
            "lifecycle_transitions c where c.workspace_id = %s and c.topic = %s"
                    .formatted(parameters.add(workspace), parameters.add(lifecycle.topic()))
                + (lifecycle.appId() == 0
                    ? ""
                    : " and c.app_id = " + parameters.add(lifecycle.appId())),
        Optional.empty());
  }

  private String rows(EventWindow window, SqlParameters parameters) {
    DryRun dryRun = window.dryRun();
    return source.sql(dryRun.key().workspaceId(), parameters)
        + " and %s >= %s and %s < %s"
            .formatted(
                time,
                parameters.add(DryRun.sqlTime(dryRun.from())),
                time,
                parameters.add(DryRun.sqlTime(dryRun.until())))
        + window.ofCustomer(parameters, "c.customer_id");
  }

  @Override
  public Future<Long> count(SqlConnection connection, EventWindow window, long limit) {
    return requireTracked(connection, window.dryRun())
        .compose(
            tracked -> {
              SqlParameters parameters = new SqlParameters();
              String sql = COUNT.formatted(rows(window, parameters), parameters.add(limit));
              return connection.preparedQuery(sql).execute(parameters.tuple());
            })
        .map(rows -> rows.iterator().next().getLong("count"));
  }

  private Future<Void> requireTracked(SqlConnection connection, DryRun dryRun) {
    return segment.isEmpty()
        ? Future.succeededFuture()
        : connection
            .preparedQuery(TRACKED_SINCE)
            .execute(Tuple.of(dryRun.key().workspaceId(), segment.get()))
            .map(
                rows -> {
                  Optional<Instant> since =
                      Rows.first(rows, row -> row.getOffsetDateTime("since").toInstant());
                  if (since.isEmpty()) {
                    throw CauseSources.notReplayable(
                        "The segment is not tracked, so that its transitions are not recorded");
                  }
                  if (since.get().isAfter(dryRun.from())) {
                    throw CauseSources.notReplayable(
                        "The segment is tracked since " + since.get() + " only");
                  }
                  return null;
                });
  }

  @Override
  public String customers(EventWindow window, Collection<String> names, SqlParameters parameters) {
    return CUSTOMERS.formatted(rows(window, parameters), window.sql(parameters, names));
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
    SqlParameters parameters = new SqlParameters();
    String sql =
        READ.formatted(
            time, app, rows(window, parameters), parameters.add(customers.toArray(Long[]::new)));
    return connection
        .preparedQuery(sql)
        .execute(parameters.tuple())
        .map(
            rows ->
                Rows.list(rows, row -> Map.entry(row.getLong("customer_id"), cause(row))).stream()
                    .collect(
                        Collectors.groupingBy(
                            Map.Entry::getKey,
                            Collectors.mapping(Map.Entry::getValue, Collectors.toList()))));
  }

  private VirtualCause cause(Row row) {
    Instant at = row.getOffsetDateTime("at").toInstant();
    CauseKey key = new CauseKey(at, at, new UUID(0, row.getLong("number")), row.getLong("app_id"));
    return new VirtualCause(type, key, null, null, null);
  }
}
