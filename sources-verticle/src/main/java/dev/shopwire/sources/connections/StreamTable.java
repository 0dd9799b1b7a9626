package dev.shopwire.sources.connections;

import dev.shopwire.common.postgres.Rows;
import dev.shopwire.sources.connections.StreamState.Counts;
import dev.shopwire.sources.connections.StreamState.LastError;
import dev.shopwire.sources.requests.Problem;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The table of streams' states. Methods run on the caller's event loop. */
public final class StreamTable {
  private static final String LIST =
      """
      select name, pass, complete_to, watermark, last_sync_at, reread_at, backfill_at, records,
        tests, unattributed, rejected, duplicates, late, changed, requests, retries, error_at, error_code,
        error_message, error_answer, earnings_pass
      from partner_streams where app_id = $1 and fetch_id = $2 order by name
      """;
  private static final String ADD =
      """
      insert into partner_streams (app_id, fetch_id, name, backfill_at)
      select $1, $2, name, $4 from unnest($3::text[]) as stream (name)
      on conflict (app_id, fetch_id, name) do nothing
      """;
  private static final String BACKFILL_FROM =
      "update partner_streams set backfill_at = $3 where app_id = $1 and fetch_id = $2";
  private static final String REQUESTED =
      """
      update partner_streams set requests = requests + 1
      where app_id = $1 and fetch_id = $2 and name = $3
      """;
  private static final String FAILED =
      """
      update partner_streams set requests = requests + 1, retries = retries + $4, error_at = now(),
        error_code = $5, error_message = $6, error_answer = $7
      where app_id = $1 and fetch_id = $2 and name = $3
      """;
  // complete_to and watermark never go back; a pass that brought nothing still is one.
  private static final String COMPLETE =
      """
      update partner_streams set
        pass = $4,
        complete_to = case when $5::timestamptz is null then complete_to
          else greatest(complete_to, $5::timestamptz) end,
        watermark = greatest(watermark, $6::timestamptz),
        last_sync_at = coalesce($7::timestamptz, last_sync_at),
        reread_at = coalesce($17::timestamptz, reread_at),
        backfill_at = case when $8 then $9::timestamptz else backfill_at end,
        records = records + $10, tests = tests + $11, unattributed = unattributed + $12,
        rejected = rejected + $13, duplicates = duplicates + $14, late = late + $15,
        changed = changed + $16
      where app_id = $1 and fetch_id = $2 and name = $3
      """;
  private static final String COPY =
      """
      insert into partner_streams
        (app_id, fetch_id, name, pass, complete_to, watermark, last_sync_at, reread_at, backfill_at, records,
         tests, unattributed, rejected, duplicates, late, changed, requests, retries)
      select app_id, $3, name, 1, complete_to, watermark, last_sync_at, reread_at, backfill_at, $5, $6, $7, $8,
        duplicates, late, changed, requests, retries
      from partner_streams where app_id = $1 and fetch_id = $2 and name = $4
      """;
  private static final String SET_EARNINGS_PASS =
      """
      update partner_streams set earnings_pass = $4 where app_id = $1 and fetch_id = $2 and name = $3
      """;
  private static final String DELETE =
      "delete from partner_streams where app_id = $1 and fetch_id = $2";

  private StreamTable() {}

  /**
   * What a complete pass changes.
   *
   * @param completeTo empty if it says nothing about that
   * @param watermark the time of its latest record
   * @param syncAt when the sync began whose last pass it is
   * @param rereadAt the same if that sync is the one of the day that reads further back
   * @param isBackfill whether it is a window of a backfill
   * @param backfillAt where that continues; empty if the stream is through
   */
  public record PassEnd(
      long pass,
      Optional<Instant> completeTo,
      Optional<Instant> watermark,
      Optional<Instant> syncAt,
      Optional<Instant> rereadAt,
      boolean isBackfill,
      Optional<Instant> backfillAt,
      Counts counts) {}

  /** The states of all streams of what was fetched, ordered by name. */
  public static Future<List<StreamState>> list(SqlClient client, long appId, long fetchId) {
    return client
        .preparedQuery(LIST)
        .execute(Tuple.of(appId, fetchId))
        .map(rows -> Rows.list(rows, StreamTable::read));
  }

  /** Adds the streams that are missing; they are to be read from {@code from} on. */
  public static Future<Void> add(
      SqlClient client, long appId, long fetchId, List<String> names, Instant from) {
    return client
        .preparedQuery(ADD)
        .execute(
            Tuple.of(appId, fetchId)
                .addArrayOfString(names.toArray(String[]::new))
                .addOffsetDateTime(utc(from)))
        .mapEmpty();
  }

