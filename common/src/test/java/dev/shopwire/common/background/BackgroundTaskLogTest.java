package dev.shopwire.common.background;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.shopwire.common.RecordingLogger;
import dev.shopwire.common.RecordingLogger.Line;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.PostgresFailures;
import io.vertx.core.Future;
import io.vertx.core.VertxException;
import io.vertx.pgclient.PgException;
import java.net.ConnectException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

class BackgroundTaskLogTest {
  private final ConnectException refused = new ConnectException("Connection refused");
  private final IllegalStateException bug = new IllegalStateException("bug");

  private final RecordingLogger lines = new RecordingLogger();
  private long nanos = Long.MAX_VALUE - 1; // the nano clock may overflow
  private final BackgroundTaskLog log =
      new BackgroundTaskLog(
          lines,
          "Lane lease renewal failed, will retry",
          "Lane lease renewal succeeded again",
          PostgresFailures::isOutage,
          () -> nanos);

  private void pass(int seconds) {
    nanos += Duration.ofSeconds(seconds).toNanos();
  }

  private Line only() {
    List<Line> taken = lines.take();
    assertEquals(1, taken.size(), taken::toString);
    return taken.get(0);
  }

  private void assertNothingLogged() {
    assertEquals(List.of(), lines.take());
  }

  @Test
  void anOutageIsAWarningWithoutAStack() {
    log.failed(refused);
    assertEquals(
        new Line(Level.WARN, "Lane lease renewal failed, will retry: Connection refused", null),
        only());
  }

  @Test
  void anOutageWithoutAMessageIsLoggedByItsType() {
    log.failed(new ClosedChannelException());
    assertEquals(
        "Lane lease renewal failed, will retry: java.nio.channels.ClosedChannelException",
        only().text());
  }

  @Test
  void anExpectedFailureIsAWarningToo() {
    log.failed(Failure.unavailable("No reachable process runs the role \"analytics\""));
    assertEquals(Level.WARN, only().level());
  }

  @Test
  void aBugIsAnErrorWithItsStack() {
    log.failed(bug);
    Line line = only();
    assertEquals(Level.ERROR, line.level());
    assertEquals("Lane lease renewal failed, will retry", line.text());
    assertSame(bug, line.error());
  }

  @Test
  void aFailureOfTheSameKindIsLoggedOncePerMinuteWithTheirNumber() {
    log.failed(refused);
    lines.take();
    for (int i = 0; i < 29; i++) {
      pass(2);
      log.failed(refused);
    }
    assertNothingLogged();
    pass(2);
    log.failed(refused);
    assertEquals(
        "Lane lease renewal failed, will retry (31 failures in 60 s): Connection refused",
        only().text());
    pass(2);
    log.failed(refused);
    assertNothingLogged();
  }

  @Test
  void aFailureOfAnotherKindIsLoggedAtOnce() {
    log.failed(new PgException("shutting down", "FATAL", "57P01", null));
    lines.take();
    log.failed(new PgException("shutting down", "FATAL", "57P01", null));
    assertNothingLogged();
    log.failed(new PgException("starting up", "FATAL", "57P03", null));
    assertEquals(Level.WARN, only().level());
    log.failed(bug);
    assertEquals(Level.ERROR, only().level());
  }

  @Test
  void theRecoveryIsLoggedOnce() {
    log.succeeded();
    assertNothingLogged();
    log.failed(refused);
    lines.take();
    pass(7);
    log.failed(refused);
    log.succeeded();
    assertEquals(
        new Line(Level.INFO, "Lane lease renewal succeeded again (2 failures in 7 s)", null),
        only());
    log.succeeded();
    assertNothingLogged();
  }

  @Test
  void aTaskThatFailsEverySecondTimeIsNotLoggedEachTime() {
    for (int i = 0; i < 50; i++) {
      log.failed(refused);
      log.succeeded();
      pass(1);
    }
    assertEquals(2, lines.take().size(), "a failure and a recovery");
    pass(10);
    log.failed(refused);
    assertEquals("Lane lease renewal failed, will retry: Connection refused", only().text());
  }

  @Test
  void whatFailedIsAddedToTheLine() {
    log.failed("app 7", refused);
    assertEquals(
        "Lane lease renewal failed, will retry (app 7): Connection refused", only().text());
  }

  @Test
  void aClosedPoolMeansThatTheTaskIsBeingStopped() {
    log.failed(VertxException.noStackTrace("Pool closed"));
    log.succeeded();
    assertNothingLogged();
  }

  @Test
  void outcomesAreLoggedAndPassedOn() {
    assertEquals(1, log.watch(Future.succeededFuture(1)).result());
    Future<Void> failed = log.watch(Future.failedFuture(refused));
    assertSame(refused, failed.cause());
    assertEquals(Level.WARN, only().level());
    assertNull(log.watch(Future.<Void>succeededFuture()).result());
    assertEquals(Level.INFO, only().level());
  }
}
