package dev.shopwire.benchmarks.fieldstorage;

import static dev.shopwire.benchmarks.fieldstorage.Output.line;

import dev.shopwire.benchmarks.measure.Database;
import io.vertx.core.Vertx;

/**
 * Compares ways to store custom fields by the cost of conditions, changes, and promoting or
 * deleting a field: the service's table of values, and one document per customer with either kind
 * of index. Starts its own embedded PostgreSQL and deletes it at the end.
 *
 * <p>Argument: customers (1,000,000) with 30 fields each. A million needs about 12 GB of disk.
 */
public final class FieldStorageBenchmark {
  private final Database database;
  private final long customers;
  private final Fields fields;

  private FieldStorageBenchmark(Database database, long customers) {
    this.database = database;
    this.customers = customers;
    this.fields = Fields.of(database);
  }

  public static void main(String[] arguments) {
    long customers = arguments.length > 0 ? Long.parseLong(arguments[0]) : 1_000_000;
    Vertx vertx = Vertx.vertx();
    try (Server server = new Server()) {
      Database database = new Database(vertx, server.uri());
      Population population = new Population(database, customers);
      population.define(server.uri());
      population.fillValues();
      new FieldStorageBenchmark(database, customers).compare(population);
    } finally {
      vertx.close().await();
    }
  }

  private void compare(Population population) {
    measure(Layout.VALUES);
    new ValueForms(database, customers, fields).measure();
    population.fillDocuments();
    new FieldOperations(database, customers, fields).measureValues();
    measure(Layout.DOCUMENTS_GIN);
    database.run("public", Layout.DOCUMENTS_GIN.indexes().drop());
    population.index(Layout.DOCUMENTS_EXPRESSIONS);
    measure(Layout.DOCUMENTS_EXPRESSIONS);
    new FieldOperations(database, customers, fields).measureDocuments();
  }

  private void measure(Layout layout) {
    line("%n## %s, %,d customers of 30 fields%n", layout.title(), customers);
    Output.sizes(database, layout.table());
    Queries queries = new Queries(database);
    for (Condition condition : Condition.values()) {
      String source = layout.source(condition, fields);
      queries.measure(condition.title() + ": count", layout.count(source));
      queries.measure(condition.title() + ": page", layout.page(source, customers / 2));
    }
    queries.measure("holders of all fields", layout.holders());
    new Changes(database, customers).measure(layout, fields);
  }
}
