package dev.shopwire.app;

import dev.shopwire.common.load.ListenerProbe;
import dev.shopwire.common.load.ProcessLoad;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks each second whether the process's ports still take connections. One that takes none three
 * times in a row counts as gone until it takes one again. Any thread may ask.
 */
final class Listeners implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);
  private static final long PAUSE_MILLIS = 1_000;
  private static final Duration LIMIT = Duration.ofSeconds(1);
  private static final int MISSED = 3;

  private final ProcessLoad load;
  private final Map<Integer, Integer> missed = new HashMap<>();
  private final ScheduledExecutorService asking =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "listeners");
            thread.setDaemon(true);
            return thread;
          });
  private final ScheduledFuture<?> repeated;
  private volatile boolean accepting = true;

  Listeners(ProcessLoad load) {
    this.load = load;
    repeated =
        asking.scheduleWithFixedDelay(this::ask, PAUSE_MILLIS, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Whether all ports that were opened take connections. */
  boolean areAccepting() {
    return accepting;
  }

  private void ask() {
    boolean all = true;
    for (ListenerProbe probe : load.probes()) {
      int before = missed.getOrDefault(probe.port(), 0);
      int now = probe.isTaken(LIMIT) ? 0 : before + 1;
      missed.put(probe.port(), now);
      if (now == MISSED) {
        LOG.error("Port {} takes no connections: not ready until it does", probe.port());
      } else if (now == 0 && before >= MISSED) {
        LOG.info("Port {} takes connections again", probe.port());
      }
      all &= now < MISSED;
    }
    accepting = all;
  }

  @Override
  public void close() {
    repeated.cancel(true);
    asking.shutdownNow();
  }
}
