package dev.shopwire.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** A temporary directory in which a Node.js script runs with npm packages. */
public final class NodeProject implements AutoCloseable {
  private static final String SCRIPT = "script.cjs";
  private static final List<String> UNREACHABLE =
      List.of("ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ENETUNREACH", "ETIMEDOUT");

  private final Path directory = TemporaryFiles.directory("node");

  private NodeProject() {}

  /**
   * Skips the test if Node.js is missing or the registry is unreachable.
   *
   * @param script CommonJS
   * @param packages as {@code name@version}
   */
  public static NodeProject of(String script, String... packages)
      throws IOException, InterruptedException {
    Assumptions.assumeTrue(has("node") && has("npm"), "Node.js is not installed: skipped");
    NodeProject project = new NodeProject();
    try {
      Files.writeString(project.directory.resolve(SCRIPT), script);
      project.install(packages);
      return project;
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      project.close();
      throw e;
    }
  }

  private void install(String... packages) throws IOException, InterruptedException {
    Result installed = execute(List.of("npm", "install", "--no-audit", "--no-fund"), packages);
    if (installed.exitCode != 0) {
      Assumptions.assumeFalse(
          UNREACHABLE.stream().anyMatch(installed.output::contains),
          "the npm registry is unreachable: skipped");
      throw new AssertionError(installed.output);
    }
  }

  public Path directory() {
    return directory;
  }

  /**
   * Runs the script and returns its output, with both streams combined.
   *
   * @throws AssertionError with the output if it fails
   */
  public String run(String... arguments) throws IOException, InterruptedException {
    Result result = execute(List.of("node", SCRIPT), arguments);
    if (result.exitCode != 0) {
      throw new AssertionError(result.output);
    }
    return result.output.trim();
  }

  @Override
  public void close() {
    TemporaryFiles.delete(directory);
  }

  private record Result(int exitCode, String output) {}

  private Result execute(List<String> program, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(program);
    Collections.addAll(command, arguments);
    Process process =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Result(process.waitFor(), output);
  }

  private static boolean has(String program) throws InterruptedException {
    try {
      return new ProcessBuilder(program, "--version").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
