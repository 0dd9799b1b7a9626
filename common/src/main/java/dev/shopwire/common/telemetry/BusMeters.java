package dev.shopwire.common.telemetry;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Meters for the requests to one bus address, as seen by the caller and by the server. */
public final class BusMeters {
  /** How a request ended: refused is an expected 4xx, unavailable a 503 or no handler. */
  private enum Outcome {
    COMPLETED,
    REFUSED,
    UNAVAILABLE,
    FAILED;

    static Outcome of(@Nullable Throwable error) {
      if (error == null) {
        return COMPLETED;
      }
      if (!(error instanceof Failure failure) || failure.code() == Code.INTERNAL) {
        return FAILED;
      }
      return failure.code() == Code.UNAVAILABLE ? UNAVAILABLE : REFUSED;
    }
  }

  private final Side caller;
  private final Side server;

  BusMeters(MeterRegistry registry, String address) {
    caller = new Side(registry, address, "caller");
    server = new Side(registry, address, "server");
  }

  /** Records a sent request, from sending to its reply. */
  public void recordSent(@Nullable Throwable error, long nanos) {
    caller.record(error, nanos);
  }

  /** Records a served request, from its arrival to its reply. */
  public void recordServed(@Nullable Throwable error, long nanos) {
    server.record(error, nanos);
  }

  private static final class Side {
    private final MeterRegistry registry;
    private final String address;
    private final String side;
    private volatile @Nullable Meters meters;

    Side(MeterRegistry registry, String address, String side) {
      this.registry = registry;
      this.address = address;
      this.side = side;
    }

    /** Registers the meters on first use: most processes are only one side of an address. */
    void record(@Nullable Throwable error, long nanos) {
      Meters current = meters;
      if (current == null) {
        current = create();
        meters = current;
      }
      current.latency.record(nanos, TimeUnit.NANOSECONDS);
      Objects.requireNonNull(current.outcomes.get(Outcome.of(error))).increment();
    }

    private Meters create() {
      Map<Outcome, Counter> outcomes = new EnumMap<>(Outcome.class);
      for (Outcome outcome : Outcome.values()) {
        outcomes.put(
            outcome,
            Counter.builder("shopwire.bus.requests")
                .description("Bus requests by outcome and side")
                .tag("address", address)
                .tag("side", side)
                .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
                .register(registry));
      }
      return new Meters(
          Telemetry.histogram(
                  "shopwire.bus.request", "Time from a bus request to its reply, by side")
              .tag("address", address)
              .tag("side", side)
              .register(registry),
          outcomes);
    }
  }

  private record Meters(Timer latency, Map<Outcome, Counter> outcomes) {}
}
