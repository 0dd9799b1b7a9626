package dev.shopwire.benchmarks.reads;

import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.benchmarks.measure.Options;
import dev.shopwire.benchmarks.population.Amounts;
import dev.shopwire.benchmarks.population.Population;
import java.util.Set;

/** The data that reads are measured on: a year of events of 20,000 shops. */
final class YearOfEvents {
  /** The options of the benchmarks that use it. */
  static final Set<String> OPTIONS =
      Set.of("events", "data", "patience", "runs", "plans", "warmup", "seconds", "rounds");

  static final int SHOPS = 20_000;

  private static final int DAYS = 365;

  /** The busiest shop has a part of the events: one in so many. */
  private static final int BUSIEST = 27;

  private YearOfEvents() {}

  static Population fill(Installation installation, Options options) {
    long events = options.number("events", 20_000_000);
    Population population =
        new Population(
            installation,
            Amounts.ofEvents(SHOPS, events, events / BUSIEST, DAYS),
            options.number("patience", 120));
    population.fill();
    return population;
  }
}
