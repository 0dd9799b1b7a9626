package dev.shopwire.benchmarks.population;

import dev.shopwire.benchmarks.measure.Database;
import java.util.List;
import java.util.Map;

/** Generates shops with their names and contacts. */
final class CustomerRows {
  private static final long PART = 200_000;
  private static final int CONTACTS = 10;

  // Half of the shops were first seen in the last sixth of two years, and last seen in the last
  // third of the time since then.
  private static final String CUSTOMERS =
      """
      insert into customers (workspace_id, domain, first_seen_at, last_seen_at)
      select {workspace}, 'shop-' || i || '.platform.example', first_seen,
        {until} - ({until} - first_seen) * power({late}, 1.5)
      from (
        select i, {until} - interval '730 days' * power({early}, 2.5) as first_seen
        from generate_series({first}::bigint, {last}) i offset 0
      ) shop
      order by i
      """;
  private static final String PROFILES =
      """
      insert into customer_profiles (workspace_id, customer_id, name, email)
      select {workspace}, {customer} + i,
        (array['Alpine','Bright','Cedar','Delta','Eager','Frosty','Golden','Happy','Ivory','Jolly'])
            [1 + h % 10] || ' '
          || (array['Books','Coffee','Dogs','Flowers','Games','Hats','Jewels','Lamps','Shoes','Tea'])
            [1 + h / 10 % 10] || ' ' || i,
        'owner@' || (array['alpine','bright','cedar','delta','eager'])[1 + h % 5] || '-' || i
          || '.example'
      from (
        select i, abs(hashint8extended(i, 12)) as h
        from generate_series({first}::bigint, {last}) i offset 0
      ) shop
      """;
  private static final String STAFF =
      """
      insert into contacts (workspace_id, customer_id, platform_id, first_name, last_name, email,
        account_owner, tags, source_app, created_at)
      select {workspace}, {customer} + i / {size}, (1000 + i)::text,
        (array['Ada','Ben','Cleo','Dan','Eve','Finn','Gus','Hal','Ida','Jo'])[1 + i % 10],
        'Person ' || i, 'person-' || i || '@shop-' || i / {size} || '.example', i % {size} = 0,
        case when i % {size} = 0 then '{owner}'::text[] else '{}' end, {app}, {from}
      from generate_series({first}::bigint, {last}) i
      """;

  private final Scope scope;
  private final Steps steps;

  CustomerRows(Scope scope, Steps steps) {
    this.scope = scope;
    this.steps = steps;
  }

  /** Their ids are assigned in order, without gaps. */
  static void generate(Database database, Scope scope, Steps steps) {
    steps.load(
        "customers",
        "customers",
        scope.amounts().customers(),
        PART,
        (first, last) ->
            scope.fill(
                CUSTOMERS,
                Map.of(
                    "early",
                    EventShape.hash("i", 10),
                    "late",
                    EventShape.hash("i", 11),
                    "first",
                    first,
                    "last",
                    last)));
    database.run("public", List.of("vacuum analyze customers"));
  }

  void generateProfiles() {
    long customers = scope.amounts().fields() > 0 ? scope.amounts().customers() : 0;
    steps.load(
        "profiles",
        "customer_profiles",
        customers,
        PART,
        (first, last) -> scope.fill(PROFILES, Map.of("first", first, "last", last)));
  }

  void generateContacts() {
    steps.load(
        "contacts",
        "contacts",
        Math.min(scope.amounts().contacts(), CONTACTS * scope.amounts().customers()),
        PART,
        (first, last) -> scope.fill(STAFF, Map.of("size", CONTACTS, "first", first, "last", last)));
  }
}
