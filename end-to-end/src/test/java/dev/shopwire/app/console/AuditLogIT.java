package dev.shopwire.app.console;

import static dev.shopwire.app.console.PeopleFixture.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.testing.Http.Response;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the lists of the audit log and what is in them. */
@Tag("everywhere")
class AuditLogIT {
  private static final List<String> ROLES = List.of("analyst", "admin", "owner");

  private final PeopleFixture people = new PeopleFixture();
  private final Random random = new Random(7);

  private List<JsonNode> entries(ConsoleBrowser as, String path, String query) {
    List<JsonNode> entries = new ArrayList<>();
    String cursor = "";
    for (boolean more = true; more; ) {
      Response response = as.get(path + "?take=3" + query + cursor);
      assertEquals(200, response.status(), response::body);
      response.json().path("entries").forEach(entries::add);
      more = response.json().path("hasNextPage").asBoolean();
      cursor = "&cursor=" + response.json().path("cursor").asText();
    }
    return entries;
  }

  private List<JsonNode> entries(String query) {
    return entries(people.asOwner, people.path("/audit-log"), query);
  }

  /** Writes by several actors about several objects. */
  private void write() {
    for (ConsoleBrowser as : List.of(people.asOwner, people.asAdmin)) {
      for (String name : List.of("one", "two")) {
        String view =
            as.post(
                    people.path("/saved-views"),
                    Map.of("name", name, "page", "/customers", "shared", true))
                .json()
                .at("/savedView/id")
                .asText();
        as.patch("/saved-views/" + view, Map.of("query", "sort=name"));
      }
      as.post(people.path("/invitations"), Map.of("email", "a@example.com", "role", "analyst"));
    }
  }

  @Test
  void everyFilterSelectsExactlyItsRowsNewestFirst() {
    write();
    List<JsonNode> all = entries("");
    assertEquals(people.auditRows(), all.size());
    List<Instant> times = all.stream().map(AuditLogIT::at).toList();
    assertEquals(times.stream().sorted(Comparator.reverseOrder()).toList(), times);
    JsonNode some = all.get(all.size() / 2);
    String actor = some.at("/actor/id").asText();
    assertFiltered(all, "&actor=" + actor, entry -> entry.at("/actor/id").asText().equals(actor));
    assertFiltered(
        all,
        "&actor=user/" + actor + "&action=saved_view.created",
        entry ->
            entry.at("/actor/id").asText().equals(actor)
                && entry.path("action").asText().equals("saved_view.created"));
    assertFiltered(
        all, "&actor=admin_token", entry -> entry.at("/actor/type").asText().equals("admin_token"));
    assertFiltered(
        all,
        "&object=" + some.at("/object/type").asText() + "/" + some.at("/object/id").asText(),
        entry -> entry.path("object").equals(some.path("object")));
    String at = encoded(some.path("at").asText());
    assertFiltered(all, "&startDate=" + at, entry -> !at(entry).isBefore(at(some)));
    assertFiltered(all, "&endDate=" + at, entry -> at(entry).isBefore(at(some)));
    assertEquals(0, entries("&actor=token/1&object=affiliate/1").size());
    assertEquals(0, entries("&endDate=2020-01-01&timezone=Europe/Zurich").size());
  }

  private void assertFiltered(List<JsonNode> all, String query, Predicate<JsonNode> condition) {
    assertEquals(all.stream().filter(condition).toList(), entries(query), query);
  }

