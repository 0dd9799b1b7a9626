package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.cluster.ClusterConfig;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.config.Settings;
import dev.shopwire.testing.FreePorts;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.TemporaryFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what a start checks before it does anything slow, and on which addresses it listens. */
class StartChecksIT {
  private static final Duration EXIT_TIMEOUT = Duration.ofSeconds(15);

  private static Ports ports(Map<String, String> more) {
    Map<String, String> environment =
        new TreeMap<>(
            Map.of(
                "SHOPWIRE_HTTP_PORT", "0",
                "SHOPWIRE_CONSOLE_PORT", "0",
                "SHOPWIRE_MANAGEMENT_PORT", "0"));
    environment.putAll(more);
    Settings settings = Settings.load(Path.of("none"), environment);
    return Ports.of(
        settings, AppConfig.of(settings), RoleConfigs.of(settings), ClusterConfig.of(settings));
  }

  private static String errorMessage(Map<String, String> environment) {
    return String.valueOf(
        assertThrows(SettingException.class, () -> ports(environment).check()).getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "HTTP, CONSOLE",
    "HTTP, MANAGEMENT",
    "CONSOLE, MANAGEMENT",
    "MANAGEMENT, CLUSTER",
    "CLUSTER, CLUSTER_BUS"
  })
  void twoEqualPortsAreRejectedByName(String one, String other) {
    String port = Integer.toString(FreePorts.next());
    Map<String, String> environment =
        new TreeMap<>(
            Map.of(
                "SHOPWIRE_CLUSTER", "true",
                "SHOPWIRE_CLUSTER_HOST", "127.0.0.1",
                "SHOPWIRE_CLUSTER_MEMBERS", "127.0.0.1:1",
                "SHOPWIRE_CLUSTER_PORT", Integer.toString(FreePorts.next())));
    environment.put("SHOPWIRE_" + one + "_PORT", port);
    environment.put("SHOPWIRE_" + other + "_PORT", port);
    assertEquals(
        "SHOPWIRE_%s_PORT and SHOPWIRE_%s_PORT: expected different ports, both are %s"
            .formatted(one, other, port),
        errorMessage(environment));
  }

  @Test
  void portsOfRolesThatDoNotRunAndOfOtherAddressesMayBeEqual() {
    String port = Integer.toString(FreePorts.next());
    Map<String, String> equal =
        Map.of("SHOPWIRE_HTTP_PORT", port, "SHOPWIRE_MANAGEMENT_PORT", port);
    Map<String, String> console = new TreeMap<>(equal);
    console.put("SHOPWIRE_VERTICLES", "console");
    assertDoesNotThrow(() -> ports(console).check());
    Map<String, String> otherHost = new TreeMap<>(equal);
    otherHost.put("SHOPWIRE_HTTP_HOST", "127.0.0.2");
    assertDoesNotThrow(() -> ports(otherHost).check());
  }

  @Test
  void aHostOfAnotherMachineIsRejected() {
    String port = Integer.toString(FreePorts.next());
    assertEquals(
        "SHOPWIRE_CONSOLE_HOST: this machine has no address 192.0.2.1",
        errorMessage(Map.of("SHOPWIRE_CONSOLE_PORT", port, "SHOPWIRE_CONSOLE_HOST", "192.0.2.1")));
    assertEquals(
        "SHOPWIRE_CONSOLE_HOST: expected an address of this machine, got \"[nowhere]\"",
        errorMessage(Map.of("SHOPWIRE_CONSOLE_PORT", port, "SHOPWIRE_CONSOLE_HOST", "[nowhere]")));
  }

  /** The output of a process that exits with status 1 without starting a store. */
  private static String outputOfFailedStart(Map<String, String> environment) {
    Path directory = TemporaryFiles.directory("refused");
    try {
      ServiceProcess service = ServiceProcess.launch(directory, environment);
      Poll.until(EXIT_TIMEOUT, service::output, () -> !service.process().isAlive());
      assertEquals(1, service.process().exitValue());
      assertFalse(Files.exists(directory.resolve("data")), "stores were unpacked");
      return service.output();
    } finally {
      TemporaryFiles.delete(directory);
    }
  }

  @Test
  void aPortInUseIsReportedBeforeStoresAreUnpacked() throws IOException {
    try (ServerSocket occupied = new ServerSocket(0)) {
      String port = Integer.toString(occupied.getLocalPort());
      String output = outputOfFailedStart(Map.of("SHOPWIRE_CONSOLE_PORT", port));
      assertTrue(
          output.contains(
              "Shopwire can't start. SHOPWIRE_CONSOLE_PORT: port "
                  + port
                  + " of 127.0.0.1 is in use"),
          output);
    }
  }

  @Test
  void aMissingSettingsFileIsReported() {
    String output =
        outputOfFailedStart(Map.of("SHOPWIRE_SETTINGS", "/nowhere/shopwire.properties"));
    assertTrue(
        output.contains(
            "SHOPWIRE_SETTINGS: expected a settings file, but there is none at"
                + " /nowhere/shopwire.properties"),
        output);
  }

  /** A server that accepts connections but does not respond, and one that does not exist. */
  @Test
  void aWrongPostgresAddressIsReportedWithinFiveSeconds() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      assertReported("127.0.0.1:" + silent.getLocalPort(), 0);
      assertReported("postgres.invalid:5433", 1);
    }
  }

  private static void assertReported(String address, int warnings) {
    Path directory = TemporaryFiles.directory("wrong-address");
    ServiceProcess service =
        ServiceProcess.launch(
            directory,
            Map.of(
                "SHOPWIRE_POSTGRES_URI",
                "postgresql://user:hunter2@" + address + "/d",
                "SHOPWIRE_REDIS_URI",
                "redis://127.0.0.1:" + FreePorts.next()));
    try {
      Poll.until(EXIT_TIMEOUT, service::output, () -> service.output().contains("Settings: "));
      Poll.until(
          Duration.ofSeconds(5),
          service::output,
          () -> service.output().contains("Waiting for PostgreSQL at " + address));
      String output = service.output();
      assertFalse(output.contains("hunter2"), output);
      assertEquals(
          warnings,
          output
              .lines()
              .filter(
                  line -> line.contains("SHOPWIRE_POSTGRES_URI (" + address + "): with sslmode"))
              .count(),
          output);
    } finally {
      service.kill();
      TemporaryFiles.delete(directory);
    }
  }

  /** 127.0.0.2 is a loopback address too, but does not reach a server that listens on 127.0.0.1. */
  @Test
  void theConsoleAndManagementListenOnlyOnLoopbackByDefault() {
    ServiceProcess service = RunningService.shared().process();
    assertTrue(isReachable(service.httpUrl()));
    assertFalse(isReachable(service.consoleUrl()));
    assertFalse(isReachable(service.managementUrl()));
  }

  private static boolean isReachable(String url) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress("127.0.0.2", URI.create(url).getPort()), 1_000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
