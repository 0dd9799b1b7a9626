package dev.shopwire.webhook.log;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.contracts.Timeline;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.query.NumericId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Serves the part of a customer's timeline that consists of the deliveries about it. Not
 * thread-safe; use from one event loop.
 */
public final class CustomerTimeline {
  static final String TYPE = "webhook_delivery";
  private static final String WORKSPACE =
      "select workspace_id from tenancy_customers where id = $1";

  // The newest messages come first, each with the deliveries to the endpoints that exist. "offset
  // 0"
  // keeps the subqueries lookups by key, whatever the planner expects.
  private static final String DELIVERIES =
      """
      select m.id, m.topic, a.id as app_id, a.slug, d.endpoint_id, d.status
      from (
        select id, topic, app_id from webhook_messages
        where workspace_id = $1 and customer_id = $2 and id >= $3 and id < $4
          and ($5 = '' or app_id = (
            select id from tenancy_apps where workspace_id = $1 and slug = $5))
      ) m
      cross join lateral (
        select e.id as endpoint_id, coalesce(q.status, s.status) as status
        from webhook_endpoints e
        left join lateral (
          select 'pending' as status from webhook_due
          where workspace_id = $1 and endpoint_id = e.id and message_id = m.id
          offset 0
        ) q on true
        left join lateral (
          select status from webhook_deliveries
          where workspace_id = $1 and endpoint_id = e.id and message_id = m.id
          offset 0
        ) s on true
        where e.workspace_id = $1 and e.status <> 'deleted'
          and coalesce(q.status, s.status) is not null
        offset 0
      ) d
      left join tenancy_apps a on a.id = m.app_id
      """;
  private static final String NEWEST = DELIVERIES + " order by m.id desc limit $6";

  // The time of a message is in the first 48 bits of its id. Entries of a millisecond are ordered
  // by
  // their ids.
  private static final String ALL =
      DELIVERIES
          + """
             order by left(replace(m.id::text, '-', ''), 12) collate "C" desc,
               (d.endpoint_id || '-' || replace(m.id::text, '-', '')) collate "C"
            """;

  /** More than the messages that one transaction can write about a customer in a millisecond. */
  private static final int MAX_OF_MILLISECOND = 10_000;

  private static final Comparator<Entry> ORDER =
      Comparator.comparingLong(Entry::millis).reversed().thenComparing(Entry::id);

  private final Pool pool;

  public CustomerTimeline(Pool pool) {
    this.pool = pool;
  }

  /** An entry with the time that orders it. */
  private record Entry(long millis, String id, Timeline.Entry shown) {}

  /** {@code getCustomerTimeline}: the entries of this role. */
  public static ExportSource export() {
    return (export, snapshot) -> {
      long id = NumericId.parse(export.id()).orElseThrow(() -> Failure.notFound("customer"));
      TimelineRange range =
          TimelineRange.of(Timeline.Request.ofExport(id, export.parameters(), export.caller()));
      String app = export.parameters().getOrDefault("app", "");
      return workspace(snapshot, id)
          .map(
              workspace ->
                  ExportSource.Rows.of(
                      ALL,
                      parameters(workspace, id, range.from(), range.until(), app),
                      row -> entry(row).shown().row()));
    };
  }

  private static Tuple parameters(
      long workspace, long customerId, long from, long until, String app) {
    return Tuple.of(workspace, customerId, floor(from), floor(until), app);
  }

  /** The least message id of a millisecond, as {@code webhook_message_floor}. */
  private static UUID floor(long millis) {
    return new UUID(millis << 16, 0);
  }

  public Future<Timeline.Part> read(Timeline.Request request) {
    if (!request.types().contains(TYPE)) {
      return Future.succeededFuture(new Timeline.Part(List.of(), false));
    }
    TimelineRange range = TimelineRange.of(request);
    return pool.withTransaction(
        connection ->
            connection
                .preparedQuery(DeliveryPages.PREPARE)
                .execute()
                .compose(ready -> workspace(connection, request.customerId()))
                .compose(workspace -> read(connection, workspace, range, request)));
  }

