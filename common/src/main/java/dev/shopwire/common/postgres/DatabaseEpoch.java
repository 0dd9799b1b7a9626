package dev.shopwire.common.postgres;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Names the run of PostgreSQL that this process talks to, so that what is remembered outside it is
 * believed only while the database can't have gone back to an earlier state. A restore, a fail-over
 * and files that are put back all start a server; a dump that is read in makes the tables or their
 * files anew. A mere restart gives another epoch too, which costs what was remembered and nothing
 * else. Any thread may ask.
 */
public final class DatabaseEpoch {
  /** Answers with one text; every role of the database may ask, also through a pooler. */
  public static final String QUERY =
      """
      select substr(md5(concat_ws('/', extract(epoch from pg_postmaster_start_time()),
          (select oid from pg_database where datname = current_database()),
          to_regclass('usage_event_ids')::oid,
          pg_relation_filenode(to_regclass('usage_event_ids')))), 1, 12) as epoch
      """;

  private static final long BELIEVED_NANOS = Duration.ofMillis(1_500).toNanos();

  private record Told(String epoch, long askedAtNanos) {}

  private final LongSupplier nanoClock;
  private volatile @Nullable Told told;
  private boolean doubted;
  private long doubtedAtNanos;

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
   * @param askedAtNanos on the nano clock, before the question was sent
   */
  public synchronized void confirm(String epoch, long askedAtNanos) {
    if (!doubted || askedAtNanos - doubtedAtNanos > 0) {
      told = new Told(epoch, askedAtNanos);
    }
  }

  /**
   * PostgreSQL did not answer, or closed a connection, as a server that ends does: an answer from
   * before says nothing about the server that follows.
   */
  public synchronized void doubt() {
    told = null;
    doubted = true;
    doubtedAtNanos = nanoClock.getAsLong();
  }

  /** Empty if PostgreSQL was not heard of lately: then nothing that is remembered is believed. */
  public Optional<String> current() {
    Told last = told;
    return last == null || nanoClock.getAsLong() - last.askedAtNanos > BELIEVED_NANOS
        ? Optional.empty()
        : Optional.of(last.epoch);
  }
}
