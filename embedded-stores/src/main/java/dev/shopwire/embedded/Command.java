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
import java.util.Set;

/** Child processes whose output goes to a log file, never to a pipe that nobody reads. */
final class Command {
  /**
   * What a child gets of this JVM's environment, which may hold secrets and PG* or LC_* settings.
   */
  private static final Set<String> ENVIRONMENT =
      Set.of("PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH");

  /** How a command ended: its exit code, 127 if it could not be run, and what it printed last. */
  record Result(int exit, String output) {
    boolean ok() {
      return exit == 0;
    }
  }

  private Command() {}

  /** Runs a short command to its end; one that exceeds the limit is killed. */
  static Result run(List<String> command, Path directory, LogFile log, Duration limit)
      throws IOException {
    long start = log.open();
    Process process;
    try {
      process = builder(command, directory, log).start();
    } catch (IOException cannotRun) {
      return new Result(127, String.valueOf(cannotRun.getMessage()));
    }
    if (!Poll.until(limit, () -> !process.isAlive())) {
      process.destroyForcibly();
      return new Result(124, command.get(0) + " took more than " + limit.toSeconds() + " s");
    }
    return new Result(process.exitValue(), log.since(start));
  }

  /**
   * Starts a server in a session of its own where {@code setsid} exists: Ctrl-C in a terminal would
   * otherwise end it together with, and so before, the JVM that still needs it.
   */
  static Process launch(List<String> command, Path directory, LogFile log) throws IOException {
    List<String> detached = new ArrayList<>();
    if (onPath("setsid").isPresent()) {
      detached.add("setsid");
    }
    detached.addAll(command);
    return builder(detached, directory, log).start();
  }

  /** The executable of this name that PATH leads to. */
  static Optional<Path> onPath(String program) {
    String path = System.getenv().getOrDefault("PATH", "");
    for (String directory : path.split(File.pathSeparator, -1)) {
      Path candidate = Path.of(directory, program);
      if (candidate.isAbsolute() && Files.isExecutable(candidate)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  private static ProcessBuilder builder(List<String> command, Path directory, LogFile log) {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.path().toFile()))
            .redirectInput(new File("/dev/null"));
    Map<String, String> environment = builder.environment();
    environment.keySet().retainAll(ENVIRONMENT);
    environment.put("LC_ALL", "C");
    return builder;
  }
}
