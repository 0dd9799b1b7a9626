package dev.shopwire.automation.runs.causes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.runs.causes.EventGroups.Group;
import dev.shopwire.automation.runs.plans.Plans;
import dev.shopwire.automation.runs.plans.VersionKey;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.postgres.Columns;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One transaction that reads the events of a workspace's first groups and gives those that flows
 * want to their customers. For one attempt; not thread-safe.
 */
final class Expansion {
  /** An event has at most 32 KiB. */
  private static final int MAX_EVENTS = 1_000;

  private static final int MAX_GROUPS = 200;
  private static final String EVENTS =
      """
      select e.customer_id, e.app_id, e.received_at, e.occurred_at, e.event_key, e.event_name,
        case when e.event_name = any($6) then e.properties::text end as properties
      from unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::timestamptz[])
        g (app_id, group_id, received_from, received_to)
      cross join lateral (
        select * from stored_usage_events u
        where u.app_id = g.app_id and u.group_id = g.group_id
          and u.received_at between g.received_from and g.received_to
        offset 0
      ) e
      where e.event_name = any($5)
      """;

  private final SqlConnection connection;
  private final Plans plans;
  private final long workspaceId;
  private final Instant horizon;
  private final int maxGroups;

  /**
   * @param maxGroups 1 to find the group that can't be read
   */
  Expansion(
      SqlConnection connection, Plans plans, long workspaceId, Instant horizon, int maxGroups) {
    this.connection = connection;
    this.plans = plans;
    this.workspaceId = workspaceId;
    this.horizon = horizon;
    this.maxGroups = Math.min(maxGroups, MAX_GROUPS);
  }

  /**
   * What was done.
   *
   * @param isMore whether groups are left
   */
  record Expanded(int causes, boolean isMore) {
    static final Expanded NOTHING = new Expanded(0, false);
  }

  /** Does nothing if another transaction is at it. */
  Future<Expanded> run() {
    return EventGroups.lock(connection, workspaceId)
        .compose(
            isMine ->
                isMine
                    ? EventGroups.oldest(connection, workspaceId, horizon, maxGroups)
                        .compose(this::expand)
                    : Future.succeededFuture(Expanded.NOTHING));
  }

  private Future<Expanded> expand(List<Group> oldest) {
    if (oldest.isEmpty()) {
      return Future.succeededFuture(Expanded.NOTHING);
    }
    List<Group> groups = new ArrayList<>();
    int events = 0;
    for (Group group : oldest) {
      if (!groups.isEmpty() && events + group.events() > MAX_EVENTS) {
        break;
      }
      groups.add(group);
      events += group.events();
    }
    boolean isMore = groups.size() < oldest.size() || oldest.size() == maxGroups;
    return WantedEvents.read(connection, workspaceId, plans)
        .compose(wanted -> causes(groups, wanted))
        .compose(this::add)
        .compose(
            added ->
                EventGroups.delete(connection, workspaceId, groups)
                    .map(deleted -> new Expanded(added, isMore)));
  }

  private Future<List<NewCause>> causes(List<Group> groups, WantedEvents wanted) {
    int size = groups.size();
    return connection
        .preparedQuery(EVENTS)
        .execute(
            Tuple.tuple()
                .addArrayOfLong(Columns.of(groups, new Long[size], Group::appId))
                .addArrayOfLong(Columns.of(groups, new Long[size], Group::groupId))
                .addArrayOfOffsetDateTime(
                    Columns.of(
                        groups,
                        new OffsetDateTime[size],
                        group -> EventGroups.time(group.receivedAt())))
                .addArrayOfOffsetDateTime(
                    Columns.of(
                        groups,
                        new OffsetDateTime[size],
                        group -> EventGroups.time(group.receivedTo())))
                .addArrayOfString(wanted.names().toArray(String[]::new))
                .addArrayOfString(wanted.namesByProperties().toArray(String[]::new)))
        .map(rows -> Rows.list(rows, row -> cause(row, wanted)));
  }

  private static NewCause cause(Row row, WantedEvents wanted) {
    String name = row.getString("event_name");
    CauseKey key =
        new CauseKey(
            row.getOffsetDateTime("received_at").toInstant(),
            row.getOffsetDateTime("occurred_at").toInstant(),
            row.getUUID("event_key"),
            row.getLong("app_id"));
    List<VersionKey> starts = wanted.startedBy(name, key, () -> parse(row.getString("properties")));
    return new NewCause(
        row.getLong("customer_id"), key, starts, wanted.listeners(name, key.appId()));
  }

  private static @Nullable JsonNode parse(@Nullable String json) {
    try {
      return json == null ? null : Json.MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Properties of a stored event can't be read", e);
    }
  }

  private Future<Integer> add(List<NewCause> causes) {
    Set<Long> starting =
        causes.stream()
            .filter(cause -> !cause.starts().isEmpty())
            .map(NewCause::customerId)
            .collect(Collectors.toCollection(HashSet::new));
    List<NewCause> useful =
        causes.stream()
            .filter(cause -> !cause.starts().isEmpty() || !cause.listeners().isEmpty())
            .toList();
    return useful.isEmpty()
        ? Future.succeededFuture(0)
        : Causes.add(connection, workspaceId, useful, starting);
  }
}
