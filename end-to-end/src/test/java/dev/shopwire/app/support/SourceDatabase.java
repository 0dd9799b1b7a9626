package dev.shopwire.app.support;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.shopwire.embedded.DataDirectory;
import dev.shopwire.embedded.EmbeddedPostgres;
import dev.shopwire.testing.DataTemplate;
import dev.shopwire.testing.Signals;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.TemporaryFiles;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * Runs a separate PostgreSQL server with a table of shops, as an app's own database: {@code reader}
 * may only read it, {@code owner} owns what is in it.
 */
public final class SourceDatabase implements AutoCloseable {
  public static final String PASSWORD = "reads-and-nothing-else";

  private static final class Shared {
    static final SourceDatabase SOURCE = new SourceDatabase();

    static {
      Runtime.getRuntime().addShutdownHook(new Thread(SOURCE::close));
    }
  }

  private final Path directory = TemporaryFiles.directory("source");
  private final DataDirectory data = DataDirectory.open(DataTemplate.emptyPostgres(directory));
  private final EmbeddedPostgres server = EmbeddedPostgres.start(data, line -> {});

  public SourceDatabase() {
    superuser()
        .run(
            """
            create role reader login password '%1$s';
            create role owner login password '%1$s';
            grant create on database shopwire to owner;
            create table shops (domain text primary key, plan text, orders int, is_trial boolean);
            insert into shops values
              ('acme.platform.example', 'pro', 12, false),
              ('no-customer.platform.example', 'free', 0, true);
            grant select on shops to reader;
            alter table shops owner to owner;
            """
                .formatted(PASSWORD));
  }

  /** For tests that change nothing in it; stopped with the JVM. */
  public static SourceDatabase shared() {
    return Shared.SOURCE;
  }

  public Sql superuser() {
    return new Sql(superuserUri());
  }

  public String superuserUri() {
    Properties secrets = new Properties();
    try (Reader reader = Files.newBufferedReader(directory.resolve("postgres.secret"), UTF_8)) {
      secrets.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return uri("postgres", secrets.getProperty("postgres"));
  }

  public String readerUri() {
    return uri("reader", PASSWORD);
  }

  public String ownerUri() {
    return uri("owner", PASSWORD);
  }

  public String uri(String user, String password) {
    return "postgresql://%s:%s@127.0.0.1:%d/shopwire".formatted(user, password, server.port());
  }

  /** The directory of the server's files. */
  public Path files() {
    return directory.resolve("postgres");
  }

  public void killServer() {
    Signals.kill(server.pid());
  }

  public void restartServer() {
    server.restart();
  }

  @Override
  public void close() {
    server.close();
    data.close();
    TemporaryFiles.delete(directory);
  }
}
