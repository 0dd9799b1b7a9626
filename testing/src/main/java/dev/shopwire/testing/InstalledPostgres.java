package dev.shopwire.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.postgresql.util.PasswordUtil;

/**
 * A PostgreSQL server of the distribution's package, with the defaults of its build, on 127.0.0.1
 * and in its own directory. Blocking.
 */
public final class InstalledPostgres implements AutoCloseable {
  private static final Path VERSIONS = Path.of("/usr/lib/postgresql");
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final int NOBODY = 65_534;
  private static final String PASSWORD = "for-tests-alone";

  private final Path directory;
  private final int port;

  private InstalledPostgres(Path directory, int port) {
    this.directory = directory;
    this.port = port;
  }

  /** The directory with the newest version's programs; empty if none is installed. */
  public static Optional<Path> programs() {
    if (!Files.isDirectory(VERSIONS)) {
      return Optional.empty();
    }
    try (Stream<Path> versions = Files.list(VERSIONS)) {
      return versions
          .map(version -> version.resolve("bin"))
          .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
          .max(Comparator.comparing(Path::toString));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Creates an empty server below {@code parent}, with the role and database "shopwire". */
  public static InstalledPostgres create(Path parent, Map<String, String> settings) {
    InstalledPostgres server = at(parent, "postgres");
    Path password = server.directory.resolve("password");
    try {
      Files.writeString(password, PASSWORD + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.run(
        "initdb",
        "--pgdata=" + server.data(),
        "--username=postgres",
        "--pwfile=" + password,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale=C.UTF-8");
    server.configure(settings);
    server.start();
    Sql sql = new Sql(server.superuserUri("postgres"));
    sql.run("create role shopwire login password '" + verifier() + "'");
    sql.run("create database shopwire owner shopwire");
    return server;
  }

  /** As the embedded server's, whose connections cost no iterations. */
  private static String verifier() {
    return PasswordUtil.encodeScramSha256(PASSWORD.toCharArray(), 1, new byte[] {1});
  }

  private static InstalledPostgres at(Path parent, String name) {
    Path directory = parent.resolve(name);
    try {
      Files.createDirectories(directory);
      changeOwner(parent);
      changeOwner(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new InstalledPostgres(directory, FreePorts.next());
  }

  /** Makes "nobody" the owner, since PostgreSQL refuses to run as root. */
  private static void changeOwner(Path path) throws IOException {
    if (isRoot()) {
      Files.setAttribute(path, "unix:uid", NOBODY);
      Files.setAttribute(path, "unix:gid", NOBODY);
    }
  }

  private static boolean isRoot() throws IOException {
    return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid") == 0;
  }

  /**
   * A copy of this running server, made by pg_basebackup, on another port; not started.
   *
   * @param name the name of its directory
   * @param options further options of pg_basebackup
   */
  public InstalledPostgres baseBackup(Path parent, String name, String... options) {
    InstalledPostgres copy = at(parent, name);
    List<String> arguments = new ArrayList<>();
    arguments.add("--pgdata=" + copy.data());
    arguments.add("--dbname=" + superuserUri("postgres"));
    arguments.add("--checkpoint=fast");
    arguments.addAll(List.of(options));
    run("pg_basebackup", arguments.toArray(String[]::new));
    copy.configure(Map.of());
    return copy;
  }

  /** A server with a copy of the files of this stopped server; not started. */
  public InstalledPostgres copy(Path parent, String name) {
    InstalledPostgres copy = at(parent, name);
    run(Path.of("/bin/cp"), "-r", data().toString(), copy.data().toString());
    return copy;
  }

  /** A server with the same files on the port {@code other}, for example one that clients know. */
  public InstalledPostgres onPort(int other) {
    InstalledPostgres moved = new InstalledPostgres(directory, other);
    moved.configure(Map.of());
    return moved;
  }

  /** Appends settings, including those of the address, to postgresql.conf. */
  public void configure(Map<String, String> settings) {
    StringBuilder lines = new StringBuilder();
    lines.append("port = ").append(port).append('\n');
    lines.append("listen_addresses = '127.0.0.1'\n");
    lines.append("unix_socket_directories = '").append(directory).append("'\n");
    settings.forEach((name, value) -> lines.append("%s = '%s'\n".formatted(name, value)));
    try {
      Files.writeString(data().resolve("postgresql.conf"), lines, UTF_8, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Creates an empty file in the data directory, such as recovery.signal. */
  public void signal(String file) {
    try {
      changeOwner(Files.createFile(data().resolve(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void start() {
    pgCtl("start", "--log=" + directory.resolve("log"));
  }

  public void stop() {
    pgCtl("stop", "--mode=fast");
  }

  public void stopAtOnce() {
    pgCtl("stop", "--mode=immediate");
  }

  public void promote() {
    pgCtl("promote");
  }

  private void pgCtl(String action, String... options) {
    List<String> arguments = new ArrayList<>(List.of(action, "--pgdata=" + data(), "--wait"));
    arguments.addAll(List.of(options));
    run("pg_ctl", arguments.toArray(String[]::new));
  }

  private void run(String program, String... arguments) {
    run(programs().orElseThrow().resolve(program), arguments);
  }

  private void run(Path program, String... arguments) {
    List<String> command = new ArrayList<>();
    try {
      if (isRoot()) {
        command.addAll(
            List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"));
      }
      command.add(program.toString());
      command.addAll(List.of(arguments));
      Path output = directory.resolve(program.getFileName() + ".out");
      Process process =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      if (!process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new IllegalStateException(program + " failed:\n" + Files.readString(output) + log());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The content of the server's log. */
  public String log() {
    Path log = directory.resolve("log");
    try {
      return Files.exists(log) ? Files.readString(log) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Path data() {
    return directory.resolve("data");
  }

  public int port() {
    return port;
  }

  public String uri() {
    return "postgresql://shopwire:" + PASSWORD + "@127.0.0.1:" + port + "/shopwire";
  }

  public String superuserUri(String database) {
    return "postgresql://postgres:" + PASSWORD + "@127.0.0.1:" + port + "/" + database;
  }

  /** Stops it immediately if it is running. */
  @Override
  public void close() {
    if (Files.exists(data().resolve("postmaster.pid"))) {
      stopAtOnce();
    }
  }
}
