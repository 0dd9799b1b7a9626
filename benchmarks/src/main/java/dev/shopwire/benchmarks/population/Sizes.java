package dev.shopwire.benchmarks.population;

import static dev.shopwire.benchmarks.measure.Output.line;

import dev.shopwire.benchmarks.measure.Database;
import io.vertx.sqlclient.Row;

/** Prints the sizes of the tables and their indexes, each with all its partitions. */
final class Sizes {
  private static final String SQL =
      """
      with tables as (
        select unnest(array['usage_events', 'usage_event_ids', 'usage_rollups', 'usage_properties',
          'sessions', 'customers', 'customer_profiles', 'custom_field_values', 'contacts',
          'attribution_credits', 'attribution_log', 'webhook_messages', 'webhook_deliveries',
          'webhook_attempts', 'audit_log'])::regclass::oid as id
      ), relations as (
        select id, id as of, 0 as nth from tables
        union all
        select indexrelid, indrelid, 1 from pg_index where indrelid in (select id from tables)
      )
      select case nth when 0 then '' else '  ' end || r.id::regclass as name,
        (coalesce(
          (select sum(pg_table_size(p.relid)) from pg_partition_tree(r.id) p where p.isleaf),
          pg_table_size(r.id)) / 1048576.0)::float8 as mib,
        case nth when 0 then c.reltuples::float8 end as rows
      from relations r join pg_class c on c.oid = r.id
      order by r.of::regclass::text, nth, name
      """;

  private Sizes() {}

  static void print(Database database) {
    double total = 0;
    line("");
    for (Row row : database.rows("public", SQL)) {
      Double rows = row.getDouble("rows");
      line(
          "%-45s %,9.1f MiB%s",
          row.getString("name"),
          row.getDouble("mib"),
          rows == null || rows < 0 ? "" : String.format(" %,14.0f rows", rows));
      total += row.getDouble("mib");
    }
    line("%-45s %,9.1f MiB", "total", total);
  }
}
