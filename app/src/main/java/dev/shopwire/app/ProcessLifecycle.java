package dev.shopwire.app;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * From the process's start to its end by a signal. A wanted stop ends with status 0, whatever asked
 * for it, however far the start had come, and however much hangs. A second signal changes nothing.
 */
final class ProcessLifecycle {
  /** A start that is told to end has so long for what it has begun, as embedded stores. */
  private static final Duration START_END_TIME = Duration.ofSeconds(8);

  private final Thread starter = Thread.currentThread();
  private final CountDownLatch startEnded = new CountDownLatch(1);
  private volatile boolean stopping;
  private volatile @Nullable Service service;

  /** From now on signals end what {@link #start} started. For the main thread. */
  ProcessLifecycle() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "stop"));
  }

  /**
   * Starts; for the thread that made this. What it throws because of a signal is no failure: {@link
   * #isStopping} tells.
   */
  void start(Supplier<Service> start) {
    try {
      service = start.get();
    } finally {
      startEnded.countDown();
    }
  }

  boolean isStopping() {
    return stopping;
  }

  private void stop() {
    stopping = true;
    try {
      Service running = service;
      if (running == null) {
        running = endStart();
      }
      if (running != null) {
        cutOffAfter(running.grace().plus(Service.END_TIME));
        running.stop();
      }
    } finally {
      Runtime.getRuntime().halt(0);
    }
  }

  /** What waits in the start is interrupted; if it came to its end all the same, the service. */
  private @Nullable Service endStart() {
    cutOffAfter(START_END_TIME);
    starter.interrupt();
    try {
      return startEnded.await(START_END_TIME.toMillis(), TimeUnit.MILLISECONDS) ? service : null;
    } catch (InterruptedException e) {
      return null;
    }
  }

  /** Whatever hangs: whoever asked for the stop kills what doesn't end. */
  private static void cutOffAfter(Duration time) {
    Thread limit =
        new Thread(
            () -> {
              long until = System.nanoTime() + time.toNanos();
              while (System.nanoTime() - until < 0) {
                LockSupport.parkNanos(until - System.nanoTime());
              }
              System.err.println("Shopwire did not end in time and is cut off.");
              Runtime.getRuntime().halt(0);
            },
            "stop-limit");
    limit.setDaemon(true);
    limit.start();
  }
}
