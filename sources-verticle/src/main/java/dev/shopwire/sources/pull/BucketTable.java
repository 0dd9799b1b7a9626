package dev.shopwire.sources.pull;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.time.Duration;

/**
 * The table of token buckets, which all processes share: a request is sent once a token was taken
 * for it. Methods run on the caller's event loop.
 */
public final class BucketTable {
  /** Refilled a little slower than permitted: requests arrive later than their tokens are taken. */
  private static final BigDecimal MARGIN = new BigDecimal("0.98");

  private static final String TAKEN =
      """
      taken as (
        insert into partner_buckets as b (bucket, tokens, filled_at)
        select $1, $3::float8 - 1, clock_timestamp() from allowed
        on conflict (bucket) do update set
          tokens = least($3::float8, b.tokens
            + greatest(0, extract(epoch from clock_timestamp() - b.filled_at)) * $2::float8) - 1,
          filled_at = clock_timestamp()
        where (b.paused_until is null or b.paused_until <= clock_timestamp())
          and least($3::float8, b.tokens
            + greatest(0, extract(epoch from clock_timestamp() - b.filled_at)) * $2::float8) >= 1
        returning 1
      )
      select exists (select from allowed) as allowed, exists (select from taken) as taken,
        coalesce((select greatest(
            (1 - b.tokens) / $2::float8 - extract(epoch from clock_timestamp() - b.filled_at),
            extract(epoch from b.paused_until - clock_timestamp()))
          from partner_buckets b where b.bucket = $1), 0)::float8 as wait
      """;
  private static final String TAKE = "with allowed as (select 1), " + TAKEN;

  // No token for who no longer polls the connection, or may not: nothing is sent then.
  private static final String TAKE_FOR =
      """
      with allowed as (
        select 1 from partner_connections c join partner_leases l on l.app_id = c.app_id
        where c.app_id = $4 and c.revision = $5 and not c.is_paused and c.stopped_code is null
          and l.owner = $6 and l.epoch = $7 and l.ends_at > clock_timestamp()
      ),
      """
          + TAKEN;
  private static final String PAUSE =
      """
      insert into partner_buckets as b (bucket, tokens, filled_at, paused_until)
      values ($1, 0, clock_timestamp(), clock_timestamp() + $2 * interval '1 ms')
      on conflict (bucket) do update set paused_until = greatest(b.paused_until, excluded.paused_until)
      """;
  private static final String DELETE_OLD =
      "delete from partner_buckets where filled_at < clock_timestamp() - interval '1 day'";

  private BucketTable() {}

  /**
   * The outcome of trying to take a token.
   *
   * @param isAllowed whether the connection is still polled by this process
   * @param pause until it may be tried again, if none was taken
   */
  public record Take(boolean isAllowed, boolean isTaken, Duration pause) {
    private static Take read(Row row) {
      long millis = (long) Math.ceil(row.getDouble("wait") * 1_000);
      return new Take(
          row.getBoolean("allowed"),
          row.getBoolean("taken"),
          Duration.ofMillis(Math.max(1, Math.min(millis, 60_000))));
    }
  }

  /** Takes a token for a request that belongs to no poller. */
  public static Future<Take> take(SqlClient client, Buffer bucket, BigDecimal perSecond) {
    return take(client, TAKE, parameters(bucket, perSecond));
  }

  static Future<Take> take(
      SqlClient client, Buffer bucket, BigDecimal perSecond, Lease lease, long revision) {
    return take(
        client,
        TAKE_FOR,
        parameters(bucket, perSecond)
            .addLong(lease.appId())
            .addLong(revision)
            .addUUID(lease.owner())
            .addLong(lease.epoch()));
  }

  private static Tuple parameters(Buffer bucket, BigDecimal perSecond) {
    return Tuple.tuple()
        .addBuffer(bucket)
        .addDouble(perSecond.multiply(MARGIN).doubleValue())
        .addDouble(perSecond.max(BigDecimal.ONE).doubleValue());
  }

  private static Future<Take> take(SqlClient client, String sql, Tuple parameters) {
    return client
        .preparedQuery(sql)
        .execute(parameters)
        .map(rows -> Take.read(rows.iterator().next()));
  }

  /** Gives out no token for a while. */
  public static Future<Void> pause(SqlClient client, Buffer bucket, Duration pause) {
    return client.preparedQuery(PAUSE).execute(Tuple.of(bucket, pause.toMillis())).mapEmpty();
  }

  /** Deletes buckets that were not used for a day. */
  static Future<Void> deleteOld(SqlClient client) {
    return client.preparedQuery(DELETE_OLD).execute().mapEmpty();
  }
}