  /** 0 for an unknown customer. */
  private static Future<Long> workspace(SqlConnection connection, long customerId) {
    return connection
        .preparedQuery(WORKSPACE)
        .execute(Tuple.of(customerId))
        .map(rows -> Rows.first(rows, row -> row.getLong("workspace_id")).orElse(0L));
  }

  private static Future<Timeline.Part> read(
      SqlConnection connection, long workspace, TimelineRange range, Timeline.Request request) {
    Query query = new Query(connection, workspace, request);
    int wanted = request.take() + 1;
    return ties(query, range)
        .compose(
            ties ->
                query
                    .entries(range.from(), range.until(), wanted)
                    .compose(entries -> withWholeMilliseconds(query, entries, wanted))
                    .map(entries -> Stream.concat(ties.stream(), entries.stream())))
        .map(entries -> part(entries.sorted(ORDER).toList(), request.take()));
  }

  /** The entries of the millisecond in which the previous page ended that are not on that page. */
  private static Future<List<Entry>> ties(Query query, TimelineRange range) {
    return range.tie().isEmpty()
        ? Future.succeededFuture(List.of())
        : query
            .entries(range.until(), range.until() + 1, MAX_OF_MILLISECOND)
            .map(
                entries ->
                    entries.stream()
                        .filter(entry -> entry.id().compareTo(range.tie().get()) > 0)
                        .toList());
  }

  /** Adds the rest of the last entry's millisecond, whose entries are not ordered by message. */
  private static Future<List<Entry>> withWholeMilliseconds(
      Query query, List<Entry> entries, int wanted) {
    if (entries.size() < wanted) {
      return Future.succeededFuture(entries);
    }
    long last = entries.get(entries.size() - 1).millis();
    return query
        .entries(last, last + 1, MAX_OF_MILLISECOND)
        .map(
            rest -> {
              List<Entry> all = new ArrayList<>(rest);
              entries.stream().filter(entry -> entry.millis() != last).forEach(all::add);
              return all;
            });
  }

  private static Timeline.Part part(List<Entry> entries, int take) {
    return new Timeline.Part(
        entries.stream().limit(take).map(Entry::shown).toList(), entries.size() > take);
  }

  /** Reads entries of one customer. */
  private record Query(SqlConnection connection, long workspace, Timeline.Request request) {

    /** The newest entries from {@code from} to before {@code until}, in milliseconds since 1970. */
    Future<List<Entry>> entries(long from, long until, int limit) {
      return connection
          .preparedQuery(NEWEST)
          .execute(
              parameters(workspace, request.customerId(), from, until, request.app())
                  .addInteger(limit))
          .map(rows -> Rows.list(rows, CustomerTimeline::entry));
    }
  }

  private static Entry entry(Row row) {
    UUID message = row.getUUID("id");
    DeliveryId delivery = new DeliveryId(row.getLong("endpoint_id"), message);
    String id = "delivery-" + delivery;
    long millis = message.getMostSignificantBits() >>> 16;
    String topic = row.getString("topic");
    ObjectNode detail =
        Json.MAPPER
            .createObjectNode()
            .put("deliveryId", delivery.toString())
            .put("endpointId", Long.toString(delivery.endpointId()))
            .put("topic", topic)
            .put("status", row.getString("status"));
    String at = Times.format(Instant.ofEpochMilli(millis));
    return new Entry(millis, id, new Timeline.Entry(id, TYPE, at, app(row), topic, detail));
  }

  private static JsonNode app(Row row) {
    Long id = row.getLong("app_id");
    return id == null
        ? NullNode.getInstance()
        : Json.MAPPER
            .createObjectNode()
            .put("id", id.toString())
            .put("slug", row.getString("slug"));
  }
}
