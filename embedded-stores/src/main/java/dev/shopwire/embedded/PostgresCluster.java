package dev.shopwire.embedded;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The directory of PostgreSQL's files. It is made under another name and renamed when complete, so
 * that a start that is killed leaves none or a whole one; it never accepts a client without a
 * password.
 */
record PostgresCluster(Path data) {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final String FRESH = "postgres.new-";

  Path directory() {
    return data.resolve("postgres");
  }

  boolean exists() {
    return Files.exists(directory().resolve("PG_VERSION"));
  }

  /** Initialises it if it is not there; {@code initdb} is the executable. */
  void ensure(Path initdb, RunAs runAs, String superuserPassword, LogFile log) throws IOException {
    PrivateFiles.deleteLeftovers(data, FRESH, directory());
    if (!exists()) {
      refuseForeignFiles();
      Path fresh =
          Files.createTempDirectory(data, FRESH, PrivateFiles.mode(PrivateFiles.DIRECTORY));
      Path passwordFile = data.resolve(fresh.getFileName() + ".password");
      PrivateFiles.write(passwordFile, superuserPassword + "\n");
      runAs.own(fresh);
      runAs.own(passwordFile);
      initialise(runAs.command(initdb, arguments(fresh, passwordFile)), fresh, log);
      Files.delete(passwordFile);
      Files.deleteIfExists(directory());
      Files.move(fresh, directory(), ATOMIC_MOVE);
    }
    runAs.own(directory());
    // The server refuses looser modes, which a careless copy of the directory gives it.
    Files.setPosixFilePermissions(directory(), PrivateFiles.DIRECTORY);
  }

  private void refuseForeignFiles() throws IOException {
    if (!Files.exists(directory())) {
      return;
    }
    try (Stream<Path> entries = Files.list(directory())) {
      if (entries.findAny().isPresent()) {
        throw new StoreException(
            directory() + " has files, but not those of a PostgreSQL database: move it away.");
      }
    }
  }

  private static void initialise(List<String> command, Path fresh, LogFile log) throws IOException {
    Command.Result result = Command.run(command, fresh, log, LIMIT);
    if (!result.ok()) {
      throw new StoreException("PostgreSQL's initdb failed:\n" + result.output());
    }
  }

  /** The built-in locale needs none of the machine's and sorts by code point, as fast as "C". */
  private static List<String> arguments(Path target, Path passwordFile) {
    return List.of(
        "--pgdata=" + target,
        "--username=" + PostgresAccounts.SUPERUSER,
        "--pwfile=" + passwordFile,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--locale=C",
        "--data-checksums",
        "--no-instructions");
  }
}
