package dev.shopwire.app.linked;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of a database server that a statement could make, as a text that can be compared. */
final class SourceFiles {
  /**
   * What a server writes by itself: its log, statistics, maps of free space and of visible rows.
   */
  private static final Pattern OF_POSTGRES =
      Pattern.compile(
          "(pg_wal|pg_stat|pg_stat_tmp|pg_xact|pg_subtrans|pg_multixact|pg_commit_ts|pg_notify|log)/.*"
              + "|.*_(fsm|vm)|(.*/)?pg_internal\\.init(\\..*)?|postmaster\\..*");

  private static final Pattern OF_MARIADB =
      Pattern.compile("aria_log.*|ib_.*|ibtmp.*|undo.*|.*\\.pid|ddl_recovery.*|tc\\.log");

  private SourceFiles() {}

  /** The files of a data directory, with the texts of its settings. */
  static String ofPostgres(Path data) {
    return files(data, OF_POSTGRES);
  }

  static String ofMariaDb(Path data) {
    return files(data, OF_MARIADB);
  }

  private static String files(Path directory, Pattern ignored) {
    try (Stream<Path> files = Files.walk(directory)) {
      return String.join(
          "\n",
          files
              .filter(Files::isRegularFile)
              .filter(file -> !ignored.matcher(name(directory, file)).matches())
              .map(file -> name(directory, file) + settings(file))
              .sorted()
              .toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String name(Path directory, Path file) {
    return directory.relativize(file).toString();
  }

  private static String settings(Path file) {
    try {
      return file.toString().endsWith(".conf") ? ": " + Files.readString(file) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The files of the system's temporary directory whose names begin so. */
  static String temporary(String prefix) {
    Path directory = Path.of(System.getProperty("java.io.tmpdir"));
    try (Stream<Path> files = Files.list(directory)) {
      List<String> names = files.map(file -> name(directory, file)).toList();
      return names.stream().filter(name -> name.startsWith(prefix)).sorted().toList().toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
