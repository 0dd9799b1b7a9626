package dev.shopwire.benchmarks.fieldstorage;

import static dev.shopwire.benchmarks.fieldstorage.Output.line;

import dev.shopwire.benchmarks.measure.Database;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Measures the promotion and the deletion of a field. */
final class FieldOperations {
  private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(60);

  // Finds the values by the primary key, so that every step scans all rows that were swept before.
  private static final String SWEEP_BY_KEY =
      """
      with field as (
        select workspace_id, field_id from deleted_custom_fields order by deleted_at limit 1
        for update skip locked
      ), part as (
        select v.workspace_id, v.customer_id, v.field_id, v.app_id
        from field join custom_field_values v using (workspace_id, field_id) limit 5000
      ), swept as (
        delete from custom_field_values v using part
        where (v.workspace_id, v.customer_id, v.field_id, v.app_id)
          = (part.workspace_id, part.customer_id, part.field_id, part.app_id)
      ), done as (
        delete from deleted_custom_fields d using field
        where d.workspace_id = field.workspace_id and d.field_id = field.field_id
          and not exists (select from part)
      )
      select count(*) as fields from field
      """;

  // As in FieldValues: by the index of each column.
  private static final String SWEEP_BY_INDEX =
      SWEEP_BY_KEY.replace(
          "from field join custom_field_values v using (workspace_id, field_id) limit 5000",
          """
          from field cross join lateral (
            select * from custom_field_values n where n.workspace_id = field.workspace_id
              and n.field_id = field.field_id and n.number_value is not null
            union all select * from custom_field_values n where n.workspace_id = field.workspace_id
              and n.field_id = field.field_id and n.text_value is not null
            union all select * from custom_field_values n where n.workspace_id = field.workspace_id
              and n.field_id = field.field_id and n.boolean_value is not null
            union all select * from custom_field_values n where n.workspace_id = field.workspace_id
              and n.field_id = field.field_id and n.long_value is not null
          ) v limit 5000
          """);

  /** A document's key is one app's field; renaming it costs the same as removing it. */
  private static final String REMOVE_KEY =
      "update benchmark_documents set fields = fields - 'text_7'"
          + " where workspace_id = 1 and customer_id <= %d";

  private final Database database;
  private final long customers;
  private final Fields fields;

  FieldOperations(Database database, long customers, Fields fields) {
    this.database = database;
    this.customers = customers;
    this.fields = fields;
  }

  void measureValues() {
    double promotion =
        millis(
            "update custom_fields set owner_app = 0, scope = 'customers' where id = "
                + fields.id("text_7"));
    line("%npromotion of a field: %.1f ms", promotion);
    delete("text_7", SWEEP_BY_KEY);
    delete("text_8", SWEEP_BY_INDEX);
  }

  private void delete(String name, String sweep) {
    double deletion =
        millis(
            """
            with gone as (delete from custom_fields where id = %d returning workspace_id, id)
            insert into deleted_custom_fields (workspace_id, field_id) select workspace_id, id from gone
            """
                .formatted(fields.id(name)));
    line("%ndeletion until a field is hidden: %.1f ms", deletion);
    database
        .rows("public", "explain (analyze, buffers) " + sweep)
        .forEach(row -> line("    %s", row.getString(0)));
    sweep(sweep);
    database.run("public", List.of("delete from deleted_custom_fields"));
  }

  private void sweep(String sweep) {
    SqlConnection connection = database.connect("public");
    List<Double> millis = new ArrayList<>();
    long first = System.nanoTime();
    boolean done = false;
    while (!done && System.nanoTime() - first < TIMEOUT_NANOS) {
      long start = System.nanoTime();
      done = connection.query(sweep).execute().await().iterator().next().getLong("fields") == 0;
      millis.add((System.nanoTime() - start) / 1e6);
    }
    connection.close().await();
    line(
        "sweeping its values, 5,000 at a time: %s after %d steps, %.1f s; first %.0f ms, last but"
            + " one %.0f ms",
        done ? "done" : "given up",
        millis.size(),
        (System.nanoTime() - first) / 1e9,
        millis.get(0),
        millis.get(Math.max(0, millis.size() - 2)));
  }

  /** Measures a part of the customers and extrapolates. */
  void measureDocuments() {
    long part = Math.max(1, customers / 20);
    double millis = millis(REMOVE_KEY.formatted(part));
    line(
        "%nremoving a key from the documents of %,d customers: %.0f ms, %.0f us each",
        part, millis, millis * 1e3 / part);
  }

  private double millis(String sql) {
    long start = System.nanoTime();
    database.run("public", List.of(sql));
    return (System.nanoTime() - start) / 1e6;
  }
}
