package dev.shopwire.analytics.lookup;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.shopwire.analytics.query.Reads;
import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.analytics.query.WorkspaceScope;
import dev.shopwire.common.contracts.Timeline;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Lists the usage events and page views of one customer over all apps of its workspace, for its
 * timeline. Not thread-safe; use from one event loop.
 */
public final class CustomerTimeline {
  static final String USAGE_EVENT = "usage_event";
  static final String PAGE_VIEW = "page_view";

  /** Characters of properties after which a part ends, however many entries were requested. */
  private static final long MAX_CHARACTERS = 1L << 20;

  static final String EARLIEST = "0001-01-01T00:00:00Z";
  static final String LATEST = "9999-12-31T23:59:59.999999Z";

  /** Follows every type, so that no entry at the upper bound of a first page is selected. */
  private static final String AFTER_ALL_TYPES = "~";

  static final String CUSTOMER = "select workspace_id, domain from tenancy_customers where id = $1";

  private static final String IS_PAGE_VIEW = "(e.event_name = 'page_view' and e.path is not null)";

  // The index has events by time, but not by type and id, which order entries of the same time. So
  // older finds by the index alone how far back the page reaches in each app. Then all events down
  // to there are read, with everything of its last moment, and sorted. Apps are merged in both.
  private static final String PAGE =
      """
      with scope as materialized (
        select a.id, a.slug from tenancy_apps a
        where a.workspace_id = $1 and ($3::text = '' or a.slug = $3)
      ), older as (
        select key.occurred_at
        from scope cross join lateral (
          select e.occurred_at from stored_usage_events e
          where e.app_id = scope.id and e.customer_id = $2
            and e.occurred_at >= $4 and e.occurred_at < $5 %1$s
          order by e.occurred_at desc, e.event_key desc limit $6
        ) key
        order by key.occurred_at desc limit $6
      ), entries as (
        select scope.id as app_id, scope.slug, event.*,
          (scope.id || '-' || event.event_key) collate "C" as id
        from scope cross join lateral (
          select %2$s, $9::text as domain,
            (case when %3$s then 'page_view' else 'usage_event' end) collate "C" as type
          from stored_usage_events e
          where e.app_id = scope.id and e.customer_id = $2
            and e.occurred_at >= (select coalesce(min(occurred_at), $5) from older)
            and e.occurred_at >= $4 and e.occurred_at <= $5 %1$s
        ) event
      ), page as (
        select * from entries
        where occurred_at < $5 or (type, id) > ($7::text, $8::text)
        order by occurred_at desc, type, id limit $6
      )
      select * from (
        select page.*, count(*) over () as found,
          sum(length(properties)) over (order by occurred_at desc, type, id)
            - length(properties) as before
        from page
      ) measured
      where before < $10
      order by occurred_at desc, type, id
      """;

  private final SqlClient pool;
  private final Reads reads;

  /**
   * @param pool connections on which nothing slow runs
   */
  public CustomerTimeline(SqlClient pool, Reads reads) {
    this.pool = pool;
    this.reads = reads;
  }

  record Customer(long workspaceId, String domain) {}

  /** Serves a request; fails with 404 if there is no such customer. */
  public Future<Timeline.Part> read(Timeline.Request request) {
    Set<String> types = types(request);
    if (types.isEmpty()) {
      return Future.succeededFuture(new Timeline.Part(List.of(), false));
    }
    return customer(request.customerId())
        .compose(
            customer ->
                reads.lookup(
                    WorkspaceScope.of(customer.workspaceId()),
                    snapshot -> page(snapshot, customer, request, types)));
  }

  static Set<String> types(Timeline.Request request) {
    Set<String> types = new HashSet<>(request.types());
    types.retainAll(Set.of(USAGE_EVENT, PAGE_VIEW));
    return types;
  }

  private Future<Customer> customer(long id) {
    return pool.preparedQuery(CUSTOMER).execute(Tuple.of(id)).map(CustomerTimeline::customer);
  }

  static Customer customer(RowSet<Row> rows) {
    return Rows.first(
            rows, row -> new Customer(row.getLong("workspace_id"), row.getString("domain")))
        .orElseThrow(() -> Failure.notFound("customer"));
  }

  private static Future<Timeline.Part> page(
      Snapshot snapshot, Customer customer, Timeline.Request request, Set<String> types) {
    boolean isFirst = request.beforeAt().isEmpty();
    Tuple parameters =
        Tuple.of(customer.workspaceId(), request.customerId(), request.app())
            .addOffsetDateTime(time(request.from(), EARLIEST))
            .addOffsetDateTime(time(isFirst ? request.until() : request.beforeAt(), LATEST))
            .addInteger(request.take() + 1)
            .addString(isFirst ? AFTER_ALL_TYPES : request.beforeType())
            .addString(request.beforeId())
            .addString(customer.domain())
            .addLong(MAX_CHARACTERS);
    return snapshot
        .query(sql(PAGE, types), parameters)
        .map(
            rows -> {
              snapshot.budget().addRows(rows.size());
              return part(rows, request.take());
            });
  }

  /**
   * @param template a statement that the condition for these types is inserted into
   */
  static String sql(String template, Set<String> types) {
    String ofTypes = "";
    if (types.size() == 1) {
      ofTypes = types.contains(PAGE_VIEW) ? "and " + IS_PAGE_VIEW : "and not " + IS_PAGE_VIEW;
    }
    return template.formatted(ofTypes, EventRow.COLUMNS, IS_PAGE_VIEW);
  }

  static OffsetDateTime time(String text, String fallback) {
    return Instant.parse(text.isEmpty() ? fallback : text).atOffset(ZoneOffset.UTC);
  }

  private static Timeline.Part part(RowSet<Row> rows, int take) {
    List<Timeline.Entry> entries = new ArrayList<>();
    long found = 0;
    for (Row row : rows) {
      found = row.getLong("found");
      if (entries.size() < take) {
        entries.add(entry(row));
      }
    }
    return new Timeline.Part(entries, found > entries.size());
  }

  static Timeline.Entry entry(Row row) {
    EventRow event = EventRow.read(row);
    String type = row.getString("type");
    JsonNode app =
        JsonNodeFactory.instance
            .objectNode()
            .put("id", Long.toString(row.getLong("app_id")))
            .put("slug", row.getString("slug"));
    String path = event.path();
    return new Timeline.Entry(
        row.getString("id"),
        type,
        Times.format(event.occurredAt()),
        app,
        type.equals(PAGE_VIEW) && path != null ? path : event.eventName(),
        Json.MAPPER.valueToTree(event.json()));
  }
}
