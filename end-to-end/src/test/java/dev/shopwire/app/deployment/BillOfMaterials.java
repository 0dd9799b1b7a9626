package dev.shopwire.app.deployment;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.shopwire.app.deployment.Advisories.Component;
import dev.shopwire.testing.ServiceProcess;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/** The bill of materials in the runnable jar. */
final class BillOfMaterials {
  private BillOfMaterials() {}

  static List<Component> components() throws IOException {
    List<Component> components = new ArrayList<>();
    try (JarFile jar = new JarFile(ServiceProcess.jar().toFile())) {
      ZipEntry entry = jar.getEntry("META-INF/sbom/application.cdx.json");
      assertNotNull(entry, "no bill of materials: Maven skips the plugin with --offline");
      try (InputStream in = jar.getInputStream(entry)) {
        for (JsonNode component : new ObjectMapper().readTree(in).path("components")) {
          components.add(
              new Component(
                  component.path("group").asText() + ":" + component.path("name").asText(),
                  component.path("version").asText()));
        }
      }
    }
    return components;
  }
}
