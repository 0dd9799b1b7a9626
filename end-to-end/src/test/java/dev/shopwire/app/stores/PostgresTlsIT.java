package dev.shopwire.app.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.embedded.DataDirectory;
import dev.shopwire.embedded.EmbeddedPostgres;
import dev.shopwire.embedded.StoreOptions;
import dev.shopwire.testing.Certificates;
import dev.shopwire.testing.DataTemplate;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Stores;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests TLS to PostgreSQL, whose certificate is for {@code localhost}. Each mode is tried with both
 * clients, the service's and JDBC. Only the role {@code certified} needs a client certificate.
 */
@Tag("full")
class PostgresTlsIT {
  private static final Path DIRECTORY = TemporaryFiles.directory("tls");
  private static final String NAME = "localhost";
  private static final String ADDRESS = "127.0.0.1";
  private static final String ENCRYPTED =
      "select ssl from pg_stat_ssl where pid = pg_backend_pid()";
  private static final String RULES =
      """
      hostnossl all certified 127.0.0.1/32 reject
      hostssl all certified 127.0.0.1/32 scram-sha-256 clientcert=verify-ca
      """;
  private static Certificates trusted;
  private static Certificates untrusted;
  private static DataDirectory data;
  private static EmbeddedPostgres postgres;
  private static Vertx vertx;

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() throws IOException {
    trusted = new Certificates(Files.createDirectory(DIRECTORY.resolve("right")));
    trusted.sign(NAME, "dns:" + NAME);
    trusted.sign("certified", "dns:certified");
    untrusted = new Certificates(Files.createDirectory(DIRECTORY.resolve("wrong")));
    data = DataDirectory.open(DataTemplate.emptyPostgres(DIRECTORY.resolve("stores")));
    StoreOptions options = StoreOptions.defaults().with("shared_buffers", "64MB");
    try (EmbeddedPostgres plain = EmbeddedPostgres.start(data, line -> {}, options)) {
      assertFalse(plain.uri().isEmpty());
    }
    install();
    postgres =
        EmbeddedPostgres.start(
            data,
            line -> {},
            options
                .with("ssl", "on")
                .with("ssl_cert_file", "server.crt")
                .with("ssl_key_file", "server.key")
                .with("ssl_ca_file", "ca.crt"));
    vertx = Vertx.vertx();
  }

  /** Copies the files into the server's directory, with the server's user as owner. */
  private static void install() throws IOException {
    Path server = data.path().resolve("postgres");
    Path model = server.resolve("PG_VERSION");
    copy(trusted.certificate(NAME), server.resolve("server.crt"), model);
    copy(trusted.key(NAME), server.resolve("server.key"), model);
    copy(trusted.ca(), server.resolve("ca.crt"), model);
    Path rules = server.resolve("pg_hba.conf");
    Files.writeString(rules, RULES + Files.readString(rules));
  }

  private static void copy(Path from, Path to, Path model) throws IOException {
    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    Files.setPosixFilePermissions(to, PosixFilePermissions.fromString("rw-------"));
    Files.setAttribute(to, "unix:uid", Files.getAttribute(model, "unix:uid"));
  }

  @AfterAll
  static void stop() {
    vertx.close();
    postgres.close();
    data.close();
    TemporaryFiles.delete(DIRECTORY);
  }

  private static String uri(String host, String parameters) {
    return postgres.uri().replace("@" + ADDRESS + ":", "@" + host + ":") + "?" + parameters;
  }

  /** Whether the connection is encrypted, which must be the same with both clients. */
  private static boolean connect(String uri) throws Exception {
    boolean jdbc = byJdbc(uri);
    assertEquals(jdbc, byVertx(uri), "JDBC is encrypted like the service's client");
    return jdbc;
  }

