package dev.shopwire.analytics.sessions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionTest {
  private static final Instant NOON = Instant.parse("2026-03-29T12:00:00Z");
  private static final long GAP_MICROS = 30L * 60 * 1_000_000;

  private static Session view(int key, String path, Instant at) {
    return Session.of(new UUID(0, key), 1, null, at, path);
  }

  private static Session keyed(int key, String sessionKey, Instant at) {
    return Session.of(new UUID(0, key), 1, sessionKey, at, "/" + key);
  }

  @Test
  void aGapOfExactlyThirtyMinutesJoinsAndAMicrosecondMoreDoesNot() {
    Instant exactly = NOON.plusSeconds(1_800);
    assertEquals(1, Session.join(List.of(view(1, "/a", NOON), view(2, "/b", exactly))).size());
    Instant more = exactly.plusNanos(1_000);
    assertEquals(2, Session.join(List.of(view(1, "/a", NOON), view(2, "/b", more))).size());
  }

  @Test
  void aLatePageViewBridgesTwoSessions() {
    List<Session> apart =
        Session.join(List.of(view(1, "/a", NOON), view(2, "/c", NOON.plusSeconds(3_000))));
    assertEquals(2, apart.size());
    List<Session> parts = new ArrayList<>(apart);
    parts.add(view(3, "/b", NOON.plusSeconds(1_500)));
    assertEquals(
        List.of(
            new Session(
                new UUID(0, 1),
                1,
                null,
                NOON,
                NOON.plusSeconds(3_000),
                3,
                "/a",
                "/c",
                new UUID(0, 2))),
        Session.join(parts));
  }

  @Test
  void oneKeyIsOneSessionHoweverLongTheGap() {
    assertEquals(
        2,
        Session.join(List.of(keyed(1, "k", NOON), keyed(2, "k", NOON.plusSeconds(999_999))))
            .get(0)
            .pageViews());
  }

  @Test
  void pageViewsAtTheSameInstantAreOrderedByTheirUnsignedKeys() {
    Session high = Session.of(new UUID(-1, 0), 1, null, NOON, "/high");
    Session low = Session.of(new UUID(1, 0), 1, null, NOON, "/low");
    Session joined = Session.join(List.of(high, low)).get(0);
    assertEquals("/low", joined.entryPath());
    assertEquals("/high", joined.exitPath());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void sessionsDoNotDependOnTheOrderOfArrival(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 300; round++) {
      List<Session> views = new ArrayList<>();
      int count = 1 + random.nextInt(25);
      for (int i = 0; i < count; i++) {
        views.add(view(random.nextInt(), "/" + i, at(random)));
      }
      List<Session> stored = new ArrayList<>();
      Collections.shuffle(views, random);
      for (int from = 0; from < count; ) {
        int to = Math.min(count, from + 1 + random.nextInt(4));
        stored.addAll(views.subList(from, to));
        stored = new ArrayList<>(Session.join(stored));
        from = to;
      }
      assertEquals(expectedSessions(views), stored, "seed " + seed + ", round " + round);
    }
  }

  private static Instant at(Random random) {
    long steps = random.nextInt(20) * GAP_MICROS / 2 + random.nextInt(3);
    return NOON.plusNanos(steps * 1_000);
  }

  /** Sorts and splits all page views, as described in docs/api/events.md. */
  private static List<Session> expectedSessions(List<Session> views) {
    List<Session> sorted = new ArrayList<>(views);
    sorted.sort(
        Comparator.comparing(Session::startedAt).thenComparing(view -> view.id().toString()));
    List<Session> sessions = new ArrayList<>();
    int from = 0;
    for (int i = 1; i <= sorted.size(); i++) {
      boolean splits =
          i == sorted.size()
              || sorted
                  .get(i)
                  .startedAt()
                  .isAfter(sorted.get(i - 1).startedAt().plusSeconds(1_800));
      if (splits) {
        Session first = sorted.get(from);
        Session last = sorted.get(i - 1);
        sessions.add(
            new Session(
                first.id(),
                1,
                null,
                first.startedAt(),
                last.startedAt(),
                i - from,
                first.entryPath(),
                last.entryPath(),
                last.id()));
        from = i;
      }
    }
    return sessions;
  }
}
