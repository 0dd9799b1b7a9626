package dev.shopwire.app.metrics;

import dev.shopwire.common.telemetry.Telemetry;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.netty.util.concurrent.EventExecutor;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Measures how late event loops are, by a short task on each of them four times a second. */
public final class EventLoopLag {
  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private final Timer lag;
  private final List<Loop> loops = new ArrayList<>();

  private EventLoopLag(MeterRegistry registry) {
    lag =
        Telemetry.histogram("shopwire.event.loop.lag", "How late an event loop ran a timer")
            .register(registry);
  }

  /** Measures all event loops of {@code vertx} until they shut down. */
  public static void measure(Vertx vertx, MeterRegistry registry) {
    EventLoopLag measured = new EventLoopLag(registry);
    for (EventExecutor executor : ((VertxInternal) vertx).eventLoopGroup()) {
      Loop loop = measured.new Loop(executor);
      measured.loops.add(loop);
      loop.schedule();
    }
    Gauge.builder("shopwire.event.loop.stalled.seconds", measured, EventLoopLag::stalledSeconds)
        .description("How long the most delayed event loop has not run a due timer")
        .strongReference(true)
        .register(registry);
  }

  private double stalledSeconds() {
    long now = System.nanoTime();
    long latest = loops.stream().mapToLong(loop -> now - loop.due).max().orElse(0);
    return Math.max(0, latest) / 1e9;
  }

  private final class Loop {
    private final EventExecutor executor;
    private volatile long due;

    Loop(EventExecutor executor) {
      this.executor = executor;
    }

    void schedule() {
      due = System.nanoTime() + PERIOD_NANOS;
      Future<?> unused = executor.schedule(this::recordRun, PERIOD_NANOS, TimeUnit.NANOSECONDS);
    }

    private void recordRun() {
      lag.record(Math.max(0, System.nanoTime() - due), TimeUnit.NANOSECONDS);
      if (!executor.isShuttingDown()) {
        schedule();
      }
    }
  }
}
