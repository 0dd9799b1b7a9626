package dev.shopwire.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.shopwire.embedded.DataDirectory;
import dev.shopwire.embedded.EmbeddedPostgres;
import dev.shopwire.embedded.StoreOptions;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.Set;

/**
 * An embedded PostgreSQL with an embedded streaming replica. The bundled binaries lack
 * pg_basebackup, so the files are copied between {@code pg_backup_start} and {@code
 * pg_backup_stop}.
 */
public final class PostgresPair implements AutoCloseable {
  private static final String SUPERUSER = "postgres";
  private static final String SECRETS = "postgres.secret";

  /** Files that the server creates again or that belong to the running server. */
  private static final Set<String> EXCLUDED =
      Set.of("postmaster.pid", "postmaster.opts", "pg_wal", "pg_replslot", "pg_stat_tmp");

  private final DataDirectory primaryData;
  private final DataDirectory replicaData;
  private final EmbeddedPostgres primary;
  private final StoreOptions replicaOptions;
  private EmbeddedPostgres replica;

  public PostgresPair(Path directory) {
    primaryData = DataDirectory.open(DataTemplate.emptyPostgres(directory.resolve("primary")));
    replicaData = DataDirectory.open(directory.resolve("replica"));
    StoreOptions options = StoreOptions.defaults().with("shared_buffers", "64MB");
    primary = EmbeddedPostgres.start(primaryData, line -> {}, options);
    try {
      copy();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String source =
        "host=127.0.0.1 port=%d user=%s password=%s"
            .formatted(primary.port(), SUPERUSER, password());
    replicaOptions = options.with("primary_conninfo", source);
    replica = EmbeddedPostgres.start(replicaData, line -> {}, replicaOptions);
  }

  public EmbeddedPostgres primary() {
    return primary;
  }

  public EmbeddedPostgres replica() {
    return replica;
  }

  /** Access to the replica as its superuser. */
  public Sql replicaSql() {
    return new Sql(superuserUri(replica.port(), "shopwire"));
  }

  /** Access to the primary as its superuser. */
  public Sql primarySql() {
    return new Sql(superuserUri(primary.port(), "shopwire"));
  }

  /** Restarts the replica on the same port after it was stopped or killed. */
  public void startReplica() {
    replica =
        EmbeddedPostgres.start(replicaData, line -> {}, replicaOptions.withPort(replica.port()));
  }

  private String superuserUri(int port, String database) {
    return "postgresql://%s:%s@127.0.0.1:%d/%s".formatted(SUPERUSER, password(), port, database);
  }

  private String password() {
    Properties secrets = new Properties();
    try (Reader reader = Files.newBufferedReader(primaryData.path().resolve(SECRETS))) {
      secrets.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return secrets.getProperty(SUPERUSER);
  }

  private void copy() throws IOException {
    Path from = primaryData.path().resolve("postgres");
    Path to = replicaData.path().resolve("postgres");
    Files.copy(primaryData.path().resolve(SECRETS), replicaData.path().resolve(SECRETS));
    String url = "jdbc:postgresql://127.0.0.1:" + primary.port() + "/postgres";
    try (Connection connection = DriverManager.getConnection(url, SUPERUSER, password());
        Statement statement = connection.createStatement()) {
      statement.execute("select pg_backup_start('a replica', true)");
      copy(from, to);
      try (ResultSet label =
          statement.executeQuery("select labelfile from pg_backup_stop(false)")) {
        label.next();
        Files.writeString(to.resolve("backup_label"), label.getString(1), UTF_8);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    Files.createFile(to.resolve("standby.signal"));
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
              throws IOException {
            Files.createDirectories(to.resolve(from.relativize(directory)));
            return EXCLUDED.contains(directory.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (!EXCLUDED.contains(file.getFileName().toString())) {
              Files.copy(file, to.resolve(from.relativize(file)));
            }
            return FileVisitResult.CONTINUE;
          }

          /** Ignores files that the running server deletes during the copy. */
          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            if (failure instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw failure;
          }
        });
  }

  @Override
  public void close() {
    replica.close();
    primary.close();
    replicaData.close();
    primaryData.close();
  }
}
