package dev.shopwire.sources.connections;

import dev.shopwire.common.json.Times;
import dev.shopwire.sources.requests.Problem;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How far a stream was read, and what was found.
 *
 * @param pass the last complete pass
 * @param earningsPass up to which pass the earnings are added up by the hour
 * @param completeTo everything before it was read
 * @param watermark the time of the latest record
 * @param lastSyncAt when the last sync began
 * @param rereadAt when the last sync of a day began, which reads further back
 * @param backfillAt where the backfill continues; empty once the stream is through
 */
public record StreamState(
    String name,
    long pass,
    long earningsPass,
    Optional<Instant> completeTo,
    Optional<Instant> watermark,
    Optional<Instant> lastSyncAt,
    Optional<Instant> rereadAt,
    Optional<Instant> backfillAt,
    Counts counts,
    long requests,
    long retries,
    Optional<LastError> lastError) {

  /** The last response that could not be used. */
  public record LastError(Instant at, Problem problem) {}

  /**
   * Of what was read in complete passes.
   *
   * @param records of mapped types, each once
   * @param late records that appeared before the watermark
   */
  public record Counts(
      long records,
      long tests,
      long unattributed,
      long rejected,
      long duplicates,
      long late,
      long changed) {}

  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("name", name);
    json.put("completeTo", completeTo.map(Times::format).orElse(null));
    json.put("watermark", watermark.map(Times::format).orElse(null));
    json.put("lastSyncAt", lastSyncAt.map(Times::format).orElse(null));
    json.put("records", counts.records());
    json.put("duplicates", counts.duplicates());
    json.put("late", counts.late());
    json.put("changed", counts.changed());
    json.put("requests", requests);
    json.put("retries", retries);
    json.put("lastError", lastError.map(StreamState::json).orElse(null));
    return json;
  }

  private static Map<String, @Nullable Object> json(LastError error) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("at", Times.format(error.at()));
    json.putAll(error.problem().json());
    return json;
  }
}