  private static Instant at(JsonNode entry) {
    return Instant.parse(entry.path("at").asText());
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Test
  void aCursorIsOnlyForTheListThatItWasIssuedFor() {
    write();
    String path = people.path("/audit-log");
    String cursor = people.asOwner.get(path + "?take=2").json().path("cursor").asText();
    assertEquals(200, people.asOwner.get(path + "?take=5&cursor=" + cursor).status());
    PeopleFixture other = new PeopleFixture();
    for (Response refused :
        List.of(
            people.asOwner.get(path + "?action=user.invited&cursor=" + cursor),
            people.asOwner.get(path + "?cursor=x"),
            other.asOwner.get(other.path("/audit-log?cursor=" + cursor)))) {
      assertRefused(422, "invalid_cursor", refused);
    }
    Response invalid =
        people.asOwner.get(
            path + "?actor=me&action=x&object=x&startDate=x&endDate=y&timezone=z&take=0");
    assertEquals(7, invalid.json().path("errors").size(), invalid::body);
    assertRefused(422, "unknown_parameter", people.asOwner.get(path + "?actors=1"));
  }

  @Test
  void operatorsSeeAllRowsAndAdminsThoseOfTheirWorkspace() {
    write();
    assertRefused(403, "role_required", people.asAnalyst.get(people.path("/audit-log")));
    assertEquals(200, people.asAdmin.get(people.path("/audit-log")).status());
    assertRefused(403, "role_required", people.asOwner.get("/audit-log"));
    ConsoleBrowser operator = PeopleFixture.browser().signedIn(people.users.add(true));
    String actor = "&actor=user/" + people.owner.id();
    List<JsonNode> everywhere = entries(operator, "/audit-log", actor);
    assertTrue(
        everywhere.stream()
            .anyMatch(entry -> entry.path("action").asText().equals("session.opened")),
        "signing in belongs to no workspace");
    List<JsonNode> here = entries(actor);
    assertNotEquals(everywhere.size(), here.size());
    assertTrue(everywhere.containsAll(here));
  }

  @Test
  void rowsAreTheSuccessfulWritesAndTheirValuesFormAChain() {
    int successes = 0;
    for (int i = 0; i < 40; i++) {
      ConsoleBrowser as = random.nextBoolean() ? people.asOwner : people.asAdmin;
      String user = people.user(random.nextBoolean() ? people.analyst : people.admin);
      String before = as.get(people.path("/users")).body();
      Response response = as.patch(user, Map.of("role", ROLES.get(random.nextInt(ROLES.size()))));
      boolean changed = !before.equals(people.asOwner.get(people.path("/users")).body());
      assertTrue(!changed || response.status() == 200, response::body);
      successes += changed ? 1 : 0;
    }
    List<JsonNode> changes = entries("&action=user.changed");
    assertEquals(successes, changes.size());
    Map<String, JsonNode> last = new HashMap<>();
    for (int i = changes.size() - 1; i >= 0; i--) {
      JsonNode entry = changes.get(i);
      JsonNode previous = last.put(entry.at("/object/id").asText(), entry.path("after"));
      assertTrue(previous == null || previous.equals(entry.path("before")), entry::toString);
      assertNotEquals(entry.path("before"), entry.path("after"));
    }
    last.forEach(
        (user, after) ->
            assertEquals(
                after.path("role").asText(),
                people.sql.text(
                    "select role from console_memberships where workspace_id = ? and user_id = ?",
                    Long.parseLong(people.workspace),
                    Long.parseLong(user))));
  }

  @Test
  void rowsAreNeverChangedOrDeleted() {
    write();
    for (String statement :
        List.of(
            "update audit_log set address = '' where workspace_id = " + people.workspace,
            "delete from audit_log where workspace_id = " + people.workspace)) {
      assertThrows(RuntimeException.class, () -> people.sql.run(statement));
    }
  }

  @Test
  void aPageOfLargeRowsIsLimitedInBytes() {
    people.sql.run(
        """
        insert into audit_log (workspace_id, actor_type, action, object_type, object_id, after,
          address, request_id)
        select %s, 'system', 'test.written', 'test', i::text,
          jsonb_build_object('text', repeat('x', 300000)), '', '' from generate_series(1, 9) i
        """
            .formatted(people.workspace));
    JsonNode page =
        people.asOwner.get(people.path("/audit-log?action=test.written&take=1000")).json();
    int shown = page.path("entries").size();
    assertTrue(shown >= 3 && shown < 9, () -> "shown " + shown);
    assertTrue(page.path("hasNextPage").asBoolean());
    assertEquals(9, entries("&action=test.written").size());
  }
}
