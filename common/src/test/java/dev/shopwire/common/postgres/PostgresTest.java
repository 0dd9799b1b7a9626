package dev.shopwire.common.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.SslMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresTest {
  private static final String SECRET = "hunter2";

  @Test
  void theVertxClientAndJdbcAreToldTheSame() {
    Postgres postgres =
        new Postgres("postgresql://app:hunter2@db.example:6543/shop?sslmode=require");
    assertEquals("app", postgres.user());
    assertEquals(SECRET, postgres.password());
    assertEquals("jdbc:postgresql://db.example:6543/shop?sslmode=require", postgres.jdbcUrl());
    PgConnectOptions options = postgres.options();
    assertEquals("app", options.getUser());
    assertEquals(SECRET, options.getPassword());
    assertEquals("db.example", options.getHost());
    assertEquals(6543, options.getPort());
    assertEquals("shop", options.getDatabase());
    assertEquals(SslMode.REQUIRE, options.getSslMode());
  }

  @Test
  void theShortSchemeAndTheDefaultPortAreTaken() {
    Postgres postgres = new Postgres("postgres://app:hunter2@127.0.0.1/shop");
    assertEquals("jdbc:postgresql://127.0.0.1/shop", postgres.jdbcUrl());
    assertEquals(5432, postgres.options().getPort());
    assertEquals("127.0.0.1", postgres.options().getHost());
  }

  @Test
  void aUserWithoutAPasswordIsTaken() {
    Postgres postgres = new Postgres("postgresql://app@db.example/shop");
    assertEquals("app", postgres.user());
    assertEquals("", postgres.password());
    assertEquals("app", postgres.options().getUser());
  }

  /** In a URI a plus is a plus (RFC 3986 §3.2.1), and everything else may be percent-encoded. */
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
  void aPasswordIsDecodedAlikeForBothClients(String written, String expected) {
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
  void aUriOfAnotherFormIsRefusedWithoutShowingIt(String uri) {
    assertHides(assertThrows(IllegalArgumentException.class, () -> new Postgres(uri)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql://:hunter2@db/shop",
        "postgresql://app:hunter2@db:70000/shop",
        "postgresql://app:hunter2@db:0/shop",
        "postgresql://app:hunter2@db/shop?sslmode=hunter2",
        "postgresql://app:hunter2@db/shop?sslmode"
      })
  void whatNoClientCouldUseIsRefusedAtOnceToo(String uri) {
    assertHides(assertThrows(IllegalArgumentException.class, () -> new Postgres(uri)));
  }

  private static void assertHides(Throwable error) {
    for (Throwable at = error; at != null; at = at.getCause()) {
      assertFalse(String.valueOf(at.getMessage()).contains(SECRET), at.toString());
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
