package dev.shopwire.webhook.replay;

import dev.shopwire.common.json.Times;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A replay of deliveries and its progress.
 *
 * @param since the earliest time of the replayed messages
 * @param until the latest time of the replayed messages
 * @param status running or done
 */
record Replay(
    long id,
    long endpointId,
    Instant since,
    Instant until,
    long total,
    long done,
    String status,
    Instant createdAt,
    @Nullable Instant finishedAt) {

  static Replay read(Row row) {
    OffsetDateTime finishedAt = row.getOffsetDateTime("finished_at");
    return new Replay(
        row.getLong("id"),
        row.getLong("endpoint_id"),
        row.getOffsetDateTime("since").toInstant(),
        row.getOffsetDateTime("until").toInstant(),
        row.getLong("total"),
        row.getLong("done"),
        row.getString("status").equals("done") ? "done" : "running",
        row.getOffsetDateTime("created_at").toInstant(),
        finishedAt == null ? null : finishedAt.toInstant());
  }

  /** As shown in responses (docs/api/webhooks.md). */
  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", Long.toString(id));
    json.put("webhookEndpointId", Long.toString(endpointId));
    json.put("since", Times.format(since));
    json.put("until", until.toString());
    json.put("total", Math.max(total, done));
    json.put("done", done);
    json.put("status", status);
    json.put("createdAt", Times.format(createdAt));
    json.put("finishedAt", finishedAt == null ? null : Times.format(finishedAt));
    return json;
  }
}
