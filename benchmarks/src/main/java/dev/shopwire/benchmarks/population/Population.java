package dev.shopwire.benchmarks.population;

import static dev.shopwire.benchmarks.measure.Output.line;
import static dev.shopwire.benchmarks.measure.Output.secondsSince;

import dev.shopwire.benchmarks.measure.Database;
import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.testing.SchemaCheckedHttp;
import io.vertx.sqlclient.Row;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Generates the data of one workspace with one app, up to the time when generation started. A
 * database that already has it is left as it is. The service runs meanwhile and aggregates the
 * events.
 */
public final class Population {
  private static final long POLL_NANOS = 200_000_000;
  private static final String KNOWN =
      "select count(*) from pg_class where relname = 'benchmark_population'";

  // In one transaction with the first customers' ids, so that there is all of it or nothing.
  private static final String BEGIN =
      """
      create table benchmark_population as
      select '%s'::text as amounts, %s::bigint as workspace_id, %s::bigint as app_id,
        0::bigint as first_customer, now() - interval '%d days' as from_at, now() as until_at
      """;
  private static final String SET_FIRST =
      """
      update benchmark_population set first_customer = (
        select min(id) from customers c where c.workspace_id = benchmark_population.workspace_id)
      """;
  private static final String LAST_CUSTOMER =
      "select max(id) from customers where workspace_id = %d";

  private final Installation installation;
  private final Database database;
  private final Amounts amounts;
  private final long patience;

  /**
   * @param patience seconds without progress after which waiting for aggregation ends
   */
  public Population(Installation installation, Amounts amounts, long patience) {
    this.installation = installation;
    this.database = installation.database();
    this.amounts = amounts;
    this.patience = patience;
  }

  /** Returns when everything is stored and aggregated and the tables are vacuumed. */
  public void fill() {
    if (database.number("public", KNOWN) == 0) {
      begin();
    }
    line("%n## Population: %s%n", amounts);
    Steps steps = new Steps(database);
    Scope scope = scope();
    if (!amounts.toString().equals(state().getString("amounts"))) {
      throw new IllegalArgumentException("the database has " + state().getString("amounts"));
    }
    CustomerRows.generate(database, scope, steps);
    database.run("public", List.of(SET_FIRST));
    generate(scope(), steps);
    line("aggregated %.0f s later%s", awaitRollups(), remainder());
    steps.run("vacuum", amounts.events(), this::vacuum);
    installation.checkpoint();
    Sizes.print(database);
  }

  private void generate(Scope scope, Steps steps) {
    long last = database.number("public", LAST_CUSTOMER.formatted(scope.workspace()));
    if (last != scope.firstCustomer() + amounts.customers() - 1) {
      throw new IllegalStateException("the ids of the shops are not consecutive");
    }
    SchemaCheckedHttp console = installation.tenants().console();
    // First, since the service aggregates them while the rest is generated.
    new EventRows(database, scope, steps).generate();
    CustomerRows customers = new CustomerRows(scope, steps);
    customers.generateProfiles();
    new FieldRows(database, scope, steps, console).generate();
    customers.generateContacts();
    new AttributionRows(database, scope, steps).generate();
    new DeliveryRows(database, scope, steps, console).generate();
    new UserRows(installation, scope, steps).generate();
    new AuditRows(scope, steps).generate();
  }

  private void begin() {
    database.run(
        "public",
        List.of(
            BEGIN.formatted(
                amounts,
                installation.app().workspaceId(),
                installation.app().appId(),
                amounts.days())));
  }

  private void vacuum() {
    List.of("usage_events", "usage_rollups", "usage_properties", "sessions")
        .forEach(table -> database.run("public", List.of("vacuum analyze " + table)));
  }

  /** The id of shop 0; the others follow. */
  public long firstCustomer() {
    return scope().firstCustomer();
  }

  /** The last day (UTC) with generated events. */
  public LocalDate lastDay() {
    return scope().lastDay();
  }

  public Amounts amounts() {
    return amounts;
  }

  /**
   * Waits until the service has aggregated everything, or makes no progress.
   *
   * @return seconds
   */
  public double awaitRollups() {
    long start = System.nanoTime();
    long changed = start;
    long remaining = backlog();
    while (remaining > 0 && secondsSince(changed) < patience) {
      LockSupport.parkNanos(POLL_NANOS);
      long now = backlog();
      changed = now == remaining ? changed : System.nanoTime();
      remaining = now;
    }
    return secondsSince(start);
  }

  /** A remark on events that were not aggregated, for readers of the results; usually empty. */
  public String remainder() {
    long remaining = backlog();
    return remaining == 0 ? "" : " (INCOMPLETE: %d groups not aggregated)".formatted(remaining);
  }

  private long backlog() {
    return database.number(
        "public",
        "select count(*) from usage_event_backlog where app_id = " + installation.app().appId());
  }

  private Scope scope() {
    return Scope.read(state(), amounts);
  }

  private Row state() {
    return database.rows("public", "select * from benchmark_population").get(0);
  }
}
