package dev.shopwire.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Runs Shopwire in a separate process, started from its jar as a user would. Stopped by its process
 * id, never by name.
 */
public final class ServiceProcess implements AutoCloseable {
  /**
   * How long a process that shuts down still accepts requests. Tests have no load balancer that
   * must notice it first, unless they set it.
   */
  public static final String GRACE = "SHOPWIRE_SHUTDOWN_GRACE_MILLIS";

  private static final String ARCHIVE_AT_EXIT = "-XX:ArchiveClassesAtExit=";
  private static final Duration START_TIME = Duration.ofMinutes(2);
  private static final Duration STOP_TIME = Duration.ofSeconds(15);

  /** The JVM writes its classes after the service has stopped, on busy machines for long. */
  private static final Duration ARCHIVE_TIME = Duration.ofSeconds(90);

  /** Those that run: at the end of the JVM, what a failed test has left is stopped. */
  private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(ServiceProcess::stopAll));
  }

  private static final Pattern ERROR_LINE = Pattern.compile("^\\S+ ERROR d\\.");

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

  /** The jar built by Maven, or the one named by the system property {@code shopwire.jar}. */
  public static Path jar() {
    return Path.of(System.getProperty("shopwire.jar", "target/shopwire.jar")).toAbsolutePath();
  }

  /**
   * Starts the service in {@code directory} on free ports, without waiting. The system property
   * {@code shopwire.java.options} may contain JVM options, separated by spaces.
   *
   * @param environment settings, which override those set by this method
   */
  public static ServiceProcess launch(Path directory, Map<String, String> environment) {
    return launch(directory, environment, options());
  }

  private static List<String> options() {
    List<String> options = new ArrayList<>(List.of("-Xmx512m"));
    options.addAll(List.of(System.getProperty("shopwire.java.options", "").split(" ")));
    options.remove("");
    return options;
  }

  /**
   * A class-data sharing archive of the jar, which saves a third of the cost of a start. The JVM
   * ignores it if it does not fit.
   */
  private static Path classes() {
    return jar().resolveSibling("shopwire.jsa");
  }

  /**
   * Starts and stops the service once, and archives the classes that it loads for later starts (JEP
   * 350).
   */
  public static void archiveClasses(Path directory, Map<String, String> environment) {
    // Other processes start services meanwhile: the archive appears complete or not at all.
    Path archive = classes().resolveSibling("shopwire.jsa." + ProcessHandle.current().pid());
    List<String> options = options();
    options.add(ARCHIVE_AT_EXIT + archive);
    awaitStarted(launch(directory, environment, options)).stop(ARCHIVE_TIME);
    try {
      Files.move(archive, classes(), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts the service with these JVM options, without waiting. */
  public static ServiceProcess launch(
      Path directory, Map<String, String> environment, List<String> options) {
    return launch(jar(), directory, environment, options);
  }

  /** Starts another jar with these JVM options, without waiting. */
  public static ServiceProcess launch(
      Path jar, Path directory, Map<String, String> environment, List<String> options) {
    int http = FreePorts.next();
    int console = FreePorts.next();
    int management = FreePorts.next();
    Map<String, String> settings =
        new TreeMap<>(
            Map.of(
                "SHOPWIRE_HTTP_PORT",
                Integer.toString(http),
                "SHOPWIRE_CONSOLE_PORT",
                Integer.toString(console),
                "SHOPWIRE_MANAGEMENT_PORT",
                Integer.toString(management),
                GRACE,
                "0"));
    settings.putAll(environment);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    if (jar.equals(jar())
        && Files.exists(classes())
        && options.stream().noneMatch(option -> option.startsWith(ARCHIVE_AT_EXIT))) {
      command.add("-XX:SharedArchiveFile=" + classes());
    }
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
          running(builder.start()),
          output,
          port(settings, "SHOPWIRE_HTTP_PORT"),
          port(settings, "SHOPWIRE_CONSOLE_PORT"),
          port(settings, "SHOPWIRE_MANAGEMENT_PORT"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Process running(Process process) {
    RUNNING.removeIf(other -> !other.isAlive());
    RUNNING.add(process);
    return process;
  }

  private static void stopAll() {
    RUNNING.forEach(Process::destroy);
    for (Process process : RUNNING) {
      try {
        await(process);
      } catch (IllegalStateException e) {
        System.err.println("Killed " + process.info().commandLine().orElse("") + ": " + e);
      }
    }
  }

  /** Starts the service and waits until it is ready. */
  public static ServiceProcess start(Path directory, Map<String, String> environment) {
    return awaitStarted(launch(directory, environment));
  }

  private static ServiceProcess awaitStarted(ServiceProcess service) {
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

  public void awaitReady() {
    Http management = new Http("http://127.0.0.1:" + managementPort);
    Poll.until(
        START_TIME,
        () -> "the service is ready; output: " + output(),
        () -> {
          if (!process.isAlive()) {
            throw new IllegalStateException("the service exited: " + output());
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

  /** All output of the process. */
  public String output() {
    try {
      return new File(output.toString()).exists() ? Files.readString(output) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The lines of its log in which the service, not a library, reports an error, without their
   * stacks.
   */
  public List<String> errors() {
    return output().lines().filter(line -> ERROR_LINE.matcher(line).find()).toList();
  }

  /** kill -9. */
  public void kill() {
    process.destroyForcibly();
    await(process);
  }

  /** SIGTERM; returns the exit status. */
  public int stop() {
    return stop(STOP_TIME);
  }

  private int stop(Duration limit) {
    process.destroy();
    await(process, limit);
    return process.exitValue();
  }

  private static void await(Process process) {
    await(process, STOP_TIME);
  }

  private static void await(Process process, Duration limit) {
    try {
      if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException("the service did not exit within " + limit);
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
