package dev.shopwire.sources.pull;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.resources.Resources;
import dev.shopwire.sources.connections.Connection;
import dev.shopwire.sources.connections.Connection.Backfill;
import dev.shopwire.sources.connections.StreamState;
import dev.shopwire.sources.connections.StreamState.Counts;
import dev.shopwire.sources.connections.Windows.Window;
import dev.shopwire.sources.dialects.Dialect;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PassPlanTest {
  private static final Dialect DIALECT =
      Dialect.read("x", Resources.bytes("/partner/historical-events.yaml"), true);
  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00.5Z");
  private static final Optional<Instant> NONE = Optional.empty();

  private static Connection connection(boolean isFirst, Optional<Instant> finished) {
    return connection(isFirst, finished, NONE);
  }

  private static Connection connection(
      boolean isFirst, Optional<Instant> finished, Optional<Instant> syncAt) {
    Instant end = Instant.parse("2026-06-01T00:00:00Z");
    return new Connection(
        1,
        1,
        1,
        1,
        1,
        "x",
        Map.of(),
        LocalDate.parse("2024-01-01"),
        300,
        false,
        Optional.empty(),
        syncAt,
        NONE,
        new Backfill(
            isFirst,
            LocalDate.parse("2024-01-01"),
            LocalDate.parse("2026-06-01"),
            end,
            3,
            0,
            0,
            NOW,
            finished),
        NOW);
  }

  private static StreamState state(
      Optional<Instant> completeTo,
      Optional<Instant> watermark,
      Optional<Instant> synced,
      Optional<Instant> reread,
      Optional<Instant> backfillAt) {
    return new StreamState(
        "events",
        0,
        0,
        completeTo,
        watermark,
        synced,
        reread,
        backfillAt,
        new Counts(0, 0, 0, 0, 0, 0, 0),
        0,
        0,
        Optional.empty());
  }

  private static Optional<Instant> at(String time) {
    return Optional.of(Instant.parse(time));
  }

  private static PassPlan plan(Connection connection, StreamState state) {
    return new PassPlan(connection, DIALECT, List.of(state), NOW);
  }

  @Test
  void aStreamThatTheDialectNoLongerHasDelaysNoOther() {
    StreamState synced =
        state(
            at("2026-06-01T12:00:00Z"),
            NONE,
            at("2026-06-01T12:00:00Z"),
            at("2026-06-01T12:00:00Z"),
            NONE);
    StreamState removed =
        new StreamState(
            "removed",
            0,
            0,
            NONE,
            NONE,
            NONE,
            NONE,
            NONE,
            new Counts(0, 0, 0, 0, 0, 0, 0),
            0,
            0,
            Optional.empty());
    PassPlan plan =
        new PassPlan(
            connection(false, at("2026-06-01T01:00:00Z")), DIALECT, List.of(removed, synced), NOW);
    assertEquals(Optional.empty(), plan.next());
    assertEquals(Instant.parse("2026-06-01T12:05:00Z"), plan.nextSync());
  }

  @Test
  void aFirstBackfillIsReadInWindowsTheOldestFirst() {
    Connection connection = connection(true, NONE);
    PassPlan.Next first =
        plan(connection, state(NONE, NONE, NONE, NONE, at("2024-01-01T00:00:00Z")))
            .next()
            .orElseThrow();
    assertTrue(first.isBackfill());
    assertEquals(
        new Window(Instant.parse("2024-01-01T00:00:00Z"), Instant.parse("2024-12-31T00:00:00Z")),
        first.window());
    assertFalse(first.isLast());
    PassPlan.Next last =
        plan(connection, state(NONE, NONE, NONE, NONE, at("2026-05-31T00:00:00Z")))
            .next()
            .orElseThrow();
    assertTrue(last.isLast());
    assertEquals(Instant.parse("2026-06-01T00:00:00Z"), last.window().to());
    PassPlan over = plan(connection, state(NONE, NONE, NONE, NONE, NONE));
    assertTrue(over.isBackfillOver());
  }

  @Test
  void aSyncBeginsAtTheWatermarkLessTheOverlap() {
    StreamState state =
        state(
            at("2026-06-01T11:00:00Z"),
            at("2026-05-31T10:00:00Z"),
            at("2026-06-01T11:00:00Z"),
            at("2026-06-01T00:00:00Z"),
            NONE);
    PassPlan.Next next =
        plan(connection(true, at("2026-06-01T00:00:00Z")), state).next().orElseThrow();
    assertFalse(next.isBackfill());
    assertFalse(next.isReread());
    assertEquals(Instant.parse("2026-05-29T10:00:00Z"), next.window().from());
    assertEquals(Instant.parse("2026-06-01T12:00:00Z"), next.window().to());
    assertTrue(next.isLast());
  }

  @Test
  void onceADayItReadsFurtherBack() {
    StreamState state =
        state(
            at("2026-06-01T11:00:00Z"),
            at("2026-05-31T10:00:00Z"),
            at("2026-06-01T11:00:00Z"),
            at("2026-05-31T11:59:00Z"),
            NONE);
    PassPlan.Next next =
        plan(connection(true, at("2026-06-01T00:00:00Z")), state).next().orElseThrow();
    assertTrue(next.isReread());
    assertEquals(NOW.minus(Duration.ofDays(45)).minusMillis(500), next.window().from());
  }

  @Test
  void aWatermarkOfTheFutureOrOfLongAgoDoesNotDecideAlone() {
    Connection connection = connection(true, at("2026-06-01T00:00:00Z"));
    Optional<Instant> complete = at("2026-06-01T11:00:00Z");
    StreamState future =
        state(complete, at("2027-01-01T00:00:00Z"), complete, at("2026-06-01T00:00:00Z"), NONE);
    assertEquals(
        Instant.parse("2026-05-30T11:00:00Z"),
        plan(connection, future).next().orElseThrow().window().from());
    StreamState quiet =
        state(complete, at("2024-02-01T00:00:00Z"), complete, at("2026-06-01T00:00:00Z"), NONE);
    assertEquals(
        complete.get().minus(Duration.ofDays(47)),
        plan(connection, quiet).next().orElseThrow().window().from());
  }

  @Test
  void nothingIsDueBeforeTheIntervalUnlessItIsRequested() {
    Optional<Instant> recent = at("2026-06-01T11:58:00Z");
    StreamState state = state(recent, recent, recent, recent, NONE);
    Optional<Instant> finished = at("2026-06-01T00:00:00Z");
    PassPlan idle = plan(connection(true, finished), state);
    assertEquals(Optional.empty(), idle.next());
    assertEquals(Instant.parse("2026-06-01T12:03:00Z"), idle.nextSync());
    assertTrue(
        plan(connection(true, finished, at("2026-06-01T11:59:00Z")), state).next().isPresent());
    assertTrue(
        plan(connection(true, finished, at("2026-06-01T11:57:00Z")), state).next().isEmpty());
  }

  @Test
  void aRequestedBackfillComesAfterSyncs() {
    Optional<Instant> recent = at("2026-06-01T11:58:00Z");
    Optional<Instant> from = at("2026-01-01T00:00:00Z");
    Connection connection = connection(false, NONE);
    assertTrue(
        plan(connection, state(recent, recent, recent, recent, from))
            .next()
            .orElseThrow()
            .isBackfill());
    Optional<Instant> old = at("2026-06-01T11:00:00Z");
    assertFalse(
        plan(connection, state(recent, recent, old, recent, from))
            .next()
            .orElseThrow()
            .isBackfill());
  }

  @Test
  void pausesGrowToFiveMinutes() {
    for (int failures = 1; failures < 100; failures++) {
      long seconds = Math.min(300, 1L << Math.min(20, failures - 1));
      Duration pause = Backoff.after(failures);
      assertTrue(pause.compareTo(Duration.ofSeconds(seconds)) >= 0, pause::toString);
      assertTrue(pause.toMillis() <= seconds * 1_250, pause::toString);
    }
  }
}
