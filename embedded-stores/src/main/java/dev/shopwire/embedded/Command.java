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

/** Runs child processes whose output goes to a log file, never to an unread pipe. */
final class Command {
  /** The variables that children inherit. The rest may contain secrets and PG* or LC_* settings. */
  private static final Set<String> ENVIRONMENT =
      Set.of("PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH");

  /** The exit code of a command, 127 if it could not be run, and its last output. */
  record Result(int exit, String output) {
    boolean isSuccess() {
      return exit == 0;
    }
  }

  private Command() {}

  /** Runs a short command to completion, and kills it if it exceeds the limit. */
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
      return new Result(124, command.get(0) + " took longer than " + limit.toSeconds() + " s");
    }
    return new Result(process.exitValue(), log.readSince(start));
  }

  /**
   * Starts a server in its own session if {@code setsid} exists: otherwise Ctrl-C in a terminal
   * would end it at the same time as the JVM, which still needs it.
   */
  static Process launch(List<String> command, Path directory, LogFile log) throws IOException {
    List<String> detached = new ArrayList<>();
    if (onPath("setsid").isPresent()) {
      detached.add("setsid");
    }
    detached.addAll(command);
    return builder(detached, directory, log).start();
  }

  /** The executable with this name on the PATH. */
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
