package dev.shopwire.app.console;

import static dev.shopwire.app.console.PeopleFixture.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.app.support.ConsoleUsers.User;
import dev.shopwire.testing.ConcurrentCalls;
import dev.shopwire.testing.Http.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests who may change the users of a workspace, and that an owner always stays. */
@Tag("everywhere")
class MembersIT {
  private static final int RACES = 20;

  private final PeopleFixture people = new PeopleFixture();

  private Response change(ConsoleBrowser as, User user, String role) {
    return as.patch(people.user(user), Map.of("role", role));
  }

  @Test
  void everyRoleListsTheMembers() {
    JsonNode users = people.asAnalyst.get(people.path("/users")).json().path("users");
    assertEquals(3, users.size());
    JsonNode first = users.get(0);
    assertEquals(people.owner.email(), first.path("email").asText());
    assertEquals("owner", first.path("role").asText());
    assertTrue(first.path("lastSignInAt").isTextual());
    List<String> paged = new ArrayList<>();
    String cursor = "";
    for (boolean more = true; more; ) {
      JsonNode page = people.asAnalyst.get(people.path("/users?take=2" + cursor)).json();
      page.path("users").forEach(user -> paged.add(user.path("id").asText()));
      more = page.path("hasNextPage").asBoolean();
      cursor = "&cursor=" + page.path("cursor").asText();
    }
    assertEquals(users.findValuesAsText("id"), paged);
  }

  @Test
  void adminsManageAdminsAndAnalystsAndOwnersAlsoOwners() {
    User other = people.users.add(people.workspace, "analyst");
    long before = people.auditRows();
    assertRefused(403, "role_required", change(people.asAnalyst, other, "admin"));
    assertRefused(403, "role_required", change(people.asAdmin, people.owner, "analyst"));
    assertRefused(403, "role_required", change(people.asAdmin, other, "owner"));
    assertRefused(403, "role_required", people.asAdmin.delete(people.user(people.owner)));
    assertRefused(403, "role_required", people.asAnalyst.delete(people.user(other)));
    assertRefused(422, "invalid_role", change(people.asAdmin, other, "operator"));
    User stranger = people.users.add(false);
    assertRefused(404, "unknown_user", change(people.asAdmin, stranger, "admin"));
    assertRefused(404, "unknown_user", people.asAdmin.delete(people.user(stranger)));
    assertEquals(200, change(people.asAdmin, other, "analyst").status());
    assertEquals(before, people.auditRows(), "refused and unchanged writes are not recorded");

    assertEquals("admin", change(people.asAdmin, other, "admin").json().at("/user/role").asText());
    assertEquals(200, change(people.asOwner, other, "owner").status());
    assertEquals("owner", people.role(other));
    assertEquals(200, change(people.asOwner, people.owner, "analyst").status());
    assertRefused(403, "role_required", change(people.asOwner, other, "analyst"));
    assertEquals(before + 3, people.auditRows());
  }

  @Test
  void aForeignWorkspaceIsLikeAnUnknownOne() {
    PeopleFixture foreign = new PeopleFixture();
    Response unknown = people.asOwner.get("/workspaces/999999999/users");
    Response other = people.asOwner.get(foreign.path("/users"));
    assertRefused(404, "unknown_id", unknown);
    assertRefused(404, "unknown_id", other);
    assertRefused(404, "unknown_id", change(foreign.asOwner, people.analyst, "admin"));
    assertEquals("analyst", people.role(people.analyst));
  }

  @Test
  void aWorkspaceKeepsAnOwnerWhoMaySignIn() {
    User disabled = people.users.add(people.workspace, "owner");
    people.sql.run("update console_users set disabled = true where id = " + disabled.id());
    assertRefused(409, "last_owner", change(people.asOwner, people.owner, "admin"));
    assertRefused(409, "last_owner", people.asOwner.delete(people.user(people.owner)));
    assertEquals(200, change(people.asOwner, people.admin, "owner").status());
    assertEquals(200, people.asOwner.delete(people.user(people.owner)).status());
    assertEquals("", people.role(people.owner));
  }

  @Test
  void ofTwoOwnersWhoDemoteEachOtherAtOnceOneStays() throws Exception {
    User second = people.users.add(people.workspace, "owner");
    ConsoleBrowser asSecond = PeopleFixture.browser().signedIn(second);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      for (int round = 0; round < RACES; round++) {
        people.sql.run(
            """
            update console_memberships set role = 'owner'
            where workspace_id = %s and user_id in (%d, %d)
            """
                .formatted(people.workspace, people.owner.id(), second.id()));
        List<Response> responses =
            ConcurrentCalls.call(
                threads,
                List.of(
                    () -> change(people.asOwner, second, "analyst"),
                    () -> change(asSecond, people.owner, "analyst")));
        assertEquals(
            1, responses.stream().filter(r -> r.status() == 200).count(), responses::toString);
        assertEquals(
            1,
            people.sql.number(
                "select count(*) from console_memberships where workspace_id = ? and role = 'owner'",
                Long.parseLong(people.workspace)));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aRemovedUserKeepsTheAccountAndLosesTokensAndInvitations() {
    String token = people.users.token(people.analyst, people.workspace, "analyst");
    people.asAdmin.post(
        people.path("/invitations"), Map.of("email", "other@example.com", "role", "analyst"));
    people.sql.run(
        """
        insert into console_invitations (workspace_id, email, role, token_hash, expires_at)
        values (%s, upper('%s'), 'admin', sha256('%s'), now() + interval '1 day')
        """
            .formatted(people.workspace, people.analyst.email(), people.analyst.email()));
    assertEquals(200, people.asAdmin.delete(people.user(people.analyst)).status());
    assertRefused(404, "unknown_id", people.asAnalyst.get(people.path("/users")));
    assertEquals(200, people.asAnalyst.get("/session").status());
    assertEquals(
        401,
        PeopleFixture.browser()
            .send(
                "GET",
                people.path("/users"),
                Map.of("Authorization", "Bearer " + token),
                new byte[0])
            .status());
    JsonNode open = people.asAdmin.get(people.path("/invitations")).json().path("invitations");
    assertEquals(List.of("other@example.com"), open.findValuesAsText("email"));
    assertEquals(1, people.audited("user.removed"));
  }
}
