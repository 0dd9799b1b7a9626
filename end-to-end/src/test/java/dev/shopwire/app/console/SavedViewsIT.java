package dev.shopwire.app.console;

import static dev.shopwire.app.console.PeopleFixture.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.testing.Http.Response;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests saved views: private ones are their user's alone, and admins share. */
@Tag("everywhere")
class SavedViewsIT {
  private final PeopleFixture people = new PeopleFixture();

  private Response create(ConsoleBrowser as, String name, boolean shared) {
    return as.post(
        people.path("/saved-views"),
        Map.of("name", name, "page", "/customers", "query", "sort=name", "shared", shared));
  }

  private static String path(Response created) {
    return "/saved-views/" + created.json().at("/savedView/id").asText();
  }

  private List<String> names(ConsoleBrowser as) {
    return as
        .get(people.path("/saved-views"))
        .json()
        .path("savedViews")
        .findParents("page")
        .stream()
        .map(view -> view.path("name").asText())
        .toList();
  }

  @Test
  void aPrivateViewExistsForItsUserAlone() {
    Response own = create(people.asAnalyst, "mine", false);
    assertEquals(200, own.status(), own::body);
    assertEquals(Long.toString(people.analyst.id()), own.json().at("/savedView/user/id").asText());
    assertEquals(List.of("mine"), names(people.asAnalyst));
    assertEquals(List.of(), names(people.asOwner));
    for (ConsoleBrowser other : List.of(people.asOwner, people.asAdmin)) {
      assertRefused(404, "unknown_id", other.patch(path(own), Map.of("name", "taken")));
      assertRefused(404, "unknown_id", other.delete(path(own)));
    }
    assertRefused(404, "unknown_id", new PeopleFixture().asOwner.delete(path(own)));
    JsonNode changed =
        people.asAnalyst.patch(path(own), Map.of("name", "renamed")).json().path("savedView");
    assertEquals("renamed", changed.path("name").asText());
    assertEquals("sort=name", changed.path("query").asText());
    assertEquals(200, people.asAnalyst.patch(path(own), Map.of("name", "renamed")).status());
    assertEquals(200, people.asAnalyst.delete(path(own)).status());
    assertEquals(List.of(), names(people.asAnalyst));
    assertEquals(
        List.of(1L, 1L, 1L),
        List.of(
            people.audited("saved_view.created"),
            people.audited("saved_view.changed"),
            people.audited("saved_view.deleted")));
  }

  @Test
  void adminsShareViewsWithAllMembers() {
    assertRefused(403, "role_required", create(people.asAnalyst, "shared", true));
    Response shared = create(people.asAdmin, "shared", true);
    Response own = create(people.asAnalyst, "mine", false);
    assertRefused(403, "role_required", people.asAnalyst.patch(path(own), Map.of("shared", true)));
    assertEquals(List.of("shared", "mine"), names(people.asAnalyst));
    assertEquals(List.of("shared"), names(people.asOwner));
    assertRefused(403, "role_required", people.asAnalyst.patch(path(shared), Map.of("name", "x")));
    assertRefused(403, "role_required", people.asAnalyst.delete(path(shared)));
    assertEquals(200, people.asOwner.patch(path(shared), Map.of("shared", false)).status());
    assertEquals(List.of("mine"), names(people.asAnalyst));
    assertEquals(List.of("shared"), names(people.asAdmin), "it is private to its user now");
  }

  @Test
  void invalidViewsAndTooManyAreRefused() {
    Response invalid =
        people.asAnalyst.post(
            people.path("/saved-views"),
            Map.of("page", "//evil.example/", "query", "a=1#b", "shared", "yes", "more", 1));
    assertEquals(422, invalid.status());
    assertEquals(
        List.of("/shared", "/page", "/query", "/name", "/more"),
        invalid.json().path("errors").findValuesAsText("pointer"));
    people.sql.run(
        """
        insert into console_saved_views (workspace_id, user_id, name, page, query, shared)
        select %s, %d, 'view ' || i, '/customers', '', false from generate_series(1, 200) i
        """
            .formatted(people.workspace, people.analyst.id()));
    assertRefused(422, "saved_view_limit_reached", create(people.asAnalyst, "one more", false));
    assertEquals(200, create(people.asAdmin, "of another user", false).status());
  }
}
