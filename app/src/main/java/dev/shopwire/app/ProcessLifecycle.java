package dev.shopwire.app;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Controls the process from its start to its end by a signal. A requested stop exits with status 0,
 * however far the start had come, and whatever hangs. A second signal changes nothing.
 */
final class ProcessLifecycle {
  /** How long an interrupted start may take to end what it has started, such as embedded stores. */
  private static final Duration ABORT_TIME = Duration.ofSeconds(8);

  private final Thread starter = Thread.currentThread();
  private final CountDownLatch startEnded = new CountDownLatch(1);
  private volatile boolean stopping;
  private volatile @Nullable Service service;

  /** Registers for signals, which then end what {@link #start} started. For the main thread. */
  ProcessLifecycle() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "stop"));
  }

  /**
   * Starts the service on the thread that created this. An exception while {@link #isStopping} is
   * due to a signal and not a failure.
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
        running = abortStart();
      }
      if (running != null) {
        haltAfter(running.grace().plus(Service.STOP_TIMEOUT));
        running.stop();
      }
    } finally {
      Runtime.getRuntime().halt(0);
    }
  }

  /** Interrupts the start; returns the service if the start completed nevertheless. */
  private @Nullable Service abortStart() {
    haltAfter(ABORT_TIME);
    starter.interrupt();
    try {
      return startEnded.await(ABORT_TIME.toMillis(), TimeUnit.MILLISECONDS) ? service : null;
    } catch (InterruptedException e) {
      return null;
    }
  }

  /** Ends the process even if something hangs, before its supervisor would kill it. */
  private static void haltAfter(Duration time) {
    Thread limit =
        new Thread(
            () -> {
              long until = System.nanoTime() + time.toNanos();
              while (System.nanoTime() - until < 0) {
                LockSupport.parkNanos(until - System.nanoTime());
              }
              System.err.println("Shopwire did not stop in time: halting.");
              Runtime.getRuntime().halt(0);
            },
            "stop-limit");
    limit.setDaemon(true);
    limit.start();
  }
}
