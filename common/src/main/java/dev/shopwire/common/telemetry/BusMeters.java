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

/** Requests over the bus of one address, as callers and as the answering role see them. */
public final class BusMeters {
  /** How a request ended; refused is an expected 4xx, unavailable a 503 or nobody there. */
  private enum Outcome {
    ANSWERED,
    REFUSED,
    UNAVAILABLE,
    FAILED;

    static Outcome of(@Nullable Throwable error) {
      if (error == null) {
        return ANSWERED;
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

  /** One request that was made, from its sending to its reply. */
  public void called(@Nullable Throwable error, long nanos) {
    caller.ended(error, nanos);
  }

  /** One request that was answered here, from its arrival to its reply. */
  public void served(@Nullable Throwable error, long nanos) {
    server.ended(error, nanos);
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

    /** Made when first needed: most processes are only one side of an address. */
    void ended(@Nullable Throwable error, long nanos) {
      Meters known = meters;
      if (known == null) {
        known = make();
        meters = known;
      }
      known.latency.record(nanos, TimeUnit.NANOSECONDS);
      Objects.requireNonNull(known.outcomes.get(Outcome.of(error))).increment();
    }

    private Meters make() {
      Map<Outcome, Counter> outcomes = new EnumMap<>(Outcome.class);
      for (Outcome outcome : Outcome.values()) {
        outcomes.put(
            outcome,
            Counter.builder("shopwire.bus.requests")
                .description("Requests over the bus by how they ended, by side")
                .tag("address", address)
                .tag("side", side)
                .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
                .register(registry));
      }
      return new Meters(
          Telemetry.histogram(
                  "shopwire.bus.request", "From a request over the bus to its reply, by side")
              .tag("address", address)
              .tag("side", side)
              .register(registry),
          outcomes);
    }
  }

  private record Meters(Timer latency, Map<Outcome, Counter> outcomes) {}
}
