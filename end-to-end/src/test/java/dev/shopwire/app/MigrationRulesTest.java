package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.app.stores.DistributionIT;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that migrations after the baseline only add, and lock no large table for long. */
class MigrationRulesTest {
  private static final Set<String> LARGE = Set.of("customers", "usage_events");

  @Test
  void migrationsAfterTheBaselineFollowTheRules() throws IOException {
    List<String> violations = new ArrayList<>();
    for (EarlierVersions.Migration migration : EarlierVersions.migrations()) {
      if (migration.number() > EarlierVersions.BASELINE) {
        String sql = Files.readString(migration.file());
        for (String violation : MigrationRules.violations(sql, DistributionIT.largeTables())) {
          violations.add("V" + migration.number() + ": " + violation);
        }
      }
    }
    assertEquals(List.of(), violations);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "drop table affiliates",
        "alter table apps drop column name",
        "alter table apps rename column name to title",
        "alter table apps alter column name type varchar(10)",
        "alter table apps alter name type varchar(10)",
        "alter table apps alter column name set not null",
        "alter table apps add column title text not null",
        "alter table apps add column token uuid default gen_random_uuid()",
        "create index customers_by_seen on customers (last_seen_at)",
        "create unique index on only usage_events (event_id)",
        "update customers set domain = lower(domain)",
        "delete from usage_events where occurred_at < now()",
        "alter table customers add constraint c check (domain <> '')"
      })
  void aStatementThatBreaksARuleIsFound(String statement) {
    String sql = "-- About customers;\ncreate table new_ones (id int);\n" + statement + ";\n";
    assertEquals(1, MigrationRules.violations(sql, LARGE).size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create table a (id int); create index on a (id); alter table a add check (id > 0)",
        "alter table customers add column title text",
        "alter table customers add column kind text not null default 'shop', add column n int",
        "alter table customers add constraint c check (domain <> '') not valid",
        "create index apps_by_name on apps (name)",
        "update apps set name = slug where name = ''",
        "create function f() returns void language sql as $$ update customers set id = 1; $$",
        "-- Contract: unused since 0.2.0\ndrop table affiliates"
      })
  void aMigrationThatOnlyAddsIsAllowed(String sql) {
    assertEquals(List.of(), MigrationRules.violations(sql + ";", LARGE));
  }
}
