package dev.shopwire.sources.fence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vertx.mysqlclient.SslMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseUriTest {
  @Test
  void aUriHasItsPartsAndTheDefaultPortOfItsEngine() {
    DatabaseUri uri = DatabaseUri.of("postgresql://reader:p%40ss@DB.Acme.example/app");
    assertEquals(Engine.POSTGRESQL, uri.engine());
    assertEquals("db.acme.example", uri.host());
    assertEquals(5432, uri.port());
    assertEquals("app", uri.database());
    assertEquals("reader", uri.user());
    assertEquals("p@ss", uri.password());
    assertEquals(3306, DatabaseUri.of("mysql://reader:x@db.acme.example/app").port());
    assertEquals("::1", DatabaseUri.of("mysql://a:b@[::1]:3307/app").host());
  }

  @Test
  void itPrintsWithoutUserAndPassword() {
    DatabaseUri uri = DatabaseUri.of("postgresql://reader:secret@db.acme.example/app");
    assertEquals("postgresql://db.acme.example:5432/app", uri.toString());
    assertFalse(uri.toString().contains("secret"));
  }

  @Test
  void bothEnginesHaveTheSameModesOfTls() {
    assertEquals(
        SslMode.REQUIRED,
        DatabaseUri.of("mysql://a:b@db.acme.example/d?sslmode=require")
            .mysqlOptions()
            .getSslMode());
    assertEquals(
        SslMode.PREFERRED,
        DatabaseUri.of("mysql://a:b@db.acme.example/d").mysqlOptions().getSslMode());
    assertEquals(
        io.vertx.pgclient.SslMode.REQUIRE,
        DatabaseUri.of("postgresql://a:b@db.acme.example/d?sslmode=require")
            .postgresOptions()
            .getSslMode());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "oracle://a:secret@h.example/d",
        "postgres://a:secret@h.example/d",
        "postgresql://h.example/d",
        "postgresql://a:secret@h.example",
        "postgresql://a:secret@h.example:0/d",
        "postgresql://a:secret@h.example:70000/d",
        "postgresql://a:secret@/d",
        "postgresql://a:secret@h.example/d#f",
        "postgresql://a:secret@h.example/d?connect_timeout=1",
        "postgresql://a:secret@h.example/d?sslmode=other",
        "postgresql://a:secret@h.example/d?sslmode=verify-full",
        "postgresql://a:secret@h.example/d?sslrootcert=/etc/passwd",
        "postgresql://a:secret@h.example/d?sslrootcert=/no/such/file",
        "postgresql://a:secret@127.1/d",
        "postgresql://a:secret@0x7f.0.0.1/d",
        "mysql://a:secret@h.example/d?options=-c",
        "mysql://a:secret@h.example/d?application_name=x"
      })
  void anInvalidOneIsRefusedWithoutRepeatingIt(String text) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> DatabaseUri.of(text));
    String message = String.valueOf(refused.getMessage());
    assertFalse(message.contains("secret"), message);
    assertFalse(message.contains("/etc") || message.contains("/no/such"), message);
  }
}
