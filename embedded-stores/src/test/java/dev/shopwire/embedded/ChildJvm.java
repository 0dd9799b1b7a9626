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

/** {@link PostgresMain} in a process of its own, for what must outlive or differ from this one. */
final class ChildJvm implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(60);
  private static final Duration END = Duration.ofSeconds(20);

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

  /** Waits for a line that begins like this and answers its words. */
  List<String> awaitLine(String beginning) {
    Poll.until(START, () -> line(beginning).isPresent() || !process.isAlive());
    return line(beginning)
        .map(line -> List.of(line.split(" ", -1)))
        .orElseThrow(() -> new AssertionError("no line '" + beginning + "' in:\n" + output()));
  }

  String output() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private Optional<String> line(String beginning) {
    return output().lines().filter(line -> line.startsWith(beginning)).findFirst();
  }

  /** SIGKILL. */
  void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  /** SIGTERM. */
  void terminate() {
    process.destroy();
    awaitEnd();
  }

  private void awaitEnd() {
    if (!Poll.until(END, () -> !process.isAlive())) {
      process.destroyForcibly();
      throw new AssertionError("the child process did not end:\n" + output());
    }
  }

  /** Lets it close its stores and end. */
  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    awaitEnd();
    Files.deleteIfExists(output);
  }
}
