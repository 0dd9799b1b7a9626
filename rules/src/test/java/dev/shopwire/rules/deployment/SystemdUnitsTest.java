package dev.shopwire.rules.deployment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.shopwire.testing.DeploymentFiles;
import dev.shopwire.testing.TemporaryFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests that the units of conf/systemd are valid, sandboxed, and as the guide says. */
class SystemdUnitsTest {
  private static final Path DIRECTORY = DeploymentFiles.CONF.resolve("systemd");
  private static final String SINGLE = "shopwire.service";
  private static final String ROLE = "shopwire@.service";

  /** All values of each directive, by names like "Service.ExecStart". */
  private static Map<String, List<String>> unit(String file) {
    Map<String, List<String>> unit = new TreeMap<>();
    String section = "";
    for (String line : DeploymentFiles.text(DIRECTORY.resolve(file)).split("\n", -1)) {
      if (line.startsWith("[")) {
        section = line.substring(1, line.length() - 1);
      } else if (!line.isBlank() && !line.startsWith("#")) {
        String[] parts = line.split("=", 2);
        unit.computeIfAbsent(section + "." + parts[0], name -> new ArrayList<>()).add(parts[1]);
      }
    }
    return unit;
  }

  private static String value(Map<String, List<String>> unit, String name) {
    return String.join(" ", unit.getOrDefault(name, List.of()));
  }

  @Test
  void bothUnitsAreValid() throws Exception {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/systemd-analyze")),
        "systemd-analyze is not installed");
    Path directory = TemporaryFiles.directory("units");
    try {
      // The Java of this machine, so that only the units are checked.
      String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
      for (String[] names : new String[][] {{SINGLE, SINGLE}, {ROLE, "shopwire@ingest.service"}}) {
        Path unit = directory.resolve(names[1]);
        Files.writeString(
            unit, DeploymentFiles.text(DIRECTORY.resolve(names[0])).replace("/usr/bin/java", java));
        assertEquals("0: ", verify(unit));
        Files.writeString(unit, Files.readString(unit).replace("Restart=", "Restrat="));
        assertTrue(verify(unit).contains("Restrat"), "a misspelled directive is found");
        Files.delete(unit);
      }
    } finally {
      TemporaryFiles.delete(directory);
    }
  }

  private static String verify(Path unit) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("/usr/bin/systemd-analyze", "verify", unit.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(20, TimeUnit.SECONDS));
    return process.exitValue() + ": " + output;
  }

  @Test
  void aStopHasATimeoutAndIsNoFailure() {
    for (String file : new String[] {SINGLE, ROLE}) {
      Map<String, List<String>> unit = unit(file);
      assertEquals("on-failure", value(unit, "Service.Restart"));
      assertEquals("143", value(unit, "Service.SuccessExitStatus"));
      assertTrue(Integer.parseInt(value(unit, "Service.TimeoutStopSec")) >= 15, "drains in 10 s");
    }
  }

  @Test
  void theGuideInstallsWhatTheUnitsName() {
    String guide = DeploymentFiles.text(DeploymentFiles.ROOT.resolve("docs/operators/install.md"));
    for (String file : new String[] {SINGLE, ROLE}) {
      Map<String, List<String>> unit = unit(file);
      String start = value(unit, "Service.ExecStart");
      String jar = start.substring(start.indexOf("-jar ") + 5);
      assertTrue(guide.contains(jar) && guide.contains("conf/systemd/" + file), file);
      for (String environment : unit.getOrDefault("Service.EnvironmentFile", List.of())) {
        assertTrue(guide.contains("/etc/shopwire/"), environment);
      }
      assertTrue(guide.contains("/etc/shopwire/shopwire.env"));
    }
  }

  @Test
  void theUnitOfARoleDiffersOnlyInItsRole() {
    Map<String, List<String>> single = unit(SINGLE);
    Map<String, List<String>> role = unit(ROLE);
    Set<String> different = new TreeSet<>();
    Set<String> names = new TreeSet<>(single.keySet());
    names.addAll(role.keySet());
    for (String name : names) {
      if (!value(single, name).equals(value(role, name))) {
        different.add(name);
      }
    }
    assertEquals(
        Set.of(
            "Unit.Description",
            "Service.Environment",
            "Service.EnvironmentFile",
            "Service.KillMode"),
        different);
    assertTrue(value(role, "Service.Environment").contains("SHOPWIRE_VERTICLES=%i"));
  }

  @Test
  void theUnitIsSandboxed() {
    Map<String, List<String>> unit = unit(SINGLE);
    Map<String, String> expected =
        Map.of(
            "DynamicUser", "yes",
            "NoNewPrivileges", "yes",
            "ProtectSystem", "strict",
            "ProtectHome", "yes",
            "PrivateTmp", "yes",
            "PrivateDevices", "yes",
            "CapabilityBoundingSet", "",
            "RestrictNamespaces", "yes");
    expected.forEach((name, value) -> assertEquals(value, value(unit, "Service." + name), name));
    assertTrue(unit.containsKey("Service.CapabilityBoundingSet"));
    assertTrue(value(unit, "Service.SystemCallFilter").startsWith("@system-service"));
  }
}
