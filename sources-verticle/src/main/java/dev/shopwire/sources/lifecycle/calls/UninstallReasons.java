package dev.shopwire.sources.lifecycle.calls;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.tenancy.Workspaces;
import dev.shopwire.common.time.Bounds;
import dev.shopwire.common.time.TimeRange;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts the uninstalls of an app by their reasons (docs/api/partner.md). Runs on the caller's
 * event loop.
 */
public final class UninstallReasons {
  private static final int MAX_REASONS = 200;
  private static final int MAX_NOTES = 100;
  private static final int MAX_NOTE_LENGTH = 1_000;

  private static final String IS_CONNECTED = "select from partner_connections where app_id = $1";
  private static final String COUNT =
      """
      select reason, count(*) as uninstalls, coalesce(array_agg(left(note, $6) order by at desc)
        filter (where note is not null and number <= $5), '{}') as notes
      from (
        select u.reason, u.note, u.at, row_number() over (
          partition by u.reason order by u.note is null, u.at desc, u.shop) as number
        from partner_connections c
        join partner_uninstalls u on u.app_id = c.app_id and u.fetch_id = c.shown_id
        where c.app_id = $1 and u.at >= $2 and u.at < $3 and u.shop <> ''
      ) numbered
      group by reason order by uninstalls desc, reason limit $4
      """;

  private final Pool pool;

  public UninstallReasons(Pool pool) {
    this.pool = pool;
  }

  /** Fails with 404 if the app has no connection. */
  public Future<JsonResponse> list(AdminQuery request) {
    Query query = new Query(request.parameters());
    Bounds bounds = Bounds.read(query);
    query.throwIfInvalid();
    TimeRange range = bounds.orLastDays(Instant.now());
    return requireConnection(request.id())
        .compose(
            connected ->
                pool.preparedQuery(COUNT)
                    .execute(
                        Tuple.of(request.id())
                            .addOffsetDateTime(range.start().atOffset(ZoneOffset.UTC))
                            .addOffsetDateTime(range.end().atOffset(ZoneOffset.UTC))
                            .addInteger(MAX_REASONS)
                            .addInteger(MAX_NOTES)
                            .addInteger(MAX_NOTE_LENGTH)))
        .map(rows -> JsonResponse.of(Map.of("reasons", Rows.list(rows, UninstallReasons::json))));
  }

  private Future<Void> requireConnection(long appId) {
    return pool.preparedQuery(IS_CONNECTED)
        .execute(Tuple.of(appId))
        .compose(
            rows ->
                rows.size() > 0
                    ? Future.succeededFuture()
                    : new Workspaces(pool)
                        .findApp(appId)
                        .compose(
                            app -> Future.failedFuture(Failure.notFound("partner connection"))));
  }

  private static Map<String, @Nullable Object> json(Row row) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("reason", row.getString("reason"));
    json.put("uninstalls", row.getLong("uninstalls"));
    json.put("notes", List.of(row.getArrayOfStrings("notes")));
    return json;
  }
}
