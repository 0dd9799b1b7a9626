package dev.shopwire.benchmarks.population;

import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.benchmarks.measure.Options;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * Generates the data of a large installation and keeps it: customers with custom fields, contacts,
 * events, referral codes, webhook deliveries, users, an audit log.
 *
 * <p>Arguments, each in the form {@code name=value}: {@code data} (a directory with an embedded
 * PostgreSQL) or {@code postgres} (the URI of an empty database), {@code customers} (1000000),
 * {@code events} (20000000) over {@code days} (90), of which {@code busiest} (1000000) are of one
 * shop, {@code contacts} (200000), {@code attributions} (200000), {@code deliveries} (100000),
 * {@code audited} (100000), {@code users} (60), {@code patience} seconds without progress before
 * waiting for aggregation ends (120).
 */
public final class DataGenerator {
  private DataGenerator() {}

  public static void main(String[] arguments) throws IOException {
    Set<String> names = new HashSet<>(Amounts.OPTIONS);
    names.addAll(Set.of("data", "postgres", "patience"));
    Options options = Options.of(names, arguments);
    if (options.text("data", "").isEmpty() == options.text("postgres", "").isEmpty()) {
      throw new IllegalArgumentException("either data or postgres is needed");
    }
    try (Installation installation = options.start()) {
      new Population(installation, Amounts.of(options), options.number("patience", 120)).fill();
    }
  }
}
