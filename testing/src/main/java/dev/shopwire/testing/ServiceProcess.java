package dev.shopwire.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Shopwire as a process of its own, started from its jar as a user starts it. Ended by its id,
 * never by its name.
 */
public final class ServiceProcess implements AutoCloseable {
  private static final Duration START_TIME = Duration.ofMinutes(2);
  private static final Duration STOP_TIME = Duration.ofSeconds(15);
  private static final int FIRST_PORT = 12_000;

  /** Embedded stores choose from above. */
  private static final int LAST_PORT = 20_000;

  private static final int REMEMBERED = 1_000;
  private static final Queue<Integer> LATELY = new ArrayDeque<>();

  private final Process process;
  private final Path output;
  private final int httpPort;
  private final int consolePort;
  private final int managementPort;

  private ServiceProcess(
      Process process, Path output, int httpPort, int consolePort, int managementPort) {
    this.process = process;
    this.output = output;
    this.httpPort = httpPort;
    this.consolePort = consolePort;
    this.managementPort = managementPort;
  }

  /** The jar that the build made; {@code shopwire.jar} as a system property says where it is. */
  public static Path jar() {
    return Path.of(System.getProperty("shopwire.jar", "target/shopwire.jar")).toAbsolutePath();
  }

  /**
   * Starts without waiting, on free ports, in {@code directory}. The system property {@code
   * shopwire.java.options} may hold options of the virtual machine, with spaces between.
   *
   * @param environment settings, which win over those that this method sets
   */
  public static ServiceProcess launch(Path directory, Map<String, String> environment) {
    List<String> options = options();
    if (Files.exists(classes())) {
      options.add("-XX:SharedArchiveFile=" + classes());
    }
    return launch(directory, environment, options);
  }

  private static List<String> options() {
    List<String> options = new ArrayList<>(List.of("-Xmx512m"));
    options.addAll(List.of(System.getProperty("shopwire.java.options", "").split(" ")));
    options.remove("");
    return options;
  }

  /** Classes as the virtual machine has them in memory, which makes a start cheaper by a sixth. */
  private static Path classes() {
    return jar().resolveSibling("shopwire.jsa");
  }

  /**
   * Starts as {@link #start}, and when it ends writes the classes that it had loaded for starts to
   * come (JEP 350).
   */
  public static ServiceProcess startAndArchiveClasses(
      Path directory, Map<String, String> environment) {
    try {
      Files.deleteIfExists(classes()); // those of an earlier jar
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> options = options();
    options.add("-XX:ArchiveClassesAtExit=" + classes());
    return awaited(launch(directory, environment, options));
  }

  /** As above, with options of the virtual machine. */
  public static ServiceProcess launch(
      Path directory, Map<String, String> environment, List<String> options) {
    return launch(jar(), directory, environment, options);
  }

  /** The same of another version's jar. */
  public static ServiceProcess launch(
      Path jar, Path directory, Map<String, String> environment, List<String> options) {
    int http = freePort();
    int console = freePort();
    int management = freePort();
    Map<String, String> settings =
        new TreeMap<>(
            Map.of(
                "SHOPWIRE_HTTP_PORT", Integer.toString(http),
                "SHOPWIRE_CONSOLE_PORT", Integer.toString(console),
                "SHOPWIRE_MANAGEMENT_PORT", Integer.toString(management)));
    settings.putAll(environment);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.add("-jar");
    command.add(jar.toString());
    Path output = directory.resolve("service-" + http + ".log");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(name -> name.startsWith("SHOPWIRE_"));
    builder.environment().putAll(settings);
    builder.directory(directory.toFile()).redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
    try {
      return new ServiceProcess(
          builder.start(),
          output,
          port(settings, "SHOPWIRE_HTTP_PORT"),
          port(settings, "SHOPWIRE_CONSOLE_PORT"),
          port(settings, "SHOPWIRE_MANAGEMENT_PORT"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts and waits until it is ready. */
  public static ServiceProcess start(Path directory, Map<String, String> environment) {
    return awaited(launch(directory, environment));
  }

  private static ServiceProcess awaited(ServiceProcess service) {
    try {
      service.awaitReady();
    } catch (AssertionError | IllegalStateException e) {
      service.kill();
      throw e;
    }
    return service;
  }

  private static int port(Map<String, String> settings, String name) {
    return Integer.parseInt(String.valueOf(settings.get(name)));
  }

  /**
   * A port that nobody has now, and that the system gives to no connection until it is used: it is
   * below those that it chooses from. Not one that was asked for lately: equal ports refuse the
   * start.
   */
  public static synchronized int freePort() {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT);
      if (LATELY.contains(port)) {
        continue;
      }
      try (ServerSocket socket = new ServerSocket(port)) {
        LATELY.add(port);
        if (LATELY.size() > REMEMBERED) {
          LATELY.remove();
        }
        return socket.getLocalPort();
      } catch (BindException e) {
        // taken: another one
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  public void awaitReady() {
    Http management = new Http("http://127.0.0.1:" + managementPort);
    Poll.until(
        START_TIME,
        () -> "the service is ready; it said: " + output(),
        () -> {
          if (!process.isAlive()) {
            throw new IllegalStateException("the service ended: " + output());
          }
          return management.isUp("/health/ready");
        });
  }

  public String httpUrl() {
    return "http://127.0.0.1:" + httpPort;
  }

  public String consoleUrl() {
    return "http://127.0.0.1:" + consolePort;
  }

  public String managementUrl() {
    return "http://127.0.0.1:" + managementPort;
  }

  public Process process() {
    return process;
  }

  /** All that it has printed. */
  public String output() {
    try {
      return new File(output.toString()).exists() ? Files.readString(output) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** kill -9. */
  public void kill() {
    process.destroyForcibly();
    await(process);
  }

  /** SIGTERM; returns the exit status. */
  public int stop() {
    process.destroy();
    await(process);
    return process.exitValue();
  }

  private static void await(Process process) {
    try {
      if (!process.waitFor(STOP_TIME.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException("the service did not end within " + STOP_TIME);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    if (process.isAlive()) {
      stop();
    }
  }
}
