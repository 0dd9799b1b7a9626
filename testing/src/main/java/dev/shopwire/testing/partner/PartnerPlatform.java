package dev.shopwire.testing.partner;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The emulated platform without HTTP: runs the queries of both dialects. Thread-safe. */
public final class PartnerPlatform {
  private final Map<String, PartnerSchema> schemas;

  /**
   * @param clock nothing after its time is shown
   */
  public PartnerPlatform(EventLog log, Supplier<Instant> clock) {
    this.schemas =
        Map.of(
            "historical-events",
            new HistoricalEventsSchema(PartnerApp.ONE, log, clock),
            "app-events",
            new AppEventsSchema(PartnerApp.ONE, log, clock));
  }

  /** Whether there is such a dialect. */
  public boolean has(String dialect) {
    return schemas.containsKey(dialect);
  }

  /**
   * The response to a query, with {@code data} and, if there are any, {@code errors}. Blocks.
   *
   * @param dialect {@code historical-events} or {@code app-events}
   */
  public Map<String, Object> execute(String dialect, String query, Map<String, Object> variables) {
    return Optional.ofNullable(schemas.get(dialect))
        .orElseThrow(() -> new IllegalArgumentException("Unknown dialect " + dialect))
        .execute(query, variables);
  }
}
