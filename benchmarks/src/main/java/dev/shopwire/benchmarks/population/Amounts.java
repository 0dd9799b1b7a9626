package dev.shopwire.benchmarks.population;

import dev.shopwire.benchmarks.measure.Options;
import java.util.Set;

/**
 * How much to generate. An amount of 0 leaves out what it counts.
 *
 * @param customers all shops
 * @param events of all shops
 * @param busiest how many of the events are of the first shop
 * @param days how far back the events reach
 * @param fields how many custom fields customers have; without any they have no names either
 * @param contacts ten of each shop that has any
 * @param attributions rows of the log of referral codes; six of ten are credits
 * @param deliveries of webhooks
 * @param audited rows of the audit log
 * @param users of the console
 */
public record Amounts(
    long customers,
    long events,
    long busiest,
    int days,
    int fields,
    long contacts,
    long attributions,
    long deliveries,
    long audited,
    int users) {
  /** Names in {@link Options}. */
  public static final Set<String> OPTIONS =
      Set.of(
          "customers",
          "events",
          "busiest",
          "days",
          "fields",
          "contacts",
          "attributions",
          "deliveries",
          "audited",
          "users");

  /** All kinds of data, by default a large installation's. */
  public static Amounts of(Options options) {
    return new Amounts(
        options.number("customers", 1_000_000),
        options.number("events", 20_000_000),
        options.number("busiest", 1_000_000),
        (int) options.number("days", 90),
        (int) options.number("fields", 10),
        options.number("contacts", 200_000),
        options.number("attributions", 200_000),
        options.number("deliveries", 100_000),
        options.number("audited", 100_000),
        (int) options.number("users", 60));
  }

  /** Events alone. */
  public static Amounts ofEvents(long customers, long events, long busiest, int days) {
    return new Amounts(customers, events, busiest, days, 0, 0, 0, 0, 0, 0);
  }

  /** The share of the events that are of the first shop. */
  double busiestShare() {
    return events == 0 ? 0 : (double) busiest / events;
  }
}
