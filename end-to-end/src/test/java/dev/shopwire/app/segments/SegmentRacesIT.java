package dev.shopwire.app.segments;

import static dev.shopwire.app.segments.SegmentWorkspace.body;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.ConcurrentCalls;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.Sql;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that of conflicting changes at once exactly one is made, and none is half made. */
@Tag("everywhere")
class SegmentRacesIT {
  private static final int ROUNDS = RunSize.of("segmentRaces.rounds", 10, 200);
  private static final ExecutorService THREADS = Executors.newFixedThreadPool(16);

  private final SegmentWorkspace workspace = new SegmentWorkspace();
  private final Sql sql = RunningService.shared().sql();

  @AfterAll
  static void stop() {
    THREADS.shutdownNow();
  }

  private static List<Integer> atOnce(List<Callable<Response>> calls) throws Exception {
    return ConcurrentCalls.call(THREADS, calls).stream().map(Response::status).sorted().toList();
  }

  private long orphans() {
    return sql.number(
        """
        select count(*) from segment_uses u
        left join segments s on s.workspace_id = u.workspace_id and s.id = u.segment_id
        left join custom_fields f on u.kind = 'field' and f.id = u.used_id
        left join segments n
          on u.kind = 'segment' and n.workspace_id = u.workspace_id and n.id = u.used_id
        where u.workspace_id = ? and (s.id is null
          or u.kind = 'field' and f.id is null or u.kind = 'segment' and n.id is null)
        """,
        Long.parseLong(workspace.app().workspaceId()));
  }

  @Test
  void ofASaveAndTheDeletionOfItsFieldOneSucceeds() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String field = "f" + round;
      workspace.push("s.example.com", "{\"" + field + "\":1}");
      String address = "/custom-fields/" + workspace.fieldId(field);
      String name = "S" + round;
      List<Response> responses =
          ConcurrentCalls.call(
              THREADS,
              List.of(
                  () -> workspace.save(name, "cf:" + field + " is set"),
                  () -> workspace.delete(address)));
      int saved = responses.get(0).status();
      int deleted = responses.get(1).status();
      assertTrue(
          (saved == 200 && deleted == 409) || (saved == 422 && deleted == 200),
          () -> responses.get(0) + " " + responses.get(1));
      if (deleted == 409) {
        assertEquals("field_in_use", responses.get(1).json().path("code").asText());
        assertEquals(name, responses.get(1).json().at("/usedBy/0/name").asText());
      }
    }
    assertEquals(0, orphans());
  }

  @Test
  void ofASaveAndTheDeletionOfTheNestedSegmentOneSucceeds() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String inner = workspace.savedId("Inner " + round, "everyone");
      String name = "Outer " + round;
      List<Integer> statuses =
          atOnce(
              List.of(
                  () -> workspace.save(name, "segment:#" + inner),
                  () -> workspace.delete("/segments/" + inner)));
      assertTrue(
          statuses.equals(List.of(200, 409)) || statuses.equals(List.of(200, 422)),
          statuses::toString);
    }
    assertEquals(0, orphans());
  }

  @Test
  void twoSavesAtOnceMakeNoRing() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String one = workspace.savedId("One " + round, "everyone");
      String two = workspace.savedId("Two " + round, "everyone");
      List<Integer> statuses =
          atOnce(
              List.of(
                  () -> workspace.patch("/segments/" + one, body("text", "segment:#" + two)),
                  () -> workspace.patch("/segments/" + two, body("text", "segment:#" + one))));
      assertEquals(List.of(200, 422), statuses);
    }
  }

  @Test
  void ofSavesWithOneNameOneSucceeds() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String name = "S" + round;
      List<Callable<Response>> calls = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        calls.add(() -> workspace.save(name, "everyone"));
      }
      assertEquals(List.of(200, 409, 409, 409), atOnce(calls));
    }
  }

  @Test
  void twoEditsOfOneSegmentAreMadeOneAfterTheOther() throws Exception {
    workspace.push("s.example.com", "{\"n\":1}");
    String id = workspace.savedId("S", "everyone");
    Set<String> texts = new TreeSet<>();
    for (int round = 0; round < ROUNDS; round++) {
      String one = "cf:n = " + 2 * round;
      String two = "cf:n = " + (2 * round + 1);
      assertEquals(
          List.of(200, 200),
          atOnce(
              List.of(
                  () -> workspace.patch("/segments/" + id, body("text", one)),
                  () -> workspace.patch("/segments/" + id, body("text", two)))));
      String text = workspace.segment(id).path("text").asText();
      assertTrue(text.equals(one) || text.equals(two), text);
      texts.add(text);
    }
    JsonNode after = workspace.segment(id);
    assertEquals(1 + 2 * ROUNDS, after.path("definitionVersion").asInt());
    assertEquals(ROUNDS, texts.size());
  }

  @Test
  void aPromotionDuringSavesChangesNoMember() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      String field = "p" + round;
      workspace.push("s.example.com", "{\"" + field + "\":1}");
      String address = "/custom-fields/" + workspace.fieldId(field) + "/promote";
      String name = "P" + round;
      List<Response> responses =
          ConcurrentCalls.call(
              THREADS,
              List.of(
                  () -> workspace.save(name, "cf:" + field + " = 1"),
                  () -> workspace.post(address, body())));
      responses.forEach(response -> assertEquals(200, response.status(), response::body));
      String id = responses.get(0).json().at("/segment/id").asText();
      assertEquals(List.of("s.example.com"), workspace.members(id));
      assertTrue(workspace.segment(id).at("/condition/app").isNull());
    }
  }

  @Test
  void noMoreSegmentsAreSavedAtOnceThanTheLimit() throws Exception {
    long workspaceId = Long.parseLong(workspace.app().workspaceId());
    workspace.savedId("S", "everyone");
    sql.run(
        """
        insert into segments (workspace_id, name, condition, timezone, leaves)
        select workspace_id, 'copy ' || n, condition, timezone, leaves
        from segments, generate_series(1, 496) n where workspace_id = %d
        """
            .formatted(workspaceId));
    List<Callable<Response>> calls = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      String name = "New " + i;
      calls.add(() -> workspace.save(name, "everyone"));
    }
    List<Response> responses = ConcurrentCalls.call(THREADS, calls);
    assertEquals(3, responses.stream().filter(each -> each.status() == 200).count());
    responses.stream()
        .filter(each -> each.status() != 200)
        .forEach(each -> assertEquals("segment_limit_reached", each.json().path("code").asText()));
    assertEquals(
        500, sql.number("select count(*) from segments where workspace_id = ?", workspaceId));
  }
}
