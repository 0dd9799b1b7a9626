package dev.shopwire.common.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.RecordingLogger;
import dev.shopwire.common.RecordingLogger.Line;
import io.vertx.pgclient.PgException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

class UnexpectedErrorsTest {
  private final RecordingLogger log = new RecordingLogger();

  @Test
  void anErrorIsLoggedWithItsStackAndHiddenFromCallers() {
    IllegalStateException error = new IllegalStateException("column \"secret\" {}");
    Failure failure = UnexpectedErrors.report(log, "Group write failed", error);
    assertEquals(Code.INTERNAL, failure.code());
    assertFalse(failure.message().contains("secret"), failure.message());
    List<Line> lines = log.take();
    assertEquals(1, lines.size());
    assertEquals(Level.ERROR, lines.get(0).level());
    assertEquals("Group write failed", lines.get(0).text());
    assertSame(error, lines.get(0).error());
  }

  @Test
  void anErrorWithoutAStackGetsThatOfWhereItWasCaught() {
    PgException error = new PgException("no such column", "ERROR", "42703", null);
    assertEquals(0, error.getStackTrace().length);
    UnexpectedErrors.report(log, "Request failed", error);
    Throwable logged = log.take().get(0).error();
    assertNotNull(logged);
    assertSame(error, logged.getCause());
    assertTrue(String.valueOf(logged.getMessage()).contains("42703"), logged::toString);
    assertTrue(
        List.of(logged.getStackTrace()).stream()
            .anyMatch(frame -> frame.getClassName().equals(UnexpectedErrorsTest.class.getName())));
  }
}
