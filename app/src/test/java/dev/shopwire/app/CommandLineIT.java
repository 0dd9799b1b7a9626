package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.TemporaryFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The runnable jar's arguments, on the JDK of the build and others that this machine has. */
class CommandLineIT {
  private record Said(int status, String text) {}

  private static Said run(String java, String argument, Map<String, String> environment)
      throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(java, "-jar", ServiceProcess.jar().toString(), argument);
    builder.environment().putAll(environment);
    Process process = builder.redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(20, TimeUnit.SECONDS));
    return new Said(process.exitValue(), text);
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin/java").toString();
  }

  /** Debian's places for others; that of the build is always among them. */
  private static Set<String> javas() throws Exception {
    Path directory = Path.of("/usr/lib/jvm");
    if (!Files.isDirectory(directory)) {
      return Set.of(java());
    }
    try (Stream<Path> homes = Files.list(directory)) {
      Set<String> javas = new TreeSet<>(Set.of(Path.of(java()).toRealPath().toString()));
      for (Path home : homes.toList()) {
        if (Files.isExecutable(home.resolve("bin/java"))) {
          javas.add(home.resolve("bin/java").toRealPath().toString());
        }
      }
      return javas;
    }
  }

  @Test
  void theJarTellsItsVersionOnEveryJdkHereAndNothingElse() throws Exception {
    for (String java : javas()) {
      Said said = run(java, "--version", Map.of());
      assertEquals(0, said.status(), java);
      assertTrue(said.text().matches("shopwire " + Version.current().number() + " \\(.*\\)\\R"));
    }
    assertEquals(2, run(java(), "start", Map.of()).status());
  }

  @Test
  void healthIsThatOfTheProcessWithTheSameSettings() throws Exception {
    String port = RunningService.shared().process().managementUrl().replaceAll(".*:", "");
    Said ready = run(java(), "--health", Map.of("SHOPWIRE_MANAGEMENT_PORT", port));
    assertEquals("{\"ready\":true,\"state\":\"ready\"}", ready.text().trim());
    assertEquals(0, ready.status());
    String nobody = Integer.toString(ServiceProcess.freePort());
    Said away = run(java(), "--health", Map.of("SHOPWIRE_MANAGEMENT_PORT", nobody));
    assertEquals(1, away.status());
    assertTrue(away.text().contains(nobody), away.text());
  }

  @Test
  void withoutEmbeddedStoresAMissingUriStopsTheStart() throws Exception {
    Path directory = TemporaryFiles.directory("outside");
    try {
      ServiceProcess service =
          ServiceProcess.launch(
              directory,
              Map.of(
                  "SHOPWIRE_STORES_EMBEDDED", "false",
                  "SHOPWIRE_POSTGRES_URI", "postgresql://u:hidden@127.0.0.1:1/d"));
      assertTrue(service.process().waitFor(20, TimeUnit.SECONDS));
      assertEquals(1, service.process().exitValue());
      assertTrue(
          service.output().startsWith("Shopwire can't start. SHOPWIRE_REDIS_URI: expected"),
          service.output());
      assertTrue(Files.notExists(directory.resolve("data")));
    } finally {
      TemporaryFiles.delete(directory);
    }
  }
}
