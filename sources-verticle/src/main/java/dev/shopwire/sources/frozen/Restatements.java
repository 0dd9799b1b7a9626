package dev.shopwire.sources.frozen;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.time.Bounds;
import dev.shopwire.sources.events.ShownRecords;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lists what changed figures of past days, newest first (docs/api/partner.md). Runs on the caller's
 * event loop.
 */
public final class Restatements {
  private static final OffsetDateTime FIRST = Instant.EPOCH.atOffset(ZoneOffset.UTC);

  private static final String FROM =
      """
      from partner_frozen_days f
      join partner_restatements r on r.app_id = f.app_id and r.frozen_id = f.id
      where f.app_id = $1 and r.app_id = $1 and r.at >= $2
      """;
  private static final String COLUMNS =
      """
      select r.id, r.at, r.metric, r.day, r.currency, r.was::text as was, r.became::text as became,
        r.cause, r.events
      """;
  private static final String ORDER = "order by r.at desc, r.id desc";
  private static final String PAGE =
      COLUMNS
          + FROM
          + " and ($3::timestamptz is null or (r.at, r.id) < ($3, $4)) "
          + ORDER
          + " limit $5";
  private static final String COUNT = "select count(*) as count " + FROM;

  private final Pool pool;
  private final CursorSigner signer;

  public Restatements(Pool pool, CursorSigner signer) {
    this.pool = pool;
    this.signer = signer;
  }

  /** One page. Fails with 404 if the app has no connection. */
  public Future<JsonResponse> page(AdminQuery request) {
    Query query = new Query(request.parameters(), signer);
    Optional<Instant> since = Bounds.since(query);
    int take = query.pageSize("take");
    PageCursors cursors =
        query.cursors(
            new AppScope(0, request.id()),
            List.of("partner_restatements", since.map(Instant::toString).orElse("")));
    Optional<Position> after = Position.read(query, cursors);
    query.throwIfInvalid();
    return ShownRecords.find(pool, request.id())
        .compose(
            shown ->
                pool.preparedQuery(PAGE)
                    .execute(
                        parameters(request.id(), since)
                            .addOffsetDateTime(after.map(Position::time).orElse(null))
                            .addLong(after.map(Position::id).orElse(0L))
                            .addInteger(take + 1)))
        .map(rows -> response(Rows.list(rows, row -> row), take, cursors));
  }

  private static Tuple parameters(long appId, Optional<Instant> since) {
    return Tuple.of(appId)
        .addOffsetDateTime(since.map(time -> time.atOffset(ZoneOffset.UTC)).orElse(FIRST));
  }

  private static JsonResponse response(List<Row> rows, int take, PageCursors cursors) {
    boolean more = rows.size() > take;
    List<Row> shown = more ? rows.subList(0, take) : rows;
    Map<String, @Nullable Object> page = new LinkedHashMap<>();
    page.put("restatements", shown.stream().map(Restatements::json).toList());
    page.put("cursor", more ? Position.of(shown.get(take - 1)).encode(cursors) : null);
    page.put("hasNextPage", more);
    return JsonResponse.of(page);
  }

  private static Map<String, @Nullable Object> json(Row row) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", Long.toString(row.getLong("id")));
    json.put("at", Times.format(row.getOffsetDateTime("at").toInstant()));
    json.put("metric", row.getString("metric"));
    json.put("date", row.getLocalDate("day").toString());
    json.put("currency", row.getString("currency"));
    json.put("was", row.getString("was"));
    json.put("is", row.getString("became"));
    json.put("cause", row.getString("cause"));
    json.put("events", row.getJsonArray("events").getList());
    return json;
  }

  /** The complete list. */
  public static ExportSource export() {
    return (request, snapshot) -> {
      Query query = new Query(request.parameters());
      Optional<Instant> since = Bounds.since(query);
      query.throwIfInvalid();
      long appId = NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("app"));
      return ShownRecords.find(snapshot, appId)
          .map(
              shown ->
                  ExportSource.Rows.of(
                          COLUMNS + FROM + ORDER, parameters(appId, since), Restatements::json)
                      .countedBy(COUNT));
    };
  }

  /** A position in the list: that of a restatement. */
  private record Position(Instant at, long id) {
    static Position of(Row row) {
      return new Position(row.getOffsetDateTime("at").toInstant(), row.getLong("id"));
    }

    static Optional<Position> read(Query query, PageCursors cursors) {
      return cursors
          .read(query)
          .map(
              text -> {
                String[] parts = text.split(" ", 2);
                return new Position(
                    Instant.EPOCH.plus(Long.parseLong(parts[0]), ChronoUnit.MICROS),
                    Long.parseLong(parts[1]));
              });
    }

    String encode(PageCursors cursors) {
      return cursors.encode(ChronoUnit.MICROS.between(Instant.EPOCH, at) + " " + id);
    }

    OffsetDateTime time() {
      return at.atOffset(ZoneOffset.UTC);
    }
  }
}
