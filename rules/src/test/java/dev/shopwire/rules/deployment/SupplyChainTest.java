package dev.shopwire.rules.deployment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.testing.DeploymentFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests from where the build downloads, by the files of the repository. */
class SupplyChainTest {
  private static final Path WRAPPER =
      DeploymentFiles.ROOT.resolve(".mvn/wrapper/maven-wrapper.properties");

  /** Recognizes registries of packages and images by the first label of their host names. */
  private static final Pattern REGISTRY =
      Pattern.compile(
          "//(deb|security|snapshot|archive|repo\\d?|registry|pypi|index|crates|ghcr|gcr|quay|mirrors?)"
              + "\\.(?!example\\b)[a-z]");

  @Test
  void bothArchivesOfMavenHaveChecksums() throws Exception {
    Properties wrapper = new Properties();
    try (var in = Files.newBufferedReader(WRAPPER)) {
      wrapper.load(in);
    }
    for (String name : List.of("distributionSha256Sum", "distributionTarGzSha256Sum")) {
      assertTrue(wrapper.getProperty(name, "").matches("[0-9a-f]{64}"), name);
    }
  }

  @Test
  void onlyTheMavenWrapperNamesARegistry() throws Exception {
    List<Path> found = new ArrayList<>();
    for (String path :
        List.of(
            ".mvn", ".ci", "conf", "docs", "packaging", "README.md", "pom.xml", "app/pom.xml")) {
      for (Path file : DeploymentFiles.below(DeploymentFiles.ROOT.resolve(path))) {
        if (REGISTRY.matcher(DeploymentFiles.text(file)).find()) {
          found.add(file);
        }
      }
    }
    assertEquals(List.of(WRAPPER), found);
  }
}
