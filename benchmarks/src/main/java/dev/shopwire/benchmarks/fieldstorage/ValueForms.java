package dev.shopwire.benchmarks.fieldstorage;

import static dev.shopwire.benchmarks.fieldstorage.Output.line;

import dev.shopwire.benchmarks.measure.Database;
import java.util.List;

/**
 * Measures other ways to query the table of values for two fields at once. PostgreSQL assumes that
 * field and value are independent, so it expects too few rows for a value that only one field has.
 */
final class ValueForms {
  private static final String INTERSECTION =
      """
      select count(*) from (
        select customer_id from custom_field_values
        where workspace_id = 1 and field_id = {plan} and text_value = '{name}'
        intersect select customer_id from custom_field_values
        where workspace_id = 1 and field_id = {seats} and number_value >= {least}
      ) shared
      """;

  private final Database database;
  private final long customers;
  private final Fields fields;

  ValueForms(Database database, long customers, Fields fields) {
    this.database = database;
    this.customers = customers;
    this.fields = fields;
  }

  void measure() {
    line("%n## one row a value, as an intersection%n");
    // The previously measured changes left pages that an index-only scan would have to visit.
    database.run("public", List.of("vacuum custom_field_values"));
    Queries queries = new Queries(database);
    List<Condition> pairs = List.of(Condition.COMMON, Condition.RARE);
    for (Condition pair : pairs) {
      queries.measure(pair.title() + ": count", pair.fill(fields.fill(INTERSECTION)));
    }
    line("%n## one row a value, with statistics of field and text together%n");
    database.run(
        "public",
        List.of(
            "create statistics benchmark_values (mcv) on field_id, text_value"
                + " from custom_field_values",
            "analyze custom_field_values"));
    for (Condition pair : pairs) {
      String source = Layout.VALUES.source(pair, fields);
      queries.measure(pair.title() + ": count", Layout.VALUES.count(source));
      queries.measure(pair.title() + ": page", Layout.VALUES.page(source, customers / 2));
    }
    database.run(
        "public", List.of("drop statistics benchmark_values", "analyze custom_field_values"));
  }
}
