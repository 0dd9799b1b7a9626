package dev.shopwire.app;

import dev.shopwire.common.background.BackgroundTaskLog;
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
 * Checks every second whether the process's ports still accept connections. A port that accepts
 * none three times in a row counts as failed until it accepts one again. Queries are thread-safe.
 */
final class Listeners implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);
  private static final long PAUSE_MILLIS = 1_000;
  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  private static final int MAX_MISSED = 3;

  private final BackgroundTaskLog probes = new BackgroundTaskLog(LOG, "Check of the ports");
  private final ProcessLoad load;
  private final Map<Integer, Integer> missed = new HashMap<>();
  private final ScheduledExecutorService scheduler =
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
        scheduler.scheduleWithFixedDelay(
            this::probeAll, PAUSE_MILLIS, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Whether all open ports accept connections. */
  boolean areAccepting() {
    return accepting;
  }

  /** An exception would end the scheduled task. */
  private void probeAll() {
    try {
      probe();
      probes.succeeded();
    } catch (RuntimeException e) {
      probes.failed(e);
    }
  }

  private void probe() {
    boolean all = true;
    for (ListenerProbe probe : load.probes()) {
      int before = missed.getOrDefault(probe.port(), 0);
      int now = probe.acceptsConnections(TIMEOUT) ? 0 : before + 1;
      missed.put(probe.port(), now);
      if (now == MAX_MISSED) {
        LOG.error("Port {} does not accept connections: not ready until it does", probe.port());
      } else if (now == 0 && before >= MAX_MISSED) {
        LOG.info("Port {} accepts connections again", probe.port());
      }
      all &= now < MAX_MISSED;
    }
    accepting = all;
  }

  @Override
  public void close() {
    repeated.cancel(true);
    scheduler.shutdownNow();
  }
}
