package dev.shopwire.common.postgres;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Identifies the PostgreSQL server run that this process talks to, so that data cached outside the
 * database is used only while the database cannot have gone back to an earlier state. A restore, a
 * failover and replaced data files all start a server; loading a dump recreates the tables or their
 * files. A plain restart changes the epoch too, which only loses the cached data. Thread-safe.
 */
public final class DatabaseEpoch {
  /** Returns one text; any database role may run it, also through a pooler. */
  public static final String QUERY =
      """
      select substr(md5(concat_ws('/', extract(epoch from pg_postmaster_start_time()),
          (select oid from pg_database where datname = current_database()),
          to_regclass('customers')::oid,
          pg_relation_filenode(to_regclass('customers')))), 1, 12) as epoch
      """;

  private static final long VALID_NANOS = Duration.ofMillis(1_500).toNanos();

  private record Confirmed(String epoch, long queriedAtNanos) {}

  private final LongSupplier nanoClock;
  private volatile @Nullable Confirmed confirmed;
  private boolean invalidated;
  private long invalidatedAtNanos;

  public DatabaseEpoch() {
    this(System::nanoTime);
  }

  /**
   * @param nanoClock as {@link System#nanoTime}
   */
  public DatabaseEpoch(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /**
   * @param queriedAtNanos on the nano clock, taken before the query was sent
   */
  public synchronized void confirm(String epoch, long queriedAtNanos) {
    if (!invalidated || queriedAtNanos - invalidatedAtNanos > 0) {
      confirmed = new Confirmed(epoch, queriedAtNanos);
    }
  }

  /**
   * To be called when PostgreSQL does not respond or closes a connection, as a server that shuts
   * down does: an earlier result says nothing about the server that replaces it.
   */
  public synchronized void invalidate() {
    confirmed = null;
    invalidated = true;
    invalidatedAtNanos = nanoClock.getAsLong();
  }

  /** Empty if it was not confirmed within the last 1.5 s: then no cached data may be used. */
  public Optional<String> current() {
    Confirmed last = confirmed;
    return last == null || nanoClock.getAsLong() - last.queriedAtNanos > VALID_NANOS
        ? Optional.empty()
        : Optional.of(last.epoch);
  }
}
