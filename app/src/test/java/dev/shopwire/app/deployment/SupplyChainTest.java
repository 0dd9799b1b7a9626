package dev.shopwire.app.deployment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Where the build takes things from, as the files of the repository say it. */
class SupplyChainTest {
  private static final Path WRAPPER =
      DeploymentFiles.ROOT.resolve(".mvn/wrapper/maven-wrapper.properties");

  /** By the first label of their names, as registries of packages and images are called. */
  private static final Pattern REGISTRY =
      Pattern.compile(
          "//(deb|security|snapshot|archive|repo\\d?|registry|pypi|index|crates|ghcr|gcr|quay|mirrors?)"
              + "\\.(?!example\\b)[a-z]");

  @Test
  void bothArchivesOfMavenHaveTheirChecksums() throws Exception {
    Properties wrapper = new Properties();
    try (var in = Files.newBufferedReader(WRAPPER)) {
      wrapper.load(in);
    }
    for (String name : List.of("distributionSha256Sum", "distributionTarGzSha256Sum")) {
      assertTrue(wrapper.getProperty(name, "").matches("[0-9a-f]{64}"), name);
    }
  }

  @Test
  void noFileNamesARegistryButTheWrapperMavens() throws Exception {
    List<Path> naming = new ArrayList<>();
    for (String place :
        List.of(
            ".mvn", ".ci", "conf", "docs", "packaging", "README.md", "pom.xml", "app/pom.xml")) {
      try (Stream<Path> files = Files.walk(DeploymentFiles.ROOT.resolve(place))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          if (REGISTRY.matcher(DeploymentFiles.text(file)).find()) {
            naming.add(file);
          }
        }
      }
    }
    assertEquals(List.of(WRAPPER), naming);
  }
}
