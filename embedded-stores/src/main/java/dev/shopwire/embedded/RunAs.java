package dev.shopwire.embedded;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Determines how to run PostgreSQL, which refuses to run as root. An ordinary user runs it
 * directly. Root runs it in a user namespace, where root's files appear under another user id; if
 * the system forbids that, it changes the files' owner to the unprivileged system account with id
 * 65534 and runs PostgreSQL as that account.
 *
 * @param prefix the command that precedes the server's command line
 * @param uid the owner of the server's files
 */
record RunAs(List<String> prefix, int uid) {
  private static final int ROOT = 0;
  private static final int NOBODY = 65_534;
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final String ROOT_REFUSED =
      " It refuses to run as root, and neither 'unshare -U' nor 'setpriv' can change the user here:"
          + " run as an ordinary user, or in a directory that every user may enter.";
  private static final List<String> NAMESPACE = List.of("unshare", "-U");
  private static final List<String> SET_ID =
      List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups");

  /** The first method by which the unpacked {@code home/bin/postgres} runs on this system. */
  static RunAs find(Path home, DataDirectory data, LogFile log) throws IOException {
    int uid = uid(Path.of("/proc/self"));
    Command.Result result = tryRun(uid == ROOT ? NAMESPACE : List.of(), home, log);
    if (result.isSuccess()) {
      return new RunAs(uid == ROOT ? NAMESPACE : List.of(), uid);
    }
    if (uid == ROOT) {
      for (Path directory : List.of(data.path(), data.bin(), home)) {
        allowNobody(directory);
      }
      result = tryRun(SET_ID, home, log);
      if (result.isSuccess()) {
        return new RunAs(SET_ID, NOBODY);
      }
    }
    throw new StoreException(
        "The embedded PostgreSQL cannot run here (%s).%s Set SHOPWIRE_POSTGRES_URI to use an external server."
            .formatted(result.output(), uid == ROOT ? ROOT_REFUSED : ""));
  }

  private static Command.Result tryRun(List<String> prefix, Path home, LogFile log)
      throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.add(home.resolve("bin/postgres").toString());
    command.add("--version");
    return Command.run(command, home, log, LIMIT);
  }

  List<String> command(Path executable, List<String> arguments) {
    List<String> command = new ArrayList<>(prefix);
    command.add(executable.toString());
    command.addAll(arguments);
    return command;
  }

  /** Makes the server's user the owner of a file, or of a directory with its contents. */
  void assignOwner(Path root) throws IOException {
    if (uid(root) == uid || uid(Path.of("/proc/self")) != ROOT) {
      return;
    }
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<Path>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            return changeOwner(file);
          }

          // The root directory comes last, so that an interrupted walk is repeated.
          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
              throws IOException {
            return changeOwner(directory);
          }
        });
  }

  private FileVisitResult changeOwner(Path file) throws IOException {
    Files.setAttribute(file, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
    Files.setAttribute(file, "unix:gid", uid, LinkOption.NOFOLLOW_LINKS);
    return FileVisitResult.CONTINUE;
  }

  private static void allowNobody(Path directory) throws IOException {
    Files.setAttribute(directory, "unix:gid", NOBODY);
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x---"));
  }

  private static int uid(Path path) throws IOException {
    return (Integer) Files.getAttribute(path, "unix:uid");
  }
}
