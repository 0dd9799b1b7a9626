package dev.shopwire.common.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import io.vertx.core.VertxException;
import io.vertx.pgclient.PgException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresFailuresTest {
  private static PgException of(String state) {
    return new PgException("a message", "ERROR", state, "with row data");
  }

  @ParameterizedTest
  @ValueSource(strings = {"22003", "22021", "22P05", "23502", "23503", "23505", "54000", "54001"})
  void dataConstraintsAndLimitsRejectTheStatement(String state) {
    assertTrue(PostgresFailures.isRefusal(of(state)));
    assertFalse(PostgresFailures.isMissingPartition(of(state)));
    assertFalse(PostgresFailures.isConflict(of(state)));
  }

  @Test
  void aFailedCheckIsAMissingPartitionAndNotARejection() {
    assertTrue(PostgresFailures.isMissingPartition(of("23514")));
    assertFalse(PostgresFailures.isRefusal(of("23514")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"40P01", "40001"})
  void aLostRaceMayBeRetried(String state) {
    assertTrue(PostgresFailures.isConflict(of(state)));
    assertFalse(PostgresFailures.isRefusal(of(state)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "08006", // connection failure
        "28P01", // wrong password, as after a rotation
        "53300", // too many connections
        "57014", // statement timeout
        "57P01", // admin shutdown
        "57P03", // starting up
        "58030", // I/O error
        "25006", // read-only: a standby took over
        "55P03", // lock not available
        "40001", // serialization failure
        "40P01" // deadlock
      })
  void whatARetryCanFixIsAnOutage(String state) {
    assertUnavailable(PostgresFailures.asFailure(of(state)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"42P01", "42601", "22003", "23505", "42501", "XX000", "P0001", "25001"})
  void whatARetryCannotFixIsReturnedUnchanged(String state) {
    PgException error = of(state);
    assertSame(error, PostgresFailures.asFailure(error));
  }

  static Stream<Throwable> transportErrors() {
    return Stream.of(
        new ConnectException("Connection refused: db.internal/10.0.0.1:5432"),
        new UnknownHostException("db.internal"),
        new IOException("Connection reset by peer"),
        new ClosedChannelException(),
        new TimeoutException("timed out"),
        new VertxException("Connection is not active now, current status: CLOSED"));
  }

  @ParameterizedTest
  @MethodSource("transportErrors")
  void aLostConnectionIsAnOutage(Throwable error) {
    assertUnavailable(PostgresFailures.asFailure(error));
  }

  static Stream<Throwable> bugs() {
    return Stream.of(
        new NullPointerException("null"),
        new IllegalStateException("an event of a written group is undecided"),
        new ClassCastException("cast"),
        new NoSuchElementException("none"),
        new ConcurrentModificationException(),
        new AssertionError("bug"));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void aBugStaysABug(Throwable error) {
    assertSame(error, PostgresFailures.asFailure(error));
  }

  @Test
  void anExpectedFailureIsReturnedUnchanged() {
    Failure failure = Failure.of(Code.NOT_FOUND, "There is no such app");
    assertSame(failure, PostgresFailures.asFailure(failure));
  }

  @Test
  void anErrorWithoutASqlStateHasNoClass() {
    PgException error = new PgException("a message", "ERROR", null, null);
    assertFalse(PostgresFailures.isRefusal(error));
    assertFalse(PostgresFailures.isConflict(error));
    assertFalse(PostgresFailures.isMissingPartition(error));
    assertSame(error, PostgresFailures.asFailure(error));
  }

  private static void assertUnavailable(Throwable mapped) {
    Failure failure = assertInstanceOf(Failure.class, mapped);
    assertEquals(Code.UNAVAILABLE, failure.code());
    assertEquals("The database is unavailable", failure.message());
    assertEquals(Optional.of(Duration.ofSeconds(1)), failure.retryAfter());
  }
}
