package dev.shopwire.automation.dryruns;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.runs.causes.CauseKey;
import dev.shopwire.automation.runs.machine.RunEvent;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.postgres.SqlParameters;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads stored events of some customers. Methods run on the caller's event loop. */
final class RecordedEvents {
  private static final String READ =
      """
      select e.customer_id, e.app_id, e.received_at, e.occurred_at, e.event_key,
        coalesce(e.event_id, e.event_key::text) as event_id, e.event_name,
        e.properties::text as properties
      from unnest(%s::bigint[]) k (id)
      cross join lateral (
        select * from stored_usage_events u where %s and u.customer_id = k.id offset 0
      ) e
      """;

  private RecordedEvents() {}

  /**
   * A stored event.
   *
   * @param key with the time of the dry run's clock
   * @param occurredAt its timestamp
   * @param receivedAt when it was stored
   */
  record Recorded(
      long customerId,
      CauseKey key,
      Instant occurredAt,
      Instant receivedAt,
      String eventId,
      String name,
      @Nullable JsonNode properties) {

    VirtualEvent event() {
      return new VirtualEvent(key, new RunEvent(name, key.appId(), key.at(), properties));
    }

    VirtualCause cause() {
      return new VirtualCause("usage_event", key, eventId, name, properties);
    }
  }

  /** By customer, each in the order in which events count. */
  static Future<Map<Long, List<Recorded>>> read(
      SqlClient client, EventWindow window, Collection<String> names, Collection<Long> customers) {
    if (names.isEmpty() || customers.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    SqlParameters parameters = new SqlParameters();
    String sql =
        READ.formatted(
            parameters.add(customers.toArray(Long[]::new)), window.sql(parameters, names));
    boolean isOccurred = window.dryRun().hasOccurredClock();
    return client
        .preparedQuery(sql)
        .execute(parameters.tuple())
        .map(
            rows ->
                Rows.list(rows, row -> read(row, isOccurred)).stream()
                    .sorted(Comparator.comparing(Recorded::key))
                    .collect(Collectors.groupingBy(Recorded::customerId)));
  }

  private static Recorded read(Row row, boolean isOccurred) {
    Instant occurredAt = row.getOffsetDateTime("occurred_at").toInstant();
    Instant receivedAt = row.getOffsetDateTime("received_at").toInstant();
    return new Recorded(
        row.getLong("customer_id"),
        new CauseKey(
            isOccurred ? occurredAt : receivedAt,
            occurredAt,
            row.getUUID("event_key"),
            row.getLong("app_id")),
        occurredAt,
        receivedAt,
        row.getString("event_id"),
        row.getString("event_name"),
        parse(row.getString("properties")));
  }

  static @Nullable JsonNode parse(@Nullable String json) {
    try {
      return json == null ? null : Json.MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Properties of a stored event can't be read", e);
    }
  }
}
