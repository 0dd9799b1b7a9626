package dev.shopwire.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the SQL of only one module accesses each table. */
class SqlOwnershipTest {
  @TempDir private Path root;
  private PlantedSources sources;

  @BeforeEach
  void writeTwoModules() throws IOException {
    sources = new PlantedSources(root);
    sources.write(
        "shops/src/main/resources/db/migration/V1__shops.sql",
        """
        create table shops (id int);
        create view shop_names as select id from shops;
        -- Published: how many shops there are.
        create function shop_count() returns bigint language sql as 'select count(*) from shops';
        create function forget_shops() returns void language sql as 'delete from shops';
        """);
    sources.write(
        "orders/src/main/resources/db/migration/V2__orders.sql",
        "create table orders (id int, shop int references shops);");
    sources.write(
        "orders/src/main/java/Fine.java",
        PlantedSources.java("select o.id from orders o join shop_names s"));
    sources.write("orders/src/main/java/Counted.java", PlantedSources.java("select shop_count()"));
    sources.write(
        "orders/src/main/java/Comment.java",
        "/* select id from shops */ // from shops\nclass A {}");
  }

  @Test
  void noModuleAccessesTablesOfAnother() {
    assertEquals(
        List.of(), SqlOwnership.violations(Path.of(".."), Set.of("benchmarks", "testing")));
  }

  @Test
  void ownTablesAndPublishedViewsAndFunctionsMayBeUsed() {
    assertEquals(List.of(), SqlOwnership.violations(root, Set.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select id from shops",
        "select id from orders, shops where true",
        "select id from orders o join shops s on s.id = o.shop",
        "insert into shops values (1)",
        "update shops set id = 1",
        "delete from shops",
        "truncate shops",
        "lock table shops",
        "delete from orders using shops",
        "select 'shops'::regclass",
        "select to_regclass('shops')",
        "select forget_shops()"
      })
  void plantedViolationsAreFound(String sql) throws IOException {
    sources.write("orders/src/main/java/Text.java", PlantedSources.java(sql));
    assertFound("Text.java");
    Files.delete(root.resolve("orders/src/main/java/Text.java"));
    sources.write(
        "orders/src/main/java/Block.java", "String s = \"\"\"\n    " + sql + "\n    \"\"\";");
    assertFound("Block.java");
    Files.delete(root.resolve("orders/src/main/java/Block.java"));
    sources.write(
        "orders/src/main/resources/db/migration/V3__f.sql",
        "create function f() returns void language sql as $$ " + sql + " $$;");
    assertFound("V3__f.sql");
  }

  @Test
  void aTableNameConcatenatedIntoSqlIsFound() throws IOException {
    sources.write(
        "shops/src/main/resources/db/migration/V4__t.sql", "create table shop_rows (id int);");
    sources.write("orders/src/main/java/Name.java", PlantedSources.java("shop_rows"));
    assertFound("Name.java");
  }

  private void assertFound(String file) {
    List<String> found = SqlOwnership.violations(root, Set.of());
    assertEquals(1, found.size(), found::toString);
    assertTrue(found.get(0).startsWith("orders: " + file), found::toString);
  }
}
