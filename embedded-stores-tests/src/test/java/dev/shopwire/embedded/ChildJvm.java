package dev.shopwire.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs {@link PostgresMain} in a separate process, which can be killed or run as another user. */
final class ChildJvm implements AutoCloseable {
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration EXIT_TIMEOUT = Duration.ofSeconds(20);

  private final Process process;
  private final Path output;

  private ChildJvm(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  static ChildJvm start(Path data) throws IOException {
    return start(data, List.of(), Map.of(), System.getProperty("java.class.path", ""));
  }

  static ChildJvm start(
      Path data, List<String> prefix, Map<String, String> environment, String classPath)
      throws IOException {
    Path output = Files.createTempFile("embedded-stores-child", ".out");
    output.toFile().deleteOnExit();
    List<String> command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", classPath));
    command.addAll(List.of(PostgresMain.class.getName(), data.toString()));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(new File("/"))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    return new ChildJvm(builder.start(), output);
  }

  /** Waits for a line that starts with {@code linePrefix} and returns its words. */
  List<String> awaitLine(String linePrefix) {
    Poll.until(START_TIMEOUT, () -> line(linePrefix).isPresent() || !process.isAlive());
    return line(linePrefix)
        .map(line -> List.of(line.split(" ", -1)))
        .orElseThrow(() -> new AssertionError("no line '" + linePrefix + "' in:\n" + output()));
  }

  String output() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private Optional<String> line(String linePrefix) {
    return output().lines().filter(line -> line.startsWith(linePrefix)).findFirst();
  }

  /** SIGKILL. */
  void kill() {
    process.destroyForcibly();
    awaitExit();
  }

  /** SIGTERM. */
  void terminate() {
    process.destroy();
    awaitExit();
  }

  private void awaitExit() {
    if (!Poll.until(EXIT_TIMEOUT, () -> !process.isAlive())) {
      process.destroyForcibly();
      throw new AssertionError("the child process did not exit:\n" + output());
    }
  }

  /** Ends its standard input, so that it closes its stores and exits. */
  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    awaitExit();
    Files.deleteIfExists(output);
  }
}
