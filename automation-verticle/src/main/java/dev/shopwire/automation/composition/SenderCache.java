package dev.shopwire.automation.composition;

import dev.shopwire.automation.mail.senders.Sender;
import dev.shopwire.automation.mail.senders.Senders;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps senders for two seconds: reading one costs a statement, and milliseconds of a processor for
 * its key. Not thread-safe; use from one event loop.
 */
final class SenderCache {
  private static final long KEPT_NANOS = Duration.ofSeconds(2).toNanos();

  private final Pool pool;
  private final Senders senders;
  private final Map<Long, Entry> entries = new HashMap<>();

  private record Entry(Future<Optional<Sender>> sender, long loadedNanos) {
    boolean isKept(long nowNanos) {
      return !sender.failed() && nowNanos - loadedNanos < KEPT_NANOS;
    }
  }

  SenderCache(Pool pool, Senders senders) {
    this.pool = pool;
    this.senders = senders;
  }

  /**
   * A sender as it was two seconds ago or later.
   *
   * @return empty if there was none
   */
  Future<Optional<Sender>> load(long id) {
    long now = System.nanoTime();
    Entry found = entries.get(id);
    if (found != null && found.isKept(now)) {
      return found.sender();
    }
    entries.values().removeIf(entry -> !entry.isKept(now));
    Future<Optional<Sender>> loading = senders.load(pool, id);
    entries.put(id, new Entry(loading, now));
    return loading;
  }
}
