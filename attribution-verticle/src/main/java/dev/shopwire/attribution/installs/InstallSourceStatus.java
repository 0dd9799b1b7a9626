package dev.shopwire.attribution.installs;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.tenancy.Workspaces;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Returns the status of the install source to the console. Not thread-safe; use from one event
 * loop.
 */
public final class InstallSourceStatus {
  private final Pool pool;
  private final Optional<InstallSourceConfig> config;

  public InstallSourceStatus(Pool pool, Optional<InstallSourceConfig> config) {
    this.pool = pool;
    this.config = config;
  }

  public Future<JsonResponse> show(AdminRequest request) {
    long workspaceId = request.id();
    return new Workspaces(pool)
        .exists(workspaceId)
        .compose(
            exists -> {
              if (!exists) {
                throw Failure.of(Code.NOT_FOUND, "unknown_workspace", "There is no such workspace");
              }
              return config
                  .filter(source -> source.workspaceId() == workspaceId)
                  .map(this::read)
                  .orElseGet(() -> Future.succeededFuture(json(Optional.empty())));
            })
        .map(source -> JsonResponse.of(Map.of("listingSource", source)));
  }

  private Future<Map<String, @Nullable Object>> read(InstallSourceConfig source) {
    Future<Optional<InstallSourceState.Owner>> owner = InstallSourceState.owner(pool, source);
    Future<Optional<Row>> state = InstallSourceState.find(pool, source);
    Future<Map<String, Long>> counts = InstallCounts.read(pool, source);
    return Future.all(owner, state, counts)
        .map(
            all -> {
              Map<String, @Nullable Object> json = json(Optional.of(source));
              if (owner.result().isEmpty()) {
                json.put("lastError", InstallSourceRun.unknownApp(source));
              }
              if (state.result().isPresent()) {
                addState(json, state.result().get());
                addCounts(json, counts.result());
              }
              return json;
            });
  }

  /** The status before the first run. */
  private static Map<String, @Nullable Object> json(Optional<InstallSourceConfig> source) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("configured", source.isPresent());
    json.put("app", source.map(InstallSourceConfig::app).orElse(null));
    for (String name :
        List.of(
            "lastStartedAt",
            "lastFinishedAt",
            "lastError",
            "watermark",
            "lagSeconds",
            "lastRun",
            "events",
            "withoutCode",
            "credited",
            "refused",
            "refusedBy",
            "coverage")) {
      json.put(name, null);
    }
    json.put("warnings", List.of());
    return json;
  }

  private static void addState(Map<String, @Nullable Object> json, Row row) {
    json.put("lastStartedAt", text(row.getOffsetDateTime("last_started_at")));
    json.put("lastFinishedAt", text(row.getOffsetDateTime("last_finished_at")));
    json.put("lastError", row.getString("last_error"));
    json.put("watermark", text(row.getOffsetDateTime("watermark")));
    json.put("lagSeconds", row.getLong("lag"));
    json.put("warnings", row.getArrayOfStrings("warnings"));
    if (row.getOffsetDateTime("last_finished_at") != null) {
      Map<String, Object> bad = new LinkedHashMap<>();
      bad.put("key", row.getLong("bad_key_rows"));
      bad.put("time", row.getLong("bad_time_rows"));
      bad.put("shop", row.getLong("bad_shop_rows"));
      Map<String, Object> run = new LinkedHashMap<>();
      run.put("rowsRead", row.getLong("rows_read"));
      run.put("badRows", bad);
      json.put("lastRun", run);
    }
    json.put("coverage", coverage(row.getLong("new_shops"), row.getLong("seen_shops")));
  }

  private static @Nullable Object coverage(@Nullable Long newShops, @Nullable Long seen) {
    if (newShops == null || seen == null) {
      return null;
    }
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("newShops", newShops);
    json.put("seenBySource", seen);
    json.put("share", newShops == 0 ? null : (double) seen / newShops);
    return json;
  }

  private static void addCounts(Map<String, @Nullable Object> json, Map<String, Long> counts) {
    json.put("events", remove(counts, InstallCounts.ALL));
    json.put("withoutCode", remove(counts, InstallCounts.WITHOUT_CODE));
    json.put("credited", remove(counts, InstallCounts.CREDITED));
    json.put("refused", counts.values().stream().mapToLong(Long::longValue).sum());
    json.put("refusedBy", counts);
  }

  private static long remove(Map<String, Long> counts, String what) {
    Long events = counts.remove(what);
    return events == null ? 0 : events;
  }

  private static @Nullable String text(@Nullable OffsetDateTime time) {
    return time == null ? null : Times.format(time);
  }
}
