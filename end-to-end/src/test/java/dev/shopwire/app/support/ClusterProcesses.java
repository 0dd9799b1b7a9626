package dev.shopwire.app.support;

import dev.shopwire.testing.FreePorts;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Stores;
import dev.shopwire.testing.TemporaryFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Runs processes on the shared stores as one cluster on loopback, with TLS. Nodes are numbered and
 * keep their ports, so that they can be restarted.
 */
public final class ClusterProcesses implements AutoCloseable {
  /** A small heap and a fast start, since many processes share a machine. */
  private static final List<String> JVM =
      List.of("-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData");

  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

  private final Path directory = TemporaryFiles.directory("cluster");
  private final ClusterCertificates certificates = new ClusterCertificates(directory);
  private final String name = "test-" + Long.toString(System.nanoTime(), 36);
  private final List<Integer> clusterPorts;
  private final List<Map<String, String>> settings = new ArrayList<>();
  private final List<ServiceProcess> processes = new ArrayList<>();

  /** Starts one node for each of {@code roles} and waits until each sees all others. */
  public ClusterProcesses(List<String> roles) {
    clusterPorts = IntStream.range(0, roles.size()).mapToObj(i -> FreePorts.next()).toList();
    for (int node = 0; node < roles.size(); node++) {
      settings.add(settings(node, roles.get(node)));
      processes.add(launch(node));
    }
    try {
      processes.forEach(ServiceProcess::awaitReady);
      awaitMembers(START_TIMEOUT, roles.size(), processes);
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  /** The application name of a node's database connections. */
  public String nodeName(int node) {
    return name + "-" + node;
  }

  private Map<String, String> settings(int node, String roles) {
    String postgres = Stores.shared().postgresUri();
    Map<String, String> all =
        new TreeMap<>(
            Map.of(
                "SHOPWIRE_VERTICLES",
                roles,
                "SHOPWIRE_POSTGRES_URI",
                postgres
                    + (postgres.contains("?") ? "&" : "?")
                    + "application_name="
                    + nodeName(node),
                "SHOPWIRE_HTTP_PORT",
                Integer.toString(FreePorts.next()),
                "SHOPWIRE_CONSOLE_PORT",
                Integer.toString(FreePorts.next()),
                "SHOPWIRE_MANAGEMENT_PORT",
                Integer.toString(FreePorts.next()),
                ServiceProcess.GRACE,
                "1000"));
    all.putAll(clusterSettings(clusterPorts.get(node)));
    all.putAll(certificates.settings());
    return RunningService.onSharedStores(all);
  }

  /** The settings that make a node join this cluster, without its certificate. */
  Map<String, String> clusterSettings(int clusterPort) {
    return Map.of(
        "SHOPWIRE_CLUSTER",
        "true",
        "SHOPWIRE_CLUSTER_NAME",
        name,
        "SHOPWIRE_CLUSTER_HOST",
        "127.0.0.1",
        "SHOPWIRE_CLUSTER_PORT",
        Integer.toString(clusterPort),
        "SHOPWIRE_CLUSTER_MEMBERS",
        clusterPorts.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(",")));
  }

  private ServiceProcess launch(int node) {
    return ServiceProcess.launch(directory, settings.get(node), JVM);
  }

  /** Launches another process with this cluster's settings, overridden by {@code more}. */
  public ServiceProcess launchAdditional(Map<String, String> more) {
    Map<String, String> all = new TreeMap<>(clusterSettings(FreePorts.next()));
    all.putAll(more);
    return ServiceProcess.launch(directory, RunningService.onSharedStores(all), JVM);
  }

  public ServiceProcess node(int node) {
    return processes.get(node);
  }

  /** Restarts a node that has ended, without waiting until it is ready. */
  public void startAgain(int node) {
    processes.set(node, launch(node));
  }

  /** The cluster size that {@code process} reports; 0 if it does not respond. */
  static int members(ServiceProcess process) {
    try {
      return (int) Metric.value(process.managementUrl(), "shopwire_cluster_members");
    } catch (java.io.UncheckedIOException e) {
      return 0;
    }
  }

  public static void awaitMembers(Duration timeout, int members, List<ServiceProcess> processes) {
    for (ServiceProcess process : processes) {
      Poll.until(
          timeout,
          () -> members + " members, actual " + members(process) + ": " + process.output(),
          () -> members(process) == members);
    }
  }

  @Override
  public void close() {
    processes.forEach(ServiceProcess::kill);
    TemporaryFiles.delete(directory);
  }
}
