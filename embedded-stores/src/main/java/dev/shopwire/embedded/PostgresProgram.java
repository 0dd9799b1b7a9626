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
 * The bundled PostgreSQL, configured for durability and for machines with 2 cores and 4 to 24 GiB.
 */
record PostgresProgram(
    Progress progress,
    Map<String, String> settings,
    Path home,
    RunAs runAs,
    PostgresCluster cluster,
    PostgresAccounts accounts,
    LogFile log) {
  /** The state of a running server. */
  enum State {
    UNRESPONSIVE,
    /** It is alive, but still loading its files. */
    LOADING,
    READY
  }

  static final BinaryArchive ARCHIVE =
      new BinaryArchive("postgres", "18.6", "/postgres-linux-x86_64.txz");

  /** The file name of its executable, which identifies its processes. */
  static final String EXECUTABLE = "postgres";

  // No wal_compression: this build supports only pglz, not lz4.
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

  /** Unpacks the executables and determines how to run them on this system. */
  static PostgresProgram install(
      DataDirectory data, Progress progress, Map<String, String> settings) throws IOException {
    Platform.require();
    PostgresCluster cluster = new PostgresCluster(data.path());
    Path secretFile = data.path().resolve("postgres.secret");
    if (cluster.exists() && !Files.exists(secretFile)) {
      throw new StoreException(
          "%s is missing; it has the passwords of %s: restore it, or move the directory away."
              .formatted(secretFile, cluster.directory()));
    }
    PostgresAccounts accounts = PostgresAccounts.loadOrCreate(secretFile);
    Path home = ARCHIVE.ensureUnpacked(data.bin(), progress);
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

  /** Its private directory, in which only its processes run. */
  Path directory() {
    return cluster.directory();
  }

  /** Prepares the files of {@link #directory} for a start; no process may be using them. */
  void prepare() throws IOException {
    cluster.ensure(tool("initdb"), runAs, accounts.password(PostgresAccounts.SUPERUSER), log);
  }

  /** All settings are arguments, so that this version's apply to the files of an older one. */
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

  State check(int port) {
    try {
      accounts.check(port);
      return State.READY;
    } catch (SQLException e) {
      return switch (String.valueOf(e.getSQLState())) {
        case STARTING_UP -> State.LOADING;
        case NO_SUCH_DATABASE, WRONG_PASSWORD -> establishAccounts(port);
        default -> State.UNRESPONSIVE;
      };
    }
  }

  /** Needed after the first start, and after one that was killed before this step. */
  private State establishAccounts(int port) {
    try {
      accounts.establish(port);
      accounts.check(port);
      return State.READY;
    } catch (SQLException e) {
      throw failure(
          WRONG_PASSWORD.equals(e.getSQLState())
              ? "rejects the passwords in postgres.secret: restore the file, or move %s away."
                  .formatted(cluster.directory())
              : "could not create its role and database: " + e.getMessage(),
          e);
    }
  }

  /**
   * Tries to remove the reason that the server exited, given its last log lines; returns whether it
   * did. Children of a killed server keep its shared memory for a moment. A leftover postmaster.pid
   * blocks the start if another program now has its process id.
   */
  boolean repair(String lines) throws IOException {
    if (lines.contains(OLD_MEMORY)) {
      OrphanedProcesses.stop(this, progress);
      return true;
    }
    return lines.contains(OLD_PID_FILE)
        && OrphanedProcesses.of(this).isEmpty()
        && Files.deleteIfExists(cluster.directory().resolve("postmaster.pid"));
  }

  /**
   * The ways to stop the server: a fast shutdown, then an immediate one. SIGTERM waits for clients
   * to disconnect, but also reaches an orphaned server started by another user.
   */
  List<ServerProcess.StopRequest> stopRequests() {
    return List.of(
        new ServerProcess.StopRequest(pid -> signal("INT", pid), Duration.ofSeconds(5)),
        new ServerProcess.StopRequest(pid -> signal("QUIT", pid), Duration.ofSeconds(2)),
        ServerProcess.sigterm(Duration.ofSeconds(2)));
  }

  /** Uses the bundled pg_ctl, since Java cannot send these signals. */
  private boolean signal(String signal, long pid) {
    List<String> arguments = List.of("kill", signal, Long.toString(pid));
    try {
      return Command.run(runAs.command(tool("pg_ctl"), arguments), home, log, Duration.ofSeconds(2))
          .isSuccess();
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
        + "\nTo use an external server instead, set SHOPWIRE_POSTGRES_URI.";
  }
}
