package dev.shopwire.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.shopwire.rules.TableWriters.Exemption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that one class writes each table, apart from statements that write several tables. */
class TableWritersTest {
  private static final List<Exemption> EXEMPTIONS =
      List.of(
          new Exemption(
              "EndpointStates",
              Set.of("webhook_endpoints"),
              "The worker that delivers to an endpoint writes its health, and nothing else of what"
                  + " EndpointTable writes for the console; neither needs the other's types."),
          new Exemption(
              "EndedRunTable",
              Set.of("linked_runs"),
              "Deletes what is not kept of runs that are over; RunTable takes runs through their"
                  + " states and needs none of it."),
          new Exemption(
              "DayPartitions",
              Set.of("webhook_attempts", "webhook_deliveries", "webhook_messages"),
              "Purges the three tables by day, without regard to what they contain: as partitions,"
                  + " and by statements that differ only in the table."));

  @TempDir private Path root;
  private PlantedSources sources;

  @BeforeEach
  void writeModule() throws IOException {
    sources = new PlantedSources(root);
    sources.write(
        "shops/src/main/resources/db/migration/V1__shops.sql",
        """
        create table shops (id int);
        create table visits (shop int, at timestamptz) partition by range (at);
        create table visits_default partition of visits default;
        create table visit_counts (shop int, visits int);
        create function forget_shops() returns void language sql as 'delete from shops';
        """);
    plant("Shops", "insert into shops (id) values ($1) on conflict (id) do update set id = 1");
    plant("Visits", "delete from visits_default where at < $1");
    plant("ShopList", "select id from shops join visits v on v.shop = shops.id for update of v");
  }

  @Test
  void eachTableIsWrittenByOneClass() {
    assertEquals(
        List.of(),
        TableWriters.violations(Path.of(".."), Set.of("benchmarks", "testing"), EXEMPTIONS));
  }

  @Test
  void everyExemptionIsNeeded() {
    for (Exemption exemption : EXEMPTIONS) {
      List<Exemption> others = EXEMPTIONS.stream().filter(each -> !each.equals(exemption)).toList();
      assertNotEquals(
          List.of(),
          TableWriters.violations(Path.of(".."), Set.of("benchmarks", "testing"), others),
          exemption.className());
    }
  }

  @Test
  void otherClassesMayReadATableAndCallItsFunctions() throws IOException {
    plant("Other", "select forget_shops() from shops");
    assertViolations();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "insert into shops values (1)",
        "INSERT INTO shops VALUES (1)",
        "update shops set id = 1",
        "update only shops set id = 1",
        "delete from shops",
        "truncate shops",
        "truncate table shops",
        "merge into shops using visits on true",
        "with gone as (delete from shops returning id) select id from gone"
      })
  void aSecondWriterIsFound(String sql) throws IOException {
    plant("Other", sql);
    assertViolations("shops is written by Other, Shops");
    sources.write(
        "shops/src/main/java/Other.java", "String s = \"\"\"\n    " + sql + "\n    \"\"\";");
    assertViolations("shops is written by Other, Shops");
  }

  @Test
  void aWriterOfAPartitionIsFound() throws IOException {
    plant("Other", "update visits set at = now()");
    assertViolations("visits is written by Other, Visits");
  }

  @Test
  void aTableNameInsertedIntoAStatementIsFound() throws IOException {
    plant("Other", "delete from ", "shops", " where id = 1");
    assertViolations("shops is written by Other, Shops");
    plant("Other", "delete from %s where id = 1", "shops");
    assertViolations("shops is written by Other, Shops");
    plant("Other", "select id from x for update", "shops");
    assertViolations();
  }

  @Test
  void aStatementMayAlsoWriteTheTableOfAnotherClass() throws IOException {
    plant(
        "Visits",
        "with s as (insert into shops values (1)) delete from visits",
        "delete from visits");
    assertViolations();
  }

  @Test
  void aStatementThatWritesOnlyTablesOfOtherClassesIsFound() throws IOException {
    plant("Other", "with s as (insert into shops values (1)) delete from visits");
    assertViolations("Other writes shops, visits, and owns none of them");
  }

  @Test
  void aTableThatIsWrittenOnlyTogetherWithOthersHasOneOwnerToo() throws IOException {
    String joint = "with c as (update visit_counts set visits = 0) delete from visits";
    plant("VisitCounts", joint);
    assertViolations();
    plant("Other", joint);
    assertViolations("visit_counts is written by Other, VisitCounts");
  }

  @Test
  void anExemptionAllowsAClassToWriteATable() throws IOException {
    plant("Other", "update shops set id = 1");
    List<Exemption> exemptions = List.of(new Exemption("Other", Set.of("shops"), "planted"));
    assertEquals(List.of(), TableWriters.violations(root, Set.of(), exemptions));
    plant("Other", "update visits set shop = 1");
    assertEquals(
        List.of(
            "visits is written by Other, Visits",
            "Other doesn't write shops: remove the exemption"),
        TableWriters.violations(root, Set.of(), exemptions));
  }

  private void assertViolations(String... expected) {
    assertEquals(List.of(expected), TableWriters.violations(root, Set.of(), List.of()));
  }

  private void plant(String className, String... literals) throws IOException {
    sources.write("shops/src/main/java/" + className + ".java", PlantedSources.java(literals));
  }
}
