package dev.shopwire.benchmarks.identify;

/** The same data in plain SQL without the service: one row per customer, its fields in a column. */
final class PlainSql {
  private static final String TABLE =
      """
      create table benchmark_customers (
        domain       text        primary key,
        name         text,
        email        text,
        fields       jsonb       not null,
        last_seen_at timestamptz not null default now()
      );
      insert into benchmark_customers (domain, name, email, fields)
      select 'shop-' || i || '.platform.example', 'Shop number ' || i,
        'owner@shop-' || i || '.platform.example', '%s'
      from generate_series(0, %d) i;
      """;

  /** Like identify, keeps the fields that are not given. */
  static final String UPSERT =
      """
      insert into benchmark_customers as c (domain, name, email, fields)
      values ($1, $2, $3, $4::text::jsonb)
      on conflict (domain) do update
      set name = excluded.name, email = excluded.email, fields = c.fields || excluded.fields,
        last_seen_at = excluded.last_seen_at
      """;

  static final String SELECT =
      "select domain, name, email, fields, last_seen_at from benchmark_customers where domain = $1";

  private PlainSql() {}

  /** Creates a table with all shops. */
  static String createTable() {
    return TABLE.formatted(Pushes.fields(0, 0), Pushes.ALL_SHOPS - 1);
  }
}
