package dev.shopwire.app.linked;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.app.support.RunningService;
import dev.shopwire.embedded.DataDirectory;
import dev.shopwire.embedded.EmbeddedPostgres;
import dev.shopwire.embedded.StoreOptions;
import dev.shopwire.testing.Certificates;
import dev.shopwire.testing.DataTemplate;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.TemporaryFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Databases over TLS. A connection goes to an address that was checked, and the certificate must be
 * for the name in the URI all the same: here it is for {@code localhost}.
 */
@Tag("full")
class LinkedTlsIT {
  private static final Path DIRECTORY = TemporaryFiles.directory("linked-tls");
  private static final String NAME = "localhost";
  private static final String ENCRYPTED =
      """
      select 'one.platform.example' as domain, ssl::text as encrypted
      from pg_stat_ssl where pid = pg_backend_pid()
      """;

  private static Certificates trusted;
  private static Certificates untrusted;
  private static DataDirectory data;
  private static EmbeddedPostgres postgres;

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() throws IOException {
    trusted = new Certificates(Files.createDirectory(DIRECTORY.resolve("right")));
    trusted.sign(NAME, "dns:" + NAME);
    untrusted = new Certificates(Files.createDirectory(DIRECTORY.resolve("wrong")));
    data = DataDirectory.open(DataTemplate.emptyPostgres(DIRECTORY.resolve("stores")));
    StoreOptions options = StoreOptions.defaults().with("shared_buffers", "64MB");
    // The first start makes the directory, into which the certificate is copied.
    EmbeddedPostgres.start(data, line -> {}, options).close();
    copy(trusted.certificate(NAME), "server.crt");
    copy(trusted.key(NAME), "server.key");
    postgres =
        EmbeddedPostgres.start(
            data,
            line -> {},
            options
                .with("ssl", "on")
                .with("ssl_cert_file", "server.crt")
                .with("ssl_key_file", "server.key"));
    String secrets = Files.readString(data.path().resolve("postgres.secret"), UTF_8);
    new Sql(
            "postgresql://postgres:%s@127.0.0.1:%d/shopwire"
                .formatted(secrets.replaceAll("(?s).*postgres=(\\w+).*", "$1"), postgres.port()))
        .run("create role reader login password 'reads'");
  }

  private static void copy(Path from, String name) throws IOException {
    Path server = data.path().resolve("postgres");
    Path to = server.resolve(name);
    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    Files.setPosixFilePermissions(to, PosixFilePermissions.fromString("rw-------"));
    Files.setAttribute(
        to, "unix:uid", Files.getAttribute(server.resolve("PG_VERSION"), "unix:uid"));
  }

  @AfterAll
  static void stop() {
    postgres.close();
    data.close();
    TemporaryFiles.delete(DIRECTORY);
  }

  private static Response create(LinkedFixture fixture, String host, String parameters) {
    return fixture.create(
        fixture.body(
            "tls " + host + " " + parameters.replaceAll(".*/(.*)/.*", "$1"),
            "postgresql://reader:reads@%s:%d/shopwire?%s"
                .formatted(host, postgres.port(), parameters)));
  }

  @Test
  void theCertificateMustBeForTheNameAlthoughTheAddressIsPinned() {
    LinkedFixture fixture = LinkedFixture.of(RunningService.shared().tenants());
    new LinkedQueries(fixture, "").identify("one");
    String verified = "sslmode=verify-full&sslrootcert=" + trusted.ca();
    Response named = create(fixture, NAME, verified);
    assertEquals(200, named.status(), named::body);
    Response response =
        fixture.preview(
            named.json().at("/database/id").asText(),
            ENCRYPTED,
            "domain",
            "encrypted:encrypted:text:customers");
    assertEquals("true", response.json().at("/preview/rows/0/fields/0/new").asText());
    Response byAddress = create(fixture, "127.0.0.1", verified);
    assertEquals(422, byAddress.status(), byAddress::body);
    Response unknown = create(fixture, NAME, "sslmode=verify-full&sslrootcert=" + untrusted.ca());
    assertEquals(422, unknown.status(), unknown::body);
    Response required = create(fixture, "127.0.0.1", "sslmode=require");
    assertEquals(200, required.status(), required::body);
  }
}
