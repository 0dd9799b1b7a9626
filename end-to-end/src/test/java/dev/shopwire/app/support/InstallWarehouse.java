package dev.shopwire.app.support;

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
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** Runs a separate PostgreSQL server with a table of installs and a role that may read it. */
public final class InstallWarehouse implements AutoCloseable {
  private static final String PASSWORD = "reads-and-nothing-else";

  private final Path directory = TemporaryFiles.directory("warehouse");
  private final DataDirectory data = DataDirectory.open(DataTemplate.emptyPostgres(directory));
  private final EmbeddedPostgres server = EmbeddedPostgres.start(data, line -> {});

  public InstallWarehouse() {
    sql()
        .run(
            """
            create role reader login password '%s';
            create table installs (event_key text, at timestamptz, shop text, url text,
              true_shop text, true_code text, phase int not null);
            create index on installs (at);
            grant select on installs to reader;
            grant select, insert on installs to shopwire;
            """
                .formatted(PASSWORD));
  }

  public static String password() {
    return PASSWORD;
  }

  /** Connects as superuser. */
  public Sql sql() {
    Properties secrets = new Properties();
    try (Reader reader = Files.newBufferedReader(directory.resolve("postgres.secret"))) {
      secrets.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Sql(uri("postgres", secrets.getProperty("postgres")));
  }

  public String readerUri() {
    return uri("reader", PASSWORD);
  }

  /** The URI of a role that may also write. */
  public String writerUri() {
    return server.uri();
  }

  private String uri(String user, String password) {
    return "postgresql://%s:%s@127.0.0.1:%d/shopwire".formatted(user, password, server.port());
  }

  /** The settings of a service that reads these installs every second. */
  public Map<String, String> settings(String workspaceId, String slug) {
    return new TreeMap<>(
        Map.of(
            "SHOPWIRE_LISTING_URI", readerUri(),
            "SHOPWIRE_LISTING_QUERY", "select * from installs; ",
            "SHOPWIRE_LISTING_WORKSPACE", workspaceId,
            "SHOPWIRE_LISTING_APP", slug,
            "SHOPWIRE_LISTING_KEY_COLUMN", "event_key",
            "SHOPWIRE_LISTING_TIME_COLUMN", "at",
            "SHOPWIRE_LISTING_SHOP_COLUMN", "shop",
            "SHOPWIRE_LISTING_URL_COLUMN", "url",
            "SHOPWIRE_LISTING_INTERVAL_MILLIS", "1000"));
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
