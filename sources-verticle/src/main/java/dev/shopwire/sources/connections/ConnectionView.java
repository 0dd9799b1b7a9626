package dev.shopwire.sources.connections;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.tenancy.Workspaces;
import dev.shopwire.sources.connections.Connection.Backfill;
import dev.shopwire.sources.connections.Connection.Stop;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Shows a connection as the API does. Runs on the caller's event loop. */
final class ConnectionView {
  private ConnectionView() {}

  /** The response of all calls that end with a connection. */
  static Future<JsonResponse> response(
      SqlClient client, Workspaces.App app, Connection connection) {
    long appId = connection.appId();
    return PartnerSecrets.names(client, appId)
        .compose(
            secrets ->
                StreamTable.list(client, appId, connection.fetchId())
                    .compose(
                        fetched ->
                            StreamTable.list(client, appId, connection.shownId())
                                .compose(
                                    shown ->
                                        ConnectionCounts.read(client, connection, shown)
                                            .map(
                                                counts ->
                                                    json(
                                                        app,
                                                        connection,
                                                        secrets,
                                                        fetched,
                                                        shown,
                                                        counts)))))
        .map(json -> JsonResponse.of(Map.of("partnerConnection", json)));
  }

  private static Map<String, @Nullable Object> json(
      Workspaces.App app,
      Connection connection,
      List<String> secrets,
      List<StreamState> fetched,
      List<StreamState> shown,
      Map<String, @Nullable Object> counts) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("app", Map.of("id", app.id(), "slug", app.slug()));
    json.putAll(configuration(connection));
    json.put("secrets", secrets);
    json.put("status", connection.status());
    json.put("stopped", connection.stopped().map(ConnectionView::json).orElse(null));
    json.put("completeTo", completeTo(shown).map(Times::format).orElse(null));
    json.put("streams", fetched.stream().map(StreamState::json).toList());
    json.put("backfill", json(connection.backfill()));
    json.put("counts", counts);
    return json;
  }

  /** What the audit log compares: what a person sets, without secrets. */
  static Map<String, @Nullable Object> configuration(Connection connection) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("dialect", connection.dialect());
    json.put("parameters", new TreeMap<>(connection.parameters()));
    json.put("since", connection.since().toString());
    json.put("intervalSeconds", connection.intervalSeconds());
    return json;
  }

  /** The least of all streams; empty if one of them has none. */
  static Optional<Instant> completeTo(List<StreamState> streams) {
    return streams.stream().allMatch(stream -> stream.completeTo().isPresent())
        ? streams.stream()
            .flatMap(stream -> stream.completeTo().stream())
            .min(Comparator.naturalOrder())
        : Optional.empty();
  }

  private static Map<String, @Nullable Object> json(Stop stop) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>(stop.problem().json());
    json.put("at", Times.format(stop.at()));
    return json;
  }

  private static Map<String, @Nullable Object> json(Backfill backfill) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("from", backfill.from().toString());
    json.put("to", backfill.to().toString());
    json.put("status", backfill.finishedAt().isPresent() ? "done" : "running");
    json.put("windows", backfill.windows());
    json.put("windowsDone", backfill.windowsDone());
    json.put("records", backfill.records());
    json.put("startedAt", Times.format(backfill.startedAt()));
    json.put("finishedAt", backfill.finishedAt().map(Times::format).orElse(null));
    return json;
  }
}
