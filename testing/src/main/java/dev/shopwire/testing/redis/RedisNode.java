package dev.shopwire.testing.redis;

import dev.shopwire.testing.Poll;
import dev.shopwire.testing.TemporaryFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A process of the bundled Redis on 127.0.0.1, either a data node or a sentinel, with its own
 * directory. Stopped by its process id. Blocking.
 */
public final class RedisNode implements AutoCloseable {
  private static final Duration START_TIME = Duration.ofSeconds(20);

  /** Despite its file name, the program reports version 6.2.11. It needs OpenSSL 3. */
  private static final String BUNDLED = "/redis-server-6.2.6-v5-linux-amd64";

  private final Path program;
  private final Path directory;
  private final List<String> arguments;
  private final int port;
  private final String password;
  private Process process;

  private RedisNode(
      Path program, Path directory, List<String> arguments, int port, String password) {
    this.program = program;
    this.directory = directory;
    this.arguments = arguments;
    this.port = port;
    this.password = password;
    this.process = launch();
  }

  /**
   * The bundled program, unpacked once per JVM. A process that another thread starts at that moment
   * inherits the open file, and a file that is open for writing can't be executed.
   */
  static Path program() {
    return Unpacked.PROGRAM;
  }

  private static final class Unpacked {
    static final Path PROGRAM = unpack(TemporaryFiles.directory("redis-program"));

    private static Path unpack(Path directory) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> TemporaryFiles.delete(directory)));
      // A path that contains "redis-sentinel" would make every server a sentinel.
      Path program = directory.resolve("redis-server");
      try (InputStream bundled = RedisNode.class.getResourceAsStream(BUNDLED)) {
        Files.copy(Objects.requireNonNull(bundled, BUNDLED), program);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return program;
    }
  }

  /**
   * Starts without waiting.
   *
   * @param password the password of the user "default"; empty for none
   * @param settings the settings in redis.conf
   * @param arguments command-line arguments after the file name
   */
  public static RedisNode launch(
      Path program,
      int port,
      String password,
      Map<String, String> settings,
      List<String> arguments) {
    Path directory = TemporaryFiles.directory("redis-" + port);
    Map<String, String> all = new TreeMap<>(settings);
    all.putIfAbsent("port", Integer.toString(port));
    all.put("bind", "127.0.0.1");
    all.put("protected-mode", "no");
    all.put("dir", directory.toString());
    if (!password.isEmpty()) {
      all.put("requirepass", password);
    }
    String text =
        all.entrySet().stream()
            .map(entry -> entry.getKey() + " " + entry.getValue() + "\n")
            .collect(Collectors.joining());
    try {
      Files.writeString(directory.resolve("redis.conf"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new RedisNode(program, directory, arguments, port, password);
  }

  /** The settings of a data node without persistence. */
  static Map<String, String> data(Map<String, String> more) {
    Map<String, String> settings =
        new TreeMap<>(
            Map.of(
                "save", "\"\"",
                "appendonly", "no",
                "repl-diskless-sync", "yes",
                "repl-diskless-sync-delay", "0",
                "repl-ping-replica-period", "1"));
    settings.putAll(more);
    return settings;
  }

  private Process launch() {
    List<String> command =
        new ArrayList<>(List.of(program.toString(), directory.resolve("redis.conf").toString()));
    command.addAll(arguments);
    try {
      return new ProcessBuilder(command)
          .directory(directory.toFile())
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve("redis.log").toFile()))
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void awaitReady() {
    Poll.until(
        START_TIME,
        () -> "Redis replies on " + port + "; log: " + log(),
        () -> {
          try {
            return call("PING").equals("PONG");
          } catch (UncheckedIOException | IllegalStateException e) {
            return false;
          }
        });
  }

  private String log() {
    try {
      return Files.readString(directory.resolve("redis.log"));
    } catch (IOException e) {
      return e.toString();
    }
  }

  /**
   * Sends a command.
   *
   * @return a number, a list, or text; "" for null
   * @throws UncheckedIOException if there is no reply
   * @throws IllegalStateException with the text of an error reply
   */
  public Object call(Object... command) {
    try (RedisCalls calls = new RedisCalls(port)) {
      if (!password.isEmpty()) {
        calls.call("AUTH", password);
      }
      return calls.call(command);
    }
  }

  /** The value of one line of {@code INFO}; empty if absent. */
  public String info(String name) {
    return call("INFO")
        .toString()
        .lines()
        .filter(line -> line.startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).trim())
        .findFirst()
        .orElse("");
  }

  public int port() {
    return port;
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** kill -9. */
  public void kill() {
    process.destroyForcibly();
    try {
      process.waitFor(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Restarts the server with no data. */
  public void restart() {
    process = launch();
    awaitReady();
  }

  @Override
  public void close() {
    kill();
    TemporaryFiles.delete(directory);
  }
}
