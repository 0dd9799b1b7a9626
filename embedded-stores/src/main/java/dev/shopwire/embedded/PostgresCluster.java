package dev.shopwire.embedded;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The directory with PostgreSQL's files. It is created under another name and renamed when
 * complete, so that a killed start leaves either none or a complete one; the server never accepts
 * clients without a password.
 */
record PostgresCluster(Path data) {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final String TEMPORARY_PREFIX = "postgres.new-";

  Path directory() {
    return data.resolve("postgres");
  }

  boolean exists() {
    return Files.exists(directory().resolve("PG_VERSION"));
  }

  /** Initializes it if missing; {@code initdb} is the executable. */
  void ensure(Path initdb, RunAs runAs, String superuserPassword, LogFile log) throws IOException {
    PrivateFiles.deleteLeftovers(data, TEMPORARY_PREFIX, directory());
    if (!exists()) {
      refuseForeignFiles();
      Path temporary =
          Files.createTempDirectory(
              data, TEMPORARY_PREFIX, PrivateFiles.mode(PrivateFiles.DIRECTORY));
      Path passwordFile = data.resolve(temporary.getFileName() + ".password");
      PrivateFiles.write(passwordFile, superuserPassword + "\n");
      runAs.assignOwner(temporary);
      runAs.assignOwner(passwordFile);
      initialize(runAs.command(initdb, arguments(temporary, passwordFile)), temporary, log);
      Files.delete(passwordFile);
      Files.deleteIfExists(directory());
      Files.move(temporary, directory(), ATOMIC_MOVE);
    }
    runAs.assignOwner(directory());
    // The server rejects looser modes, which a copied directory may have.
    Files.setPosixFilePermissions(directory(), PrivateFiles.DIRECTORY);
  }

  private void refuseForeignFiles() throws IOException {
    if (!Files.exists(directory())) {
      return;
    }
    try (Stream<Path> entries = Files.list(directory())) {
      if (entries.findAny().isPresent()) {
        throw new StoreException(
            directory() + " contains files other than a PostgreSQL database: move it away.");
      }
    }
  }

  private static void initialize(List<String> command, Path temporary, LogFile log)
      throws IOException {
    Command.Result result = Command.run(command, temporary, log, LIMIT);
    if (!result.isSuccess()) {
      throw new StoreException("PostgreSQL's initdb failed:\n" + result.output());
    }
  }

  /** The built-in locale does not depend on the machine and sorts by code point, as fast as "C". */
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
