package dev.shopwire.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.common.role.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests the dependency rules of modules and packages (ARCHITECTURE.md). */
class ModulesTest {
  private static final List<String> VERTICLES = Role.ids();

  @Test
  void aVerticleModuleDependsOnlyOnCommon() {
    for (String verticle : VERTICLES) {
      String[] others =
          VERTICLES.stream()
              .filter(other -> !other.equals(verticle))
              .map(other -> "dev.shopwire." + other + "..")
              .toArray(String[]::new);
      String[] forbidden = Arrays.copyOf(others, others.length + 2);
      forbidden[others.length] = "dev.shopwire.app..";
      forbidden[others.length + 1] = "dev.shopwire.embedded..";
      noClasses()
          .that()
          .resideInAPackage("dev.shopwire." + verticle + "..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(forbidden)
          .check(ServiceClasses.ALL);
    }
  }

  @Test
  void commonDependsOnNoFeatureModule() {
    noClasses()
        .that()
        .resideInAPackage("dev.shopwire.common..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            Stream.concat(VERTICLES.stream(), Stream.of("app", "embedded"))
                .map(module -> "dev.shopwire." + module + "..")
                .toArray(String[]::new))
        .check(ServiceClasses.ALL);
  }

  @Test
  void embeddedStoresDependOnNoOtherModule() {
    noClasses()
        .that()
        .resideInAPackage("dev.shopwire.embedded..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.shopwire.common..", "dev.shopwire.app..", "io.vertx..")
        .check(ServiceClasses.ALL);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.shopwire.(*).(*)..").should().beFreeOfCycles().check(ServiceClasses.ALL);
  }

  @Test
  void vendorNamesOccurOnlyInCompatPackages() throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Path.of(".."))) {
      for (Path file : files.filter(ModulesTest::isMainSource).toList()) {
        String text = Files.readString(file).toLowerCase(Locale.ROOT);
        if (text.contains("mantle") || text.contains("myshopify")) {
          found.add(file.toString());
        }
      }
    }
    assertEquals(List.of(), found);
  }

  private static boolean isMainSource(Path file) {
    String path = file.toString();
    return path.endsWith(".java") && path.contains("/src/main/java/") && !path.contains("/compat/");
  }
}
