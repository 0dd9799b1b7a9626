package dev.shopwire.common.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.SslMode;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresTest {
  private static final String SECRET = "hunter2";

  @Test
  void theVertxClientAndJdbcHaveTheSameOptions() {
    Postgres postgres =
        new Postgres("postgresql://app:hunter2@db.example:6543/shop?sslmode=require");
    assertEquals("app", postgres.user());
    assertEquals(SECRET, postgres.password());
    assertEquals(
        "jdbc:postgresql://db.example:6543/shop?sslmode=require&ApplicationName=shopwire",
        postgres.jdbcUrl());
    PgConnectOptions options = postgres.options();
    assertEquals("app", options.getUser());
    assertEquals(SECRET, options.getPassword());
    assertEquals("db.example", options.getHost());
    assertEquals(6543, options.getPort());
    assertEquals("shop", options.getDatabase());
    assertEquals(SslMode.REQUIRE, options.getSslMode());
  }

  @Test
  void theShortSchemeAndTheDefaultPortAreAccepted() {
    Postgres postgres = new Postgres("postgres://app:hunter2@127.0.0.1/shop");
    assertEquals(
        "jdbc:postgresql://127.0.0.1/shop?sslmode=disable&ApplicationName=shopwire",
        postgres.jdbcUrl());
    assertEquals(5432, postgres.options().getPort());
    assertEquals("127.0.0.1", postgres.options().getHost());
  }

  @Test
  void connectionsStartWithSessionSettingsThatTheOperatorCanOverride() {
    Postgres postgres =
        new Postgres("postgresql://app@db/shop?sslmode=disable&options=-c%20jit%3Don");
    String options =
        "-cjit=off -crandom_page_cost=1.1 -cTimeZone=UTC -cstatement_timeout=5000"
            + " -cidle_in_transaction_session_timeout=10000 -cmax_parallel_workers_per_gather=0"
            + " -c jit=on";
    assertEquals(options, postgres.options(SessionSettings.CALLS).getProperties().get("options"));
    assertEquals(
        "jdbc:postgresql://db/shop?sslmode=disable&ApplicationName=shopwire&options="
            + URLEncoder.encode(options, UTF_8),
        postgres.jdbcUrl(SessionSettings.CALLS));
    assertEquals("-c jit=on", postgres.options().getProperties().get("options"));
  }

  @Test
  void aPoolerGetsOnlyTheOptionsOfTheOperator() {
    Postgres postgres = new Postgres("postgresql://app@db/shop").throughPooler();
    assertFalse(postgres.options(SessionSettings.CALLS).getProperties().containsKey("options"));
    assertFalse(postgres.jdbcUrl(SessionSettings.CALLS).contains("options"));
  }

  @Test
  void aUserWithoutAPasswordIsAccepted() {
    Postgres postgres = new Postgres("postgresql://app@db.example/shop");
    assertEquals("app", postgres.user());
    assertEquals("", postgres.password());
    assertEquals("app", postgres.options().getUser());
  }

  /** In a URI a plus is literal (RFC 3986 §3.2.1), and any character may be percent-encoded. */
  @ParameterizedTest
  @CsvSource({
    "plain, plain",
    "a%2Bb, a+b",
    "a%20b, a b",
    "a%25b, a%b",
    "a%3Ab, a:b",
    "a%40b%2Fc, a@b/c",
    "%C3%BC%F0%9F%98%80, ü😀",
    "a-b._~!*c, a-b._~!*c",
    "a+b, a+b",
    "++, ++",
    "'a$b&c;d=e,f', 'a$b&c;d=e,f'",
    "a:b, a:b"
  })
  void aPasswordIsDecodedTheSameForBothClients(String written, String expected) {
    Postgres postgres = new Postgres("postgresql://app:" + written + "@db.example:5432/shop");
    assertEquals(expected, postgres.password());
    assertEquals("app", postgres.user());
    assertEquals(expected, postgres.options().getPassword());
  }

  @Test
  void aUserIsDecodedToo() {
    Postgres postgres = new Postgres("postgresql://my%40app:x@db.example/shop");
    assertEquals("my@app", postgres.user());
    assertEquals("my@app", postgres.options().getUser());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hunter2",
        "jdbc:postgresql://app:hunter2@db/shop",
        "mysql://app:hunter2@db/shop",
        "POSTGRESQL:/app:hunter2@db/shop",
        "postgresql://",
        "postgresql://app:hunter2@/shop",
        "postgresql://app:hunter2@db",
        "postgresql://app:hunter2@db/",
        "postgresql://db/hunter2",
        "postgresql://app:hunter2 @db/shop",
        "postgresql://app:hunter2%zz@db/shop",
        "postgresql://app:hunter2@x@db/shop",
        "postgresql://app:hunter2#x@db/shop",
        "postgresql://app:hunter2/x@db/shop",
        "postgresql://app:hunter2@db:port/shop",
        "postgresql://app:hunter2@my_db/shop",
        "postgresql://app:hunter2@db\n/shop"
      })
  void anInvalidUriIsRejectedWithoutShowingIt(String uri) {
    assertHides(assertThrows(IllegalArgumentException.class, () -> new Postgres(uri)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql://:hunter2@db/shop",
        "postgresql://app:hunter2@db:70000/shop",
        "postgresql://app:hunter2@db:0/shop",
        "postgresql://app:hunter2@db/shop?sslmode=hunter2",
        "postgresql://app:hunter2@db/shop?sslmode",
        "postgresql://app:hunter2@db/shop?sslmod=require",
        "postgresql://app:hunter2@db/shop?hunter2=1",
        "postgresql://app:hunter2@db/shop?sslmode=verify-full",
        "postgresql://app:hunter2@db/shop?sslrootcert=/nowhere/ca.crt"
      })
  void aUriThatNoClientCanUseIsRejectedToo(String uri) {
    assertHides(assertThrows(IllegalArgumentException.class, () -> new Postgres(uri)));
  }

  private static String errorMessage(String parameters) {
    IllegalArgumentException error =
        assertThrows(
            IllegalArgumentException.class,
            () -> new Postgres("postgresql://app:hunter2@db/shop?" + parameters));
    assertHides(error);
    return String.valueOf(error.getMessage());
  }

  @Test
  void problemsWithCertificatesAreReported(@TempDir Path directory) throws IOException {
    Path empty = Files.createFile(directory.resolve("empty.crt"));
    assertEquals(
        "sslrootcert: no such file: /nowhere/ca.crt",
        errorMessage("sslmode=verify-full&sslrootcert=/nowhere/ca.crt"));
    assertEquals(
        "sslrootcert: " + empty + " contains no PEM certificates",
        errorMessage("sslmode=verify-ca&sslrootcert=" + empty));
    assertEquals(
        "sslmode=verify-full requires sslrootcert, a file of trusted authorities",
        errorMessage("sslmode=verify-full"));
    Path key = Files.writeString(directory.resolve("a.key"), "-----BEGIN RSA PRIVATE KEY-----");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-rw----"));
    assertTrue(
        errorMessage("sslkey=" + key).startsWith("sslkey: " + key + " is accessible to other"));
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    assertTrue(errorMessage("sslkey=" + key).contains("is not an unencrypted PKCS #8 key"));
    Files.writeString(key, "-----BEGIN PRIVATE KEY-----");
    assertEquals("sslcert and sslkey must be set together", errorMessage("sslkey=" + key));
  }

  @Test
  void withoutAModeTlsIsPreferredExceptOnTheLocalMachine() {
    assertEquals(
        SslMode.PREFER, new Postgres("postgresql://app:hunter2@db/shop").options().getSslMode());
    assertEquals(
        SslMode.DISABLE,
        new Postgres("postgresql://app:hunter2@localhost/shop").options().getSslMode());
  }

  @Test
  void throughAPoolerNothingIsPreparedAndSessionsUseTheDirectUri() {
    Postgres pooled =
        new Postgres(
            "postgresql://app:hunter2@pool/shop",
            false,
            Optional.of("postgresql://app:hunter2@db/shop"));
    assertTrue(pooled.options().getUseLayer7Proxy());
    assertFalse(pooled.options().getCachePreparedStatements());
    assertTrue(pooled.jdbcUrl().endsWith("&prepareThreshold=0"), pooled::jdbcUrl);
    assertEquals("db", pooled.direct().options().getHost());
    assertTrue(pooled.direct().options().getCachePreparedStatements());
  }

  private static void assertHides(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      assertFalse(String.valueOf(cause.getMessage()).contains(SECRET), cause.toString());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "postgresql://app:hunter2@db.example:6543/shop, postgresql://db.example:6543/shop",
    "postgres://app:hunter2@[::1]:6543/shop?sslmode=require, postgresql://[::1]:6543/shop",
    "postgresql://app:hunter2@db.example/shop, postgresql://db.example/shop"
  })
  void thePrintedFormHasNeitherUserNorPassword(String uri, String printed) {
    assertEquals(printed, new Postgres(uri).toString());
  }
}
