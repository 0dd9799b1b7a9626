package dev.shopwire.rules.deployment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.testing.DeploymentFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Tests that files for operators name only variables of existing settings, since an unknown one
 * fails the start.
 */
class SettingNamesTest {
  private static final Path INSTALL = DeploymentFiles.ROOT.resolve("docs/operators/install.md");

  @Test
  void everyVariableThatFilesForOperatorsNameIsASetting() {
    Set<String> settings = DeploymentFiles.settings().keySet();
    List<Path> files = new ArrayList<>(DeploymentFiles.below(DeploymentFiles.CONF));
    files.add(INSTALL);
    files.add(DeploymentFiles.ROOT.resolve("app/pom.xml"));
    Map<String, Set<String>> unknown = new TreeMap<>();
    int named = 0;
    for (Path file : files) {
      Set<String> variables = DeploymentFiles.variables(DeploymentFiles.text(file));
      named += variables.size();
      Set<String> unknownHere = new TreeSet<>(variables);
      unknownHere.removeAll(settings);
      if (!unknownHere.isEmpty()) {
        unknown.put(file.getFileName().toString(), unknownHere);
      }
    }
    assertEquals(Map.of(), unknown);
    assertTrue(named > 30, "the test finds the variables");
  }

  @Test
  void theImageOpensToHazelcastWhatTheJarOpens() {
    String pom = DeploymentFiles.pom();
    for (String kind : List.of("Exports", "Opens")) {
      int start = pom.indexOf("<Add-" + kind + ">");
      if (start >= 0) {
        String packages = pom.substring(pom.indexOf('>', start) + 1, pom.indexOf('<', start + 1));
        for (String opened : packages.trim().split("\\s+", -1)) {
          String flag = "--add-" + kind.toLowerCase(java.util.Locale.ROOT) + "=" + opened;
          assertTrue(pom.contains("<jvmFlag>" + flag + "=ALL-UNNAMED</jvmFlag>"), flag);
        }
      }
    }
  }
}
