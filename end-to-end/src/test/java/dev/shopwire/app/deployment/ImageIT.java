package dev.shopwire.app.deployment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.testing.DeploymentFiles;
import dev.shopwire.testing.FreePorts;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Stores;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Tests the container image without a container runtime. Skipped unless the profile {@code image}
 * has built it ({@code app/target/shopwire-image.tar}) and this runs as root on a machine with
 * util-linux.
 */
class ImageIT {
  private static ImageRoot image;

  @BeforeAll
  static void unpack() {
    assumeTrue(Files.exists(ImageRoot.FILE), "no image was built (profile image)");
    assumeTrue("root".equals(System.getProperty("user.name")), "not running as root");
    assumeTrue(
        Stream.of("unshare", "setpriv")
            .allMatch(program -> Files.isExecutable(Path.of("/usr/bin", program))),
        "util-linux is not installed");
    image = new ImageRoot();
  }

  @AfterAll
  static void delete() {
    if (image != null) {
      image.close();
    }
  }

  @Test
  void theImageHasLabelsAndAnUnprivilegedUser() {
    JsonNode config = image.config();
    assertEquals("10001:10001", config.path("User").asText());
    JsonNode labels = config.path("Labels");
    assertEquals(
        DeploymentFiles.version(), labels.path("org.opencontainers.image.version").asText());
    assertTrue(labels.has("org.opencontainers.image.revision"));
    assertTrue(labels.has("org.opencontainers.image.source"));
    for (String name : List.of("HTTP", "CONSOLE", "MANAGEMENT")) {
      String port = DeploymentFiles.defaultOf("SHOPWIRE_" + name + "_PORT");
      assertTrue(config.path("ExposedPorts").has(port + "/tcp"), port);
    }
    assertTrue(image.entrypoint().contains("-XX:+ExitOnOutOfMemoryError"));
  }

  @Test
  void withoutStoresTheErrorNamesWhatIsMissing() throws Exception {
    assertEquals(1, ImageRoot.await(image.start(Map.of(), image.entrypoint())));
    assertTrue(
        image
            .output()
            .startsWith("Shopwire can't start. SHOPWIRE_POSTGRES_URI and SHOPWIRE_REDIS_URI"),
        image.output());
    Map<String, String> embedded = Map.of("SHOPWIRE_STORES_EMBEDDED", "true");
    assertEquals(1, ImageRoot.await(image.start(embedded, image.entrypoint())));
    assertTrue(
        image.output().contains("Shopwire can't start. The data directory /data cannot be used"),
        image.output());
  }

  @Test
  void theServiceRunsOnAReadOnlyFileSystemAndStopsInTime() throws Exception {
    String management = Integer.toString(FreePorts.next());
    Map<String, String> environment =
        Map.of(
            "SHOPWIRE_POSTGRES_URI", Stores.shared().postgresUri(),
            "SHOPWIRE_REDIS_URI", Stores.shared().redisUri(),
            "SHOPWIRE_HTTP_PORT", Integer.toString(FreePorts.next()),
            "SHOPWIRE_CONSOLE_PORT", Integer.toString(FreePorts.next()),
            "SHOPWIRE_MANAGEMENT_PORT", management,
            "SHOPWIRE_ADMIN_TOKEN", "admin-token-for-tests-alone",
            "SHOPWIRE_WEBHOOK_SECRET_KEYS", "Zm9yLXRlc3RzLWFsb25lLWZvci10ZXN0cy1hbG9uZS4=");
    Process service = image.start(environment, image.entrypoint());
    try {
      Http health = new Http("http://127.0.0.1:" + management);
      Poll.until(
          Duration.ofSeconds(60),
          () -> "the service is ready: " + image.output(),
          () -> {
            assertTrue(service.isAlive(), image::output);
            return health.isUp("/health/ready");
          });
      String status = Files.readString(Path.of("/proc/" + service.pid() + "/status"));
      assertTrue(status.contains("\nUid:\t10001\t10001\t10001\t10001\n"), status);
      assertTrue(status.contains("\nCapEff:\t0000000000000000\n"), status);
      assertEquals(0, ImageRoot.await(image.start(environment, healthCheckOfCompose())));
      assertEquals("{\"ready\":true,\"state\":\"ready\"}", image.output().trim());
    } finally {
      service.destroy();
    }
    assertEquals(0, ImageRoot.await(service));
  }

  /** The command of the health check in conf/compose.yaml. */
  private static List<String> healthCheckOfCompose() {
    List<String> command = new ArrayList<>();
    DeploymentFiles.yaml(DeploymentFiles.CONF.resolve("compose.yaml"))
        .get(0)
        .at("/services/shopwire/healthcheck/test")
        .forEach(word -> command.add(word.asText()));
    assertEquals("CMD", command.remove(0));
    return command;
  }

  @Test
  void onlyTmpIsWritable() throws Exception {
    for (String path : List.of("/app", "/data", "/etc", "/var/tmp")) {
      assertFalse(ImageRoot.await(image.start(Map.of(), List.of("touch", path + "/x"))) == 0);
    }
    assertEquals(0, ImageRoot.await(image.start(Map.of(), List.of("touch", "/tmp/x"))));
  }
}