  /** Begins a backfill of all streams. */
  static Future<Void> backfillFrom(SqlClient client, long appId, long fetchId, Instant from) {
    return client
        .preparedQuery(BACKFILL_FROM)
        .execute(Tuple.of(appId, fetchId).addOffsetDateTime(utc(from)))
        .mapEmpty();
  }

  /** Counts a request that brought a page. */
  public static Future<Void> requested(SqlClient client, long appId, long fetchId, String name) {
    return client.preparedQuery(REQUESTED).execute(Tuple.of(appId, fetchId, name)).mapEmpty();
  }

  /**
   * Records a response that could not be used.
   *
   * @param isRetried whether the request is sent again
   */
  public static Future<Void> failed(
      SqlClient client, long appId, long fetchId, String name, boolean isRetried, Problem problem) {
    return client
        .preparedQuery(FAILED)
        .execute(
            Tuple.of(appId, fetchId, name, isRetried ? 1 : 0, problem.code(), problem.message())
                .addString(problem.answer()))
        .mapEmpty();
  }

  /** Lets everything count that the pass has stored. */
  public static Future<Void> complete(
      SqlClient client, long appId, long fetchId, String name, PassEnd end) {
    Counts counts = end.counts();
    return client
        .preparedQuery(COMPLETE)
        .execute(
            Tuple.of(appId, fetchId, name, end.pass())
                .addOffsetDateTime(end.completeTo().map(StreamTable::utc).orElse(null))
                .addOffsetDateTime(end.watermark().map(StreamTable::utc).orElse(null))
                .addOffsetDateTime(end.syncAt().map(StreamTable::utc).orElse(null))
                .addBoolean(end.isBackfill())
                .addOffsetDateTime(end.backfillAt().map(StreamTable::utc).orElse(null))
                .addLong(counts.records())
                .addLong(counts.tests())
                .addLong(counts.unattributed())
                .addLong(counts.rejected())
                .addLong(counts.duplicates())
                .addLong(counts.late())
                .addLong(counts.changed())
                .addOffsetDateTime(end.rereadAt().map(StreamTable::utc).orElse(null)))
        .mapEmpty();
  }

  /** Copies a stream's state to what was mapped again, with the counts of that. */
  public static Future<Void> copy(
      SqlClient client, long appId, long fromFetch, long toFetch, String name, Counts counts) {
    return client
        .preparedQuery(COPY)
        .execute(
            Tuple.of(appId, fromFetch, toFetch, name)
                .addLong(counts.records())
                .addLong(counts.tests())
                .addLong(counts.unattributed())
                .addLong(counts.rejected()))
        .mapEmpty();
  }

  /** Notes that earnings are added up, up to those of {@code pass}. */
  public static Future<Void> setEarningsPass(
      SqlClient client, long appId, long fetchId, String name, long pass) {
    return client
        .preparedQuery(SET_EARNINGS_PASS)
        .execute(Tuple.of(appId, fetchId, name, pass))
        .mapEmpty();
  }

  /** Deletes the states of what was dropped. */
  public static Future<Void> delete(SqlClient client, long appId, long fetchId) {
    return client.preparedQuery(DELETE).execute(Tuple.of(appId, fetchId)).mapEmpty();
  }

  private static OffsetDateTime utc(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  private static StreamState read(Row row) {
    return new StreamState(
        row.getString("name"),
        row.getLong("pass"),
        row.getLong("earnings_pass"),
        instant(row, "complete_to"),
        instant(row, "watermark"),
        instant(row, "last_sync_at"),
        instant(row, "reread_at"),
        instant(row, "backfill_at"),
        new Counts(
            row.getLong("records"),
            row.getLong("tests"),
            row.getLong("unattributed"),
            row.getLong("rejected"),
            row.getLong("duplicates"),
            row.getLong("late"),
            row.getLong("changed")),
        row.getLong("requests"),
        row.getLong("retries"),
        instant(row, "error_at")
            .map(
                at ->
                    new LastError(
                        at,
                        new Problem(
                            row.getString("error_code"),
                            row.getString("error_message"),
                            row.getString("error_answer")))));
  }

  private static Optional<Instant> instant(Row row, String column) {
    @Nullable OffsetDateTime time = row.getOffsetDateTime(column);
    return Optional.ofNullable(time).map(OffsetDateTime::toInstant);
  }
}
