package dev.shopwire.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Finds and stops server processes that outlived the JVM or the parent that started them. They are
 * identified by the program's name together with the server's private directory, as working
 * directory or in the arguments; a process id in a file proves nothing, since ids are reused.
 */
final class OrphanedProcesses {
  private static final Duration CHILD_EXIT_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration KILL_TIMEOUT = Duration.ofSeconds(3);

  private OrphanedProcesses() {}

  static List<ProcessHandle> of(PostgresProgram program) {
    return of(program.directory());
  }

  static List<ProcessHandle> of(Path directory) {
    Path real = real(directory);
    return ProcessHandle.allProcesses()
        .filter(process -> belongsTo(process.pid(), directory, real))
        .toList();
  }

  /**
   * Stops them: first the servers, whose children then exit by themselves; the rest is killed. The
   * caller holds the data directory's lock, so none of them can belong to another process.
   */
  static void stop(PostgresProgram program, Progress progress) {
    List<ProcessHandle> found = of(program);
    if (found.isEmpty()) {
      return;
    }
    progress.report(
        "Stopping an orphaned PostgreSQL of an earlier run (process %s)".formatted(ids(found)));
    found.stream()
        .filter(process -> !isChild(Proc.arguments(process.pid())))
        .forEach(process -> new ServerProcess(process).stop(program.stopRequests()));
    if (Poll.until(CHILD_EXIT_TIMEOUT, () -> of(program).isEmpty())) {
      return;
    }
    of(program).forEach(ProcessHandle::destroyForcibly);
    if (!Poll.until(KILL_TIMEOUT, () -> of(program).isEmpty())) {
      throw program.failure(
          "cannot start while process " + ids(of(program)) + " uses " + program.directory() + ".");
    }
  }

  private static String ids(List<ProcessHandle> processes) {
    return processes.stream()
        .map(process -> Long.toString(process.pid()))
        .collect(Collectors.joining(", "));
  }

  private static boolean belongsTo(long pid, Path directory, Path real) {
    List<String> arguments = Proc.arguments(pid);
    String first = arguments.get(0);
    boolean named =
        first.substring(first.lastIndexOf('/') + 1).equals(PostgresProgram.EXECUTABLE)
            || isChild(arguments);
    return named
        && (Proc.hasWorkingDirectory(pid, real)
            || arguments.stream().anyMatch(argument -> within(argument, directory)));
  }

  /** The directory may be a symbolic link to a larger disk. */
  private static Path real(Path directory) {
    try {
      return directory.toRealPath();
    } catch (IOException notMadeYet) {
      return directory;
    }
  }

  /** PostgreSQL's children have a title such as "postgres: checkpointer" as their arguments. */
  private static boolean isChild(List<String> arguments) {
    return arguments.get(0).startsWith(PostgresProgram.EXECUTABLE + ":");
  }

  private static boolean within(String argument, Path directory) {
    return argument.equals(directory.toString()) || argument.startsWith(directory + "/");
  }
}
