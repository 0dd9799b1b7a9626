package dev.shopwire.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The bundled PostgreSQL, with durability on and sized for a machine of 2 cores and 4 to 24 GiB.
 */
record PostgresProgram(
    Progress progress,
    Map<String, String> settings,
    Path home,
    RunAs runAs,
    PostgresCluster cluster,
    PostgresAccounts accounts,
    LogFile log) {
  /** What a running server answers. */
  enum Answer {
    NOTHING,
    /** It lives, but still reads its files. */
    LOADING,
    READY
  }

  static final BinaryArchive ARCHIVE =
      new BinaryArchive("postgres", "18.6", "/postgres-linux-x86_64.txz");

  /** File name of its executable, by which its processes are told. */
  static final String EXECUTABLE = "postgres";

  // No wal_compression: of its methods this build has only pglz, not lz4.
  private static final Map<String, String> SETTINGS =
      Map.ofEntries(
          Map.entry("fsync", "on"),
          Map.entry("synchronous_commit", "on"),
          Map.entry("full_page_writes", "on"),
          Map.entry("shared_buffers", "512MB"),
          Map.entry("max_wal_size", "4GB"),
          Map.entry("max_connections", "500"),
          Map.entry("timezone", "UTC"),
          Map.entry("log_timezone", "UTC"),
          Map.entry("log_min_messages", "warning"),
          Map.entry("log_checkpoints", "off"));

  private static final String NO_SUCH_DATABASE = "3D000";
  private static final String WRONG_PASSWORD = "28P01";
  private static final String STARTING_UP = "57P03";
  private static final String OLD_MEMORY = "pre-existing shared memory block";
  private static final String OLD_PID_FILE = "lock file \"postmaster.pid\" already exists";

  /** Unpacks the executables and finds a way to run them here. */
  static PostgresProgram install(
      DataDirectory data, Progress progress, Map<String, String> settings) throws IOException {
    Platform.require();
    PostgresCluster cluster = new PostgresCluster(data.path());
    Path secretFile = data.path().resolve("postgres.secret");
    if (cluster.exists() && !Files.exists(secretFile)) {
      throw new StoreException(
          "%s is missing, without which nobody can enter %s: restore it, or move the directory away."
              .formatted(secretFile, cluster.directory()));
    }
    PostgresAccounts accounts = PostgresAccounts.in(secretFile);
    Path home = ARCHIVE.unpackedIn(data.bin(), progress);
    LogFile log = new LogFile(data.path().resolve("postgres.log"));
    RunAs runAs = RunAs.find(home, data, log);
    return new PostgresProgram(progress, settings, home, runAs, cluster, accounts, log);
  }

  String uri(int port) {
    return "postgresql://%s:%s@127.0.0.1:%d/%s"
        .formatted(
            PostgresAccounts.ROLE,
            accounts.password(PostgresAccounts.ROLE),
            port,
            PostgresAccounts.ROLE);
  }

  /** Its own directory, in which its processes run and no other program does. */
  Path directory() {
    return cluster.directory();
  }

  /** Makes the files of {@link #directory} fit for a start; no process uses them. */
  void prepare() throws IOException {
    cluster.ensure(tool("initdb"), runAs, accounts.password(PostgresAccounts.SUPERUSER), log);
  }

  /** All settings are arguments, so that those of this version apply to files of an older one. */
  List<String> command(int port) {
    Map<String, String> all = new LinkedHashMap<>(SETTINGS);
    all.putAll(settings);
    all.put("listen_addresses", "127.0.0.1");
    all.put("port", Integer.toString(port));
    all.put("unix_socket_directories", "");
    all.put("password_encryption", "scram-sha-256");
    List<String> arguments = new ArrayList<>(List.of("-D", cluster.directory().toString()));
    all.forEach((name, value) -> arguments.addAll(List.of("-c", name + "=" + value)));
    return runAs.command(tool(EXECUTABLE), arguments);
  }

  Answer ask(int port) {
    try {
      accounts.check(port);
      return Answer.READY;
    } catch (SQLException e) {
      return switch (String.valueOf(e.getSQLState())) {
        case STARTING_UP -> Answer.LOADING;
        case NO_SUCH_DATABASE, WRONG_PASSWORD -> establishAccounts(port);
        default -> Answer.NOTHING;
      };
    }
  }

  /** After the first start, and after one that was killed before it had come this far. */
  private Answer establishAccounts(int port) {
    try {
      accounts.establish(port);
      accounts.check(port);
      return Answer.READY;
    } catch (SQLException e) {
      throw failure(
          WRONG_PASSWORD.equals(e.getSQLState())
              ? "refuses the passwords of postgres.secret: restore the file, or move %s away."
                  .formatted(cluster.directory())
              : "could not make its role and database: " + e.getMessage(),
          e);
    }
  }

  /**
   * Whether it removed the reason for which the server ended itself, given its last log lines.
   * Children of a killed server hold its shared memory for a moment. A left postmaster.pid blocks
   * the start if its process id has since been given to another program.
   */
  boolean cure(String lines) throws IOException {
    if (lines.contains(OLD_MEMORY)) {
      OrphanedProcesses.end(this, progress);
      return true;
    }
    return lines.contains(OLD_PID_FILE)
        && OrphanedProcesses.of(this).isEmpty()
        && Files.deleteIfExists(cluster.directory().resolve("postmaster.pid"));
  }

  /**
   * How to ask the server to end: a fast shutdown, then an immediate one. SIGTERM would wait for
   * the clients to leave, but reaches a server that was left behind by a run as another user.
   */
  List<ServerProcess.Ending> endings() {
    return List.of(
        new ServerProcess.Ending(pid -> signal("INT", pid), Duration.ofSeconds(5)),
        new ServerProcess.Ending(pid -> signal("QUIT", pid), Duration.ofSeconds(2)),
        ServerProcess.onTerm(Duration.ofSeconds(2)));
  }

  /** Java cannot send these signals; the bundled pg_ctl can. */
  private boolean signal(String signal, long pid) {
    List<String> arguments = List.of("kill", signal, Long.toString(pid));
    try {
      return Command.run(runAs.command(tool("pg_ctl"), arguments), home, log, Duration.ofSeconds(2))
          .ok();
    } catch (IOException e) {
      return false;
    }
  }

  private Path tool(String name) {
    return home.resolve("bin").resolve(name);
  }

  StoreException failure(String what) {
    return new StoreException(advice(what));
  }

  StoreException failure(String what, Throwable cause) {
    return new StoreException(advice(what), cause);
  }

  private static String advice(String what) {
    return "The embedded PostgreSQL "
        + what
        + "\nTo use a server of your own instead, set SHOPWIRE_POSTGRES_URI.";
  }
}
