package dev.shopwire.analytics.traffic;

import dev.shopwire.analytics.query.CustomerFilter;
import dev.shopwire.analytics.query.ListExport;
import dev.shopwire.analytics.query.ReadHandler;
import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.analytics.rollups.AggregateReads;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.compat.VendorNames;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.postgres.SqlParameters;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.KeysetCursor;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.common.time.Bounds;
import dev.shopwire.common.time.TimeRange;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Serves {@code GET /apps/{id}/sessions}: those that start in a range, newest first. */
public final class SessionList implements ReadHandler {
  private static final List<String> PARAMETERS =
      Stream.concat(
              Stream.of("startDate", "endDate", "timezone"), VendorNames.SHOP_PARAMETERS.stream())
          .toList();

  private final AggregateReads reads;

  public SessionList(AggregateReads reads) {
    this.reads = reads;
  }

  private record SessionRow(
      String id,
      String customerId,
      String myplatformDomain,
      @Nullable String sessionKey,
      String startedAt,
      String endedAt,
      long pageViews,
      String entryPath,
      String exitPath) {

    static SessionRow of(Row row) {
      return new SessionRow(
          row.getUUID("id").toString(),
          CustomerId.of(row.getLong("customer_id")),
          row.getString("domain"),
          row.getString("session_key"),
          Times.format(row.getOffsetDateTime("started_at")),
          Times.format(row.getOffsetDateTime("ended_at")),
          row.getLong("page_views"),
          row.getString("entry_path"),
          row.getString("exit_path"));
    }

    KeysetCursor cursor() {
      return KeysetCursor.of(Instant.parse(startedAt), UUID.fromString(id));
    }

    Map<String, @Nullable Object> json() {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("id", id);
      json.put("customerId", customerId);
      json.put("myplatformDomain", myplatformDomain);
      json.put("sessionKey", sessionKey);
      json.put("startedAt", startedAt);
      json.put("endedAt", endedAt);
      json.put("pageViews", pageViews);
      json.put("entryPath", entryPath);
      json.put("exitPath", exitPath);
      return json;
    }
  }

  @Override
  public Future<JsonResponse> handle(AppScope app, Query query) {
    TimeRange range = Bounds.read(query).orLastDays(Instant.now());
    CustomerFilter customer = CustomerFilter.read(query);
    int take = query.pageSize("take");
    query.throwIfInvalid();
    PageCursors cursors = query.cursors(app, query.rawValues(PARAMETERS));
    Optional<KeysetCursor> after = KeysetCursor.read(query, cursors);
    return reads
        .ofAggregates(app)
        .compose(
            view ->
                view.lookup(
                        snapshot ->
                            customer
                                .find(snapshot, app)
                                .compose(id -> page(snapshot, app, range, id, after, take + 1)))
                    .map(
                        rows ->
                            view.page(
                                "sessions",
                                rows,
                                take,
                                SessionRow::json,
                                row -> row.cursor().encode(cursors))));
  }

  /** The complete list. */
  public static ListExport export(InstantSource clock) {
    return (app, query, snapshot) -> {
      TimeRange range = Bounds.read(query).orLastDays(clock.instant());
      CustomerFilter customer = CustomerFilter.read(query);
      query.throwIfInvalid();
      return customer
          .find(snapshot, app)
          .compose(id -> snapshot.avoidSorts().map(done -> rows(app, range, id)));
    };
  }

  private static ExportSource.Rows rows(AppScope app, TimeRange range, Optional<Long> customer) {
    SqlParameters parameters = new SqlParameters();
    String sql = sql(parameters, app, range, customer, Optional.empty());
    return ExportSource.Rows.of(sql, parameters.tuple(), row -> SessionRow.of(row).json());
  }

  private static Future<List<SessionRow>> page(
      Snapshot snapshot,
      AppScope app,
      TimeRange range,
      Optional<Long> customer,
      Optional<KeysetCursor> after,
      int rows) {
    SqlParameters parameters = new SqlParameters();
    String sql = sql(parameters, app, range, customer, after) + " limit " + parameters.add(rows);
    List<SessionRow> sessions = new ArrayList<>();
    return snapshot
        .forEach(sql, parameters.tuple(), row -> sessions.add(SessionRow.of(row)))
        .map(sessions);
  }

  private static String sql(
      SqlParameters parameters,
      AppScope app,
      TimeRange range,
      Optional<Long> customer,
      Optional<KeysetCursor> after) {
    StringBuilder sql =
        new StringBuilder("select s.*, c.domain from sessions s join tenancy_customers c")
            .append(" on c.workspace_id = ")
            .append(parameters.add(app.workspaceId()))
            .append(" and c.id = s.customer_id where s.app_id = ")
            .append(parameters.add(app.appId()))
            .append(" and s.started_at >= ")
            .append(parameters.add(range.start().atOffset(ZoneOffset.UTC)))
            .append(" and s.started_at < ")
            .append(parameters.add(range.end().atOffset(ZoneOffset.UTC)));
    customer.ifPresent(id -> sql.append(" and s.customer_id = ").append(parameters.add(id)));
    after.ifPresent(
        cursor ->
            sql.append(" and (s.started_at, s.id) < (")
                .append(parameters.add(cursor.time()))
                .append(", ")
                .append(parameters.add(cursor.key()))
                .append(')'));
    return sql.append(" order by s.started_at desc, s.id desc").toString();
  }
}
