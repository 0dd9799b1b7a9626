package dev.shopwire.app;

import com.sun.management.GarbageCollectionNotificationInfo;
import dev.shopwire.common.failure.OutOfMemory;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/**
 * Detects heap exhaustion: the heap counts as exhausted while every collection of some seconds
 * leaves more than 95 % of it in use. If not even a small object can be allocated the process exits
 * ({@link OutOfMemory}), even if the code that met the error swallowed it. Queries are thread-safe.
 */
final class Heap implements AutoCloseable {
  private static final double FULL = 0.95;
  private static final Duration LASTING = Duration.ofSeconds(3);
  private static final Duration PAUSE = Duration.ofMillis(500);

  /** Small enough that no collector treats it as a large object. */
  private static final int TRIAL_BYTES = 256 << 10;

  private static final long NOT_FULL = Long.MIN_VALUE;

  private final long limit = (long) (Runtime.getRuntime().maxMemory() * FULL);
  private final Set<String> pools =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .map(MemoryPoolMXBean::getName)
          .collect(Collectors.toSet());
  private final NotificationListener listener = this::collected;
  private final List<NotificationEmitter> collectors = new ArrayList<>();
  private volatile long fullSince = NOT_FULL;
  private volatile boolean closed;

  @SuppressWarnings({"UnusedVariable", "FieldCanBeLocal"}) // so that it is really allocated
  private volatile byte[] trial = new byte[0];

  Heap() {
    OutOfMemory.exitIfExhausted(null); // loads its class while there is memory for that
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (collector instanceof NotificationEmitter emitter) {
        emitter.addNotificationListener(listener, null, null);
        collectors.add(emitter);
      }
    }
    Thread thread = new Thread(this::allocateRepeatedly, "heap");
    thread.setDaemon(true);
    thread.start();
  }

  boolean isExhausted() {
    long since = fullSince;
    return since != NOT_FULL
        && System.nanoTime() - since >= LASTING.toNanos()
        // Nothing is collected while nothing is allocated.
        && Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory() > limit;
  }

  private void collected(Notification notification, Object handback) {
    if (!notification
        .getType()
        .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
      return;
    }
    Map<String, MemoryUsage> left =
        GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData())
            .getGcInfo()
            .getMemoryUsageAfterGc();
    long used = 0;
    for (String pool : pools) {
      MemoryUsage usage = left.get(pool);
      used += usage == null ? 0 : usage.getUsed();
    }
    if (used <= limit) {
      fullSince = NOT_FULL;
    } else if (fullSince == NOT_FULL) {
      fullSince = System.nanoTime();
    }
  }

  private void allocateRepeatedly() {
    while (!closed) {
      try {
        trial = new byte[TRIAL_BYTES];
        trial = new byte[0];
      } catch (OutOfMemoryError e) {
        OutOfMemory.exitIfExhausted(e);
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  @Override
  public void close() {
    closed = true;
    for (NotificationEmitter collector : collectors) {
      try {
        collector.removeNotificationListener(listener);
      } catch (ListenerNotFoundException e) {
        // already removed
      }
    }
  }
}
