package dev.shopwire.common.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonParseException;
import dev.shopwire.common.RecordingLogger;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import io.netty.channel.ChannelException;
import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.DecoderException;
import io.vertx.core.Future;
import io.vertx.core.VertxException;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.json.DecodeException;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClosedConnectionException;
import io.vertx.sqlclient.TransactionRollbackException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.NoSuchFileException;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
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
    assertTrue(PostgresFailures.isDataError(of(state)));
    assertFalse(PostgresFailures.isMissingPartition(of(state)));
    assertFalse(PostgresFailures.isConflict(of(state)));
  }

  @Test
  void aFailedCheckIsAMissingPartitionAndNotARejection() {
    assertTrue(PostgresFailures.isMissingPartition(of("23514")));
    assertFalse(PostgresFailures.isDataError(of("23514")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"40P01", "40001"})
  void aConflictMayBeRetried(String state) {
    assertTrue(PostgresFailures.isConflict(of(state)));
    assertFalse(PostgresFailures.isDataError(of(state)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "08000", // connection exception
        "08006", // connection failure
        "08P01", // PgBouncer: no server in time, login failed
        "28000", // no entry in pg_hba.conf
        "28P01", // wrong password, as after a rotation
        "53100", // disk full
        "53200", // out of memory
        "53300", // too many connections
        "57000", // operator intervention
        "57014", // statement timeout
        "57P01", // admin shutdown
        "57P02", // crash shutdown
        "57P03", // starting up
        "57P04", // database dropped
        "57P05", // idle session timeout
        "58000", // system error
        "58030", // I/O error
        "25006", // read-only: a standby took over
        "25P03", // idle in transaction for too long
        "25P04", // transaction timeout
        "3D000", // no such database: it is being restored
        "40001", // serialization failure
        "40P01", // deadlock
        "55P03" // lock not available
      })
  void anErrorThatARetryCanFixIsAnOutage(String state) {
    assertTrue(PostgresFailures.isOutage(of(state)));
    assertUnavailable(PostgresFailures.asFailure(of(state)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0A000", // feature not supported
        "22003", // number out of range
        "23502", // not-null violation
        "23505", // unique violation
        "25001", // active transaction
        "25P02", // aborted transaction
        "26000", // no such prepared statement
        "40002", // transaction integrity constraint violation
        "42501", // insufficient privilege
        "42601", // syntax error
        "42703", // undefined column
        "42P01", // undefined table
        "42883", // undefined function
        "54000", // program limit exceeded
        "55000", // object not in prerequisite state
        "P0001", // raise exception
        "XX000" // internal error
      })
  void anErrorThatARetryCannotFixIsReturnedUnchanged(String state) {
    PgException error = of(state);
    assertFalse(PostgresFailures.isOutage(error));
    assertSame(error, PostgresFailures.asFailure(error));
  }

  static Stream<Throwable> lostConnections() {
    return Stream.of(
        new ConnectException("Connection refused: db.internal/10.0.0.1:5432"),
        new ConnectTimeoutException("connection timed out: db.internal/10.0.0.1:5432"),
        new NoRouteToHostException("No route to host"),
        new SocketException("Connection reset"),
        new SocketTimeoutException("timed out"),
        new UnknownHostException("db.internal"),
        new UnresolvedAddressException(),
        new IOException("Connection reset by peer"),
        new ClosedChannelException(),
        new SSLHandshakeException("Failed to create SSL connection"),
        new DecoderException(new SSLException("bad record")),
        new ChannelException(new SocketException("Too many open files")),
        new TimeoutException("timed out"),
        new RejectedExecutionException("event executor terminated"),
        ClosedConnectionException.INSTANCE,
        NetSocketInternal.CLOSED_EXCEPTION,
        VertxException.noStackTrace("Connection is not active now, current status: CLOSED"),
        VertxException.noStackTrace("Connection is not active now, current status: CLOSING"),
        // The connection was closed, whatever the reason: the command was not sent.
        new VertxException(
            "Pending requests failed to be sent due to connection has been closed.",
            new NullPointerException()),
        new VertxException("SSL handshake failed"),
        new Exception("Postgres Server does not handle SSL connection"),
        new Exception("Invalid SSL connection message"),
        VertxException.noStackTrace("Pool closed"));
  }

  @ParameterizedTest
  @MethodSource("lostConnections")
  void aLostConnectionIsAnOutage(Throwable error) {
    assertTrue(PostgresFailures.isOutage(error));
    assertFalse(PostgresFailures.isPoolExhausted(error));
    assertUnavailable(PostgresFailures.asFailure(error));
  }

  static Stream<Throwable> exhaustedPools() {
    return Stream.of(
        new ConnectionPoolTooBusyException("Connection pool reached max wait queue size of 64"),
        Future.failedFuture("Timeout").cause(),
        new VertxException("Timeout waiting for connection"));
  }

  @ParameterizedTest
  @MethodSource("exhaustedPools")
  void aPoolWithoutAFreeConnectionIsAnOutage(Throwable error) {
    assertTrue(PostgresFailures.isPoolExhausted(error));
    assertUnavailable(PostgresFailures.asFailure(error));
  }

  static Stream<Throwable> bugs() {
    return Stream.of(
        new NullPointerException("null"),
        new IllegalArgumentException("argument"),
        new IllegalStateException("an event of a written group is undecided"),
        new ClassCastException("cast"),
        new NoSuchElementException("none"),
        new ConcurrentModificationException(),
        new DateTimeException("date"),
        new UnsupportedOperationException("Timeout"),
        new DecodeException("Failed to decode"),
        new DecoderException("Decoding Path exception"),
        new CompletionException(new IllegalStateException("bug")),
        new UncheckedIOException(new IOException("wrapped by hand: the code that did knows more")),
        new JsonParseException("Unexpected character"),
        new NoSuchFileException("/missing"),
        new Exception("Timeout"),
        VertxException.noStackTrace(
            "Parameter at position[0] with class = [java.lang.String] and value = [x] can not be"
                + " coerced to the expected class = [java.lang.Number] for encoding."),
        VertxException.noStackTrace("Transaction already completed"),
        TransactionRollbackException.INSTANCE,
        new AssertionError("bug"));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void aBugIsReturnedUnchanged(Throwable error) {
    assertFalse(PostgresFailures.isOutage(error));
    assertSame(error, PostgresFailures.asFailure(error));
  }

  @Test
  void aBugThatSeveralCallersShareIsLoggedOnceAndHidden() {
    RecordingLogger log = new RecordingLogger();
    IllegalStateException bug = new IllegalStateException("secret");
    Failure failure = PostgresFailures.asSharedFailure(log, "Group write failed", bug);
    assertEquals(Code.INTERNAL, failure.code());
    assertFalse(failure.message().contains("secret"));
    assertSame(bug, log.take().get(0).error());
    assertUnavailable(PostgresFailures.asSharedFailure(log, "Group write failed", of("57P01")));
    Failure expected = Failure.notFound("app");
    assertSame(expected, PostgresFailures.asSharedFailure(log, "Group write failed", expected));
    assertEquals(List.of(), log.take());
  }

  @Test
  void anExpectedFailureIsReturnedUnchanged() {
    Failure failure = Failure.of(Code.NOT_FOUND, "There is no such app");
    assertSame(failure, PostgresFailures.asFailure(failure));
  }

  @Test
  void anErrorWithoutASqlStateHasNoClass() {
    PgException error = new PgException("a message", "ERROR", null, null);
    assertFalse(PostgresFailures.isDataError(error));
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
