package dev.shopwire.app.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.EventStream;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RetryingClients;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests the sessions of the real stream, sent in random order and read after each part; those of a
 * sample of it in the build.
 */
@Tag("everywhere-long")
class SessionStreamIT {
  private static final int CLIENTS = 8;
  private static final int PARTS = 2;
  private static final Duration CATCH_UP = Duration.ofSeconds(60);
  private static final String RANGE = "startDate=1970-01-01&endDate=2100-01-01";

  private final Tenants tenants = RunningService.shared().tenants();
  private final Tenants.App app = tenants.app();

  @Test
  void sessionsMatchTheRuleAppliedToAllEventsSent() {
    List<String> lines = new ArrayList<>(EventStream.sample());
    Collections.shuffle(lines, new Random(5));
    List<String> bodies = EventStream.batches(lines);
    Http api = new Http(RunningService.shared().httpUrl());
    for (int part = 0; part < PARTS; part++) {
      int from = part * bodies.size() / PARTS;
      int to = (part + 1) * bodies.size() / PARTS;
      new RetryingClients(() -> api, app.key()).run(bodies.subList(from, to), CLIENTS);
      List<String> sent = lines.subList(0, Math.min(lines.size(), to * EventStream.BATCH));
      assertSessions(SessionStreamRule.sessions(sent), stored());
    }
  }

  private static void assertSessions(List<String> expected, List<String> actual) {
    for (int i = 0; i < Math.min(expected.size(), actual.size()); i++) {
      assertEquals(expected.get(i), actual.get(i), "session " + i + " by shop and time");
    }
    assertEquals(expected.size(), actual.size());
    assertTrue(expected.size() > 1_000, "too few sessions to compare: " + expected.size());
  }

  /** The sessions of all pages, once none of them reports that it lags behind. */
  private List<String> stored() {
    List<String> sessions = new ArrayList<>();
    Poll.until(
        CATCH_UP, () -> "sessions have caught up", () -> read(sessions, "") && !sessions.isEmpty());
    Collections.sort(sessions);
    return sessions;
  }

  /** Adds the sessions of all pages from {@code cursor} on; false if they lag behind. */
  private boolean read(List<String> sessions, String cursor) {
    if (cursor.isEmpty()) {
      sessions.clear();
    }
    Response page =
        tenants
            .console()
            .get("/console/api/apps/" + app.appId() + "/sessions?take=1000&" + RANGE + cursor);
    assertEquals(200, page.status(), page::body);
    page.json().path("sessions").forEach(session -> sessions.add(line(session)));
    return !page.json().has("asOf")
        && (!page.json().path("hasNextPage").asBoolean()
            || read(sessions, "&cursor=" + page.json().path("cursor").asText()));
  }

  private static String line(JsonNode session) {
    return SessionStreamRule.line(
        session.path("myplatformDomain").asText(),
        Instant.parse(session.path("startedAt").asText()),
        Instant.parse(session.path("endedAt").asText()),
        session.path("pageViews").asInt(),
        session.path("entryPath").asText(),
        session.path("exitPath").asText());
  }
}
