package dev.shopwire.benchmarks.fieldstorage;

import dev.shopwire.benchmarks.measure.Database;
import dev.shopwire.common.postgres.Postgres;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.flywaydb.core.Flyway;

/**
 * Fills the tables on the server, with the same rows each time. Indexes other than the primary keys
 * are dropped first and recreated afterwards. Rows are inserted in the order of the primary keys,
 * so that these get the same shape as if they were built at once.
 */
final class Population {
  private static final long CHUNK = 50_000;

  private static final String TENANTS =
      """
      insert into workspaces (name) values ('a workspace');
      insert into apps (workspace_id, slug, name) values (1, 'an-app', 'an app');
      """;
  private static final String CUSTOMERS =
      """
      insert into customers (workspace_id, domain)
      select 1, 'shop-' || i || '.platform.example' from generate_series(%d, %d) i
      """;

  // h is a hash of customer and field; u is h scaled to 0..1. "offset 0" keeps a customer's values
  // together, as a push would write them. Half the customers have fewer than 31 seats.
  private static final String VALUES =
      """
      insert into custom_field_values (workspace_id, customer_id, field_id, app_id,
        boolean_value, number_value, text_value, long_value)
      select 1, i, f.id, 0,
        case f.type when 'boolean' then h %% 2 = 0 end,
        case when f.name = 'seats' then floor(power(1001, u))::int - 1
          when f.type = 'number' then h %% (power(10, f.id %% 6 + 1))::int end,
        case when f.name = 'plan' then
            case when u < 0.6 then 'free' when u < 0.85 then 'basic'
              when u < 0.97 then 'pro' else 'enterprise' end
          when f.name like 'text%%' then 'text ' || h %% (power(10, f.id %% 6 + 1))::int end,
        case when f.name like 'long%%' then repeat(md5(h::text), 4)
          when f.type = 'json' then
            '{"ids":[' || h || ',' || h / 2 || '],"note":"' || repeat(md5(h::text), 3) || '"}' end
      from generate_series(%d::bigint, %d) i cross join lateral (
        select id, name, type, h, h / 2147483648.0::float8 as u
        from (
          select id, name, type, hashint8extended(i, id) & 2147483647 as h
          from custom_fields where workspace_id = 1 offset 0
        ) hashed
      ) f
      """;

  private static final String CREATE_DOCUMENTS =
      """
      create table benchmark_documents (
        customer_id  bigint not null,
        workspace_id bigint not null,
        fields       jsonb  not null,
        primary key (workspace_id, customer_id)
      )
      """;
  private static final String DOCUMENTS =
      """
      insert into benchmark_documents (workspace_id, customer_id, fields)
      select 1, v.customer_id, jsonb_object_agg(f.name, coalesce(to_jsonb(boolean_value),
        to_jsonb(number_value), to_jsonb(text_value),
        case f.type when 'json' then long_value::jsonb else to_jsonb(long_value) end))
      from custom_field_values v join custom_fields f on f.id = v.field_id
      where v.workspace_id = 1 and v.customer_id between %d and %d
      group by v.customer_id order by v.customer_id
      """;
  private static final String INDEXES =
      """
      select indexname as name, indexdef as definition from pg_indexes
      where schemaname = 'public' and tablename = 'custom_field_values'
        and indexname <> 'custom_field_values_pkey'
      """;

  private final Database database;
  private final long customers;

  Population(Database database, long customers) {
    this.database = database;
    this.customers = customers;
  }

  /** Creates the service's tables, customers and field definitions. */
  void define(String uri) {
    Postgres postgres = new Postgres(uri);
    Flyway.configure()
        .dataSource(postgres.jdbcUrl(), postgres.user(), postgres.password())
        .locations("classpath:db/migration")
        .load()
        .migrate();
    database.run(
        "public",
        List.of(
            TENANTS,
            Fields.DEFINE,
            CUSTOMERS.formatted(1, customers),
            "vacuum analyze customers",
            "vacuum analyze custom_fields"));
  }

  void fillValues() {
    List<Row> indexes = database.rows("public", INDEXES);
    List<String> drops =
        indexes.stream().map(index -> "drop index " + index.getString("name")).toList();
    List<String> definitions =
        indexes.stream().map(index -> index.getString("definition")).toList();
    database.run("public", drops);
    fill("values", part -> VALUES.formatted(part, last(part)));
    finish("values", "custom_field_values", definitions);
  }

  /** Fills the documents from the values, and creates a GIN index. */
  void fillDocuments() {
    database.run("public", List.of(CREATE_DOCUMENTS));
    fill("documents", part -> DOCUMENTS.formatted(part, last(part)));
    index(Layout.DOCUMENTS_GIN);
  }

  void index(Layout layout) {
    finish(layout.title(), layout.table(), layout.indexes().create());
  }

  private long last(long first) {
    return Math.min(customers, first + CHUNK - 1);
  }

  private void fill(String what, LongFunction<String> statement) {
    long start = System.nanoTime();
    for (long first = 1; first <= customers; first += CHUNK) {
      database.run("public", List.of("set synchronous_commit = off", statement.apply(first)));
      progress("%s: %,d of %,d customers".formatted(what, last(first), customers), start);
    }
  }

  private void finish(String what, String table, List<String> definitions) {
    long start = System.nanoTime();
    List<String> statements = new ArrayList<>(List.of("set maintenance_work_mem = '1GB'"));
    statements.addAll(definitions);
    statements.add("vacuum analyze " + table);
    database.run("public", statements);
    progress(what + ": indexed and vacuumed", start);
  }

  private static void progress(String what, long start) {
    Output.progress("%s, %d s".formatted(what, (System.nanoTime() - start) / 1_000_000_000));
  }
}
