package dev.shopwire.ingest.events;

import dev.shopwire.common.telemetry.Telemetry;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** The metrics of the hot path. Labels never contain tenant data. Thread-safe. */
public final class IngestMetrics {
  private final MeterRegistry registry;
  private final Counter accepted;
  private final Counter duplicate;
  private final Counter rejected;
  private final Counter repeatedRequests;
  private final DistributionSummary groupEvents;
  private final Timer groupWrite;
  private final Timer request;
  private final Counter busyIntervals;
  private final LongAdder writingNanos = new LongAdder();
  private final AtomicInteger queuedEvents;
  private final AtomicInteger queueCapacity = new AtomicInteger();
  private final Map<Integer, Counter> byStatus = new ConcurrentHashMap<>();

  public IngestMetrics(MeterRegistry registry) {
    this.registry = registry;
    this.accepted = events("accepted");
    this.duplicate = events("duplicate");
    this.rejected = events("rejected");
    this.repeatedRequests =
        Counter.builder("shopwire.requests.repeated")
            .description("Requests recognized by their idempotency key, without database work")
            .register(registry);
    this.groupEvents =
        DistributionSummary.builder("shopwire.group.events")
            .description("Events written by one statement")
            .serviceLevelObjectives(1, 10, 50, 100, 200, 500, 1_000, 2_000)
            .register(registry);
    this.groupWrite = histogram("shopwire.group.write", "From the start of a write to its commit");
    this.request =
        histogram("shopwire.usage.events.request", "From a request's arrival to its response");
    this.busyIntervals =
        Counter.builder("shopwire.ingest.busy.intervals")
            .description("Half seconds in which work that can wait yielded to ingest")
            .register(registry);
    this.queuedEvents = new AtomicInteger();
    Gauge.builder("shopwire.queue.events", queuedEvents, AtomicInteger::get)
        .description("Events waiting for the next write")
        .register(registry);
    Gauge.builder("shopwire.queue.capacity.events", queueCapacity, AtomicInteger::get)
        .description("Total queue capacity; further events are rejected with 503")
        .register(registry);
  }

  /** Adds the queue capacity of one event loop. */
  void addCapacity(int events) {
    queueCapacity.addAndGet(events);
  }

  private Counter events(String outcome) {
    return Counter.builder("shopwire.usage.events")
        .description("Usage events by outcome")
        .tag("outcome", outcome)
        .register(registry);
  }

  private Timer histogram(String name, String description) {
    return Telemetry.histogram(name, description, 1, 2, 5, 10, 25, 50, 100, 250, 1_000, 2_000)
        .register(registry);
  }

  void addQueued(int change) {
    queuedEvents.addAndGet(change);
  }

  void recordWritten(int events, long nanos) {
    groupEvents.record(events);
    groupWrite.record(nanos, TimeUnit.NANOSECONDS);
  }

  /** Records how long a request waited until its events were written, or could not be. */
  void recordWriting(long nanos) {
    writingNanos.add(nanos);
  }

  /** The sum of all that {@link #recordWriting} recorded. */
  long writingNanos() {
    return writingNanos.sum();
  }

  void recordBusy() {
    busyIntervals.increment();
  }

  void recordEvents(int acceptedEvents, int duplicates, int rejectedEvents) {
    accepted.increment(acceptedEvents);
    duplicate.increment(duplicates);
    rejected.increment(rejectedEvents);
  }

  void recordRepeatedRequest() {
    repeatedRequests.increment();
  }

  /** Records one finished request, whatever its outcome. */
  void recordRequest(int status, long nanos) {
    request.record(nanos, TimeUnit.NANOSECONDS);
    Counter counter = byStatus.get(status);
    if (counter == null) {
      counter =
          byStatus.computeIfAbsent(
              status, code -> registry.counter("shopwire.requests", "status", code.toString()));
    }
    counter.increment();
  }
}
