package dev.shopwire.webhook.endpoints;

import dev.shopwire.common.json.Times;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint as shown in the console.
 *
 * @param eventNames of usage events; null for all
 * @param segments ids; null for all
 * @param apps slugs; null for all apps of the workspace
 * @param secrets the currently valid ones, newest first
 */
record Endpoint(
    long workspaceId,
    long id,
    String url,
    List<String> topics,
    @Nullable List<String> eventNames,
    @Nullable List<Long> segments,
    @Nullable List<String> apps,
    boolean ordered,
    State state,
    Instant createdAt,
    List<Secret> secrets) {

  /**
   * The endpoint's delivery status.
   *
   * @param status enabled, probing or disabled
   * @param reason why the endpoint is not enabled
   */
  record State(
      String status,
      @Nullable String reason,
      Instant since,
      @Nullable Instant failingSince,
      @Nullable String lastError,
      @Nullable Instant lastDeliveredAt) {}

  /**
   * Describes a signing secret without its value.
   *
   * @param expiresAt the end of a rotation's overlap; null for the current one
   */
  record Secret(Instant createdAt, @Nullable Instant expiresAt) {
    Map<String, @Nullable Object> json() {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("createdAt", Times.format(createdAt));
      json.put("expiresAt", text(expiresAt));
      return json;
    }
  }

  static Endpoint read(Row row) {
    return new Endpoint(
        row.getLong("workspace_id"),
        row.getLong("id"),
        row.getString("url"),
        List.of(row.getArrayOfStrings("topics")),
        list(row.getArrayOfStrings("event_names")),
        list(row.getArrayOfLongs("segment_ids")),
        list(row.getArrayOfStrings("apps")),
        row.getBoolean("ordered"),
        new State(
            row.getString("status"),
            row.getString("status_reason"),
            row.getOffsetDateTime("status_at").toInstant(),
            instant(row.getOffsetDateTime("failing_since")),
            row.getString("last_error"),
            instant(row.getOffsetDateTime("delivered_at"))),
        row.getOffsetDateTime("created_at").toInstant(),
        secrets(row));
  }

  private static List<Secret> secrets(Row row) {
    OffsetDateTime[] created = row.getArrayOfOffsetDateTimes("made");
    OffsetDateTime[] expires = row.getArrayOfOffsetDateTimes("ends");
    List<Secret> secrets = new ArrayList<>();
    for (int i = 0; created != null && i < created.length; i++) {
      secrets.add(new Secret(created[i].toInstant(), instant(expires[i])));
    }
    return secrets;
  }

  private static <T> @Nullable List<T> list(T @Nullable [] items) {
    return items == null ? null : List.of(items);
  }

  private static @Nullable Instant instant(@Nullable OffsetDateTime at) {
    return at == null ? null : at.toInstant();
  }

  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", Long.toString(id));
    json.putAll(settingsJson());
    json.put("statusReason", state.reason);
    json.put("statusAt", Times.format(state.since));
    json.put("failingSince", text(state.failingSince));
    json.put("lastError", state.lastError);
    json.put("lastDeliveredAt", text(state.lastDeliveredAt));
    json.put("createdAt", Times.format(createdAt));
    json.put("secrets", secrets.stream().map(Secret::json).toList());
    return json;
  }

  /** What a user of the console can set. */
  Map<String, @Nullable Object> settingsJson() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("url", url);
    json.put("topics", topics);
    json.put("filter", filterJson());
    json.put("apps", apps);
    json.put("ordered", ordered);
    json.put("status", state.status);
    return json;
  }

  private @Nullable Map<String, Object> filterJson() {
    if (eventNames == null && segments == null) {
      return null;
    }
    Map<String, Object> filter = new LinkedHashMap<>();
    if (eventNames != null) {
      filter.put("eventNames", eventNames);
    }
    if (segments != null) {
      filter.put("segments", segments.stream().map(id -> Long.toString(id)).toList());
    }
    return filter;
  }

  private static @Nullable String text(@Nullable Instant at) {
    return at == null ? null : Times.format(at);
  }
}
