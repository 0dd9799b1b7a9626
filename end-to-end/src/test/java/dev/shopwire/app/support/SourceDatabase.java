package dev.shopwire.app.support;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.shopwire.embedded.DataDirectory;
import dev.shopwire.embedded.EmbeddedPostgres;
import dev.shopwire.testing.DataTemplate;
import dev.shopwire.testing.InstalledPostgres;
import dev.shopwire.testing.InstalledStores;
import dev.shopwire.testing.Signals;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.TemporaryFiles;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * Runs a separate PostgreSQL server with a table of shops, as an app's own database: {@code reader}
 * may only read it, {@code owner} owns what is in it. The server is the embedded one, or that of
 * the distribution where tests run on {@link InstalledStores}.
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
  private final Server server =
      InstalledStores.areRequested()
          ? new Installed(InstalledPostgres.create(directory, Map.of()))
          : Embedded.in(directory);

  /** The program of the server. */
  private sealed interface Server {
    int port();

    String superuserUri();

    Path files();

    long pid();

    void restart();

    void close();
  }

  private record Installed(InstalledPostgres postgres) implements Server {
    @Override
    public int port() {
      return postgres.port();
    }

    @Override
    public String superuserUri() {
      return postgres.superuserUri("shopwire");
    }

    @Override
    public Path files() {
      return postgres.data();
    }

    @Override
    public long pid() {
      try (Stream<String> lines = Files.lines(files().resolve("postmaster.pid"))) {
        return Long.parseLong(lines.findFirst().orElseThrow());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void restart() {
      postgres.start();
    }

    @Override
    public void close() {
      postgres.close();
    }
  }

  private record Embedded(Path directory, DataDirectory data, EmbeddedPostgres postgres)
      implements Server {
    static Embedded in(Path directory) {
      DataDirectory data = DataDirectory.open(DataTemplate.emptyPostgres(directory));
      return new Embedded(directory, data, EmbeddedPostgres.start(data, line -> {}));
    }

    @Override
    public int port() {
      return postgres.port();
    }

    @Override
    public String superuserUri() {
      Properties secrets = new Properties();
      try (Reader reader = Files.newBufferedReader(directory.resolve("postgres.secret"), UTF_8)) {
        secrets.load(reader);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return "postgresql://postgres:%s@127.0.0.1:%d/shopwire"
          .formatted(secrets.getProperty("postgres"), port());
    }

    @Override
    public Path files() {
      return directory.resolve("postgres");
    }

    @Override
    public long pid() {
      return postgres.pid();
    }

    @Override
    public void restart() {
      postgres.restart();
    }

    @Override
    public void close() {
      postgres.close();
      data.close();
    }
  }

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
    return server.superuserUri();
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
    return server.files();
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
    TemporaryFiles.delete(directory);
  }
}
