package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.FreePorts;
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

/** Tests the runnable jar's arguments, on the JDK of the build and others that are installed. */
class CommandLineIT {
  private record Output(int status, String text) {}

  private static Output run(String java, String argument, Map<String, String> environment)
      throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(java, "-jar", ServiceProcess.jar().toString(), argument);
    builder.environment().putAll(environment);
    Process process = builder.redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(20, TimeUnit.SECONDS));
    return new Output(process.exitValue(), text);
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin/java").toString();
  }

  /** The JDKs in Debian's directory, and always the one of the build. */
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
  void theJarPrintsOnlyItsVersionOnEveryInstalledJdk() throws Exception {
    for (String java : javas()) {
      Output output = run(java, "--version", Map.of());
      assertEquals(0, output.status(), java);
      assertTrue(output.text().matches("shopwire " + Version.current().number() + " \\(.*\\)\\R"));
    }
    assertEquals(2, run(java(), "start", Map.of()).status());
  }

  @Test
  void healthReportsTheProcessWithTheSameSettings() throws Exception {
    String port = RunningService.shared().process().managementUrl().replaceAll(".*:", "");
    Output ready = run(java(), "--health", Map.of("SHOPWIRE_MANAGEMENT_PORT", port));
    assertEquals("{\"ready\":true,\"state\":\"ready\"}", ready.text().trim());
    assertEquals(0, ready.status());
    String unusedPort = Integer.toString(FreePorts.next());
    Output unreachable = run(java(), "--health", Map.of("SHOPWIRE_MANAGEMENT_PORT", unusedPort));
    assertEquals(1, unreachable.status());
    assertTrue(unreachable.text().contains(unusedPort), unreachable.text());
  }

  @Test
  void withoutEmbeddedStoresAMissingUriFailsTheStart() throws Exception {
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