  private static boolean byJdbc(String uri) throws SQLException {
    Postgres postgres = new Postgres(uri);
    try (Connection connection =
            DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(), postgres.password());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(ENCRYPTED)) {
      rows.next();
      return rows.getBoolean(1);
    }
  }

  private static boolean byVertx(String uri) throws Exception {
    return PgConnection.connect(vertx, new Postgres(uri).options())
        .compose(
            connection ->
                connection
                    .query(ENCRYPTED)
                    .execute()
                    .map(rows -> rows.iterator().next().getBoolean(0))
                    .eventually(connection::close))
        .toCompletionStage()
        .toCompletableFuture()
        .get(10, TimeUnit.SECONDS);
  }

  private static void assertRefused(String uri) {
    assertThrows(SQLException.class, () -> byJdbc(uri), "by JDBC");
    assertThrows(ExecutionException.class, () -> byVertx(uri), "by the service's client");
  }

  @Test
  void theModeDecidesAboutEncryption() throws Exception {
    assertFalse(connect(postgres.uri()), "on the same machine, by default");
    assertFalse(connect(uri(NAME, "sslmode=disable")));
    assertTrue(connect(uri(NAME, "sslmode=prefer")));
    assertTrue(connect(uri(ADDRESS, "sslmode=require")));
    String plain = Stores.shared().postgresUri();
    assertFalse(connect(plain + "?sslmode=prefer"), "to a server without TLS");
    assertRefused(plain + "?sslmode=require");
  }

  @Test
  void theAuthorityIsVerifiedAndWithVerifyFullTheNameToo() throws Exception {
    assertTrue(connect(uri(NAME, "sslmode=verify-full&sslrootcert=" + trusted.ca())));
    assertTrue(connect(uri(ADDRESS, "sslmode=verify-ca&sslrootcert=" + trusted.ca())));
    assertRefused(uri(ADDRESS, "sslmode=verify-full&sslrootcert=" + trusted.ca()));
    assertRefused(uri(NAME, "sslmode=verify-full&sslrootcert=" + untrusted.ca()));
    assertRefused(uri(NAME, "sslmode=verify-ca&sslrootcert=" + untrusted.ca()));
    assertRefused(uri(NAME, "sslmode=require&sslrootcert=" + untrusted.ca()));
  }

  @Test
  void aServerThatRequiresAClientCertificateGetsIt() throws Exception {
    String password = postgres.uri().replaceAll(".*shopwire:([^@]*)@.*", "$1");
    superuser().run("create role certified login password '" + password + "'");
    String uri =
        uri(NAME, "sslmode=verify-full&sslrootcert=" + trusted.ca())
            .replace("//shopwire:", "//certified:");
    String clientCertificate =
        "&sslcert=" + trusted.certificate("certified") + "&sslkey=" + trusted.key("certified");
    assertRefused(uri);
    assertTrue(connect(uri + clientCertificate));
  }

  private static Sql superuser() throws IOException {
    String secrets = Files.readString(data.path().resolve("postgres.secret"));
    String password = secrets.replaceAll("(?s).*postgres=(\\w+).*", "$1");
    return new Sql(
        "postgresql://postgres:%s@127.0.0.1:%d/postgres".formatted(password, postgres.port()));
  }

  @Test
  void allConnectionsOfTheServiceAreEncrypted() {
    String uri =
        uri(NAME, "application_name=a-service&sslmode=verify-full&sslrootcert=" + trusted.ca());
    Map<String, String> environment =
        RunningService.onSharedStores(
            Map.of("SHOPWIRE_POSTGRES_URI", uri, "SHOPWIRE_VERTICLES", "ingest,analytics,console"));
    try (ServiceProcess service = ServiceProcess.start(DIRECTORY, environment)) {
      Tenants.App app =
          new Tenants(service.consoleUrl(), service.httpUrl(), RunningService.ADMIN_TOKEN).app();
      String event = "{\"eventName\":\"a\",\"customerId\":\"s.example.com\"}";
      assertEquals(200, app.api().post("/v1/usage_events", event).status());
      assertEquals(200, app.api().get("/v1/usage_events").status());
      String sessions =
          "select count(*) from pg_stat_activity join pg_stat_ssl using (pid)"
              + " where application_name = 'a-service' and ";
      Sql sql = new Sql(postgres.uri());
      assertTrue(sql.number(sessions + "ssl") > 2);
      assertEquals(0, sql.number(sessions + "not ssl"));
    }
  }
}
