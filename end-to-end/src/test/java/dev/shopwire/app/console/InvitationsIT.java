package dev.shopwire.app.console;

import static dev.shopwire.app.console.PeopleFixture.assertRefused;
import static dev.shopwire.app.console.PeopleFixture.browser;
import static dev.shopwire.app.console.PeopleFixture.token;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.ConsoleUsers.User;
import dev.shopwire.testing.ConcurrentCalls;
import dev.shopwire.testing.Http.Response;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests invitations and how they are accepted, once; TwoConsolesIT does it many times at once. */
@Tag("everywhere")
class InvitationsIT {
  private static final String NEW_PASSWORD = "four dozen grey herons";
  private static final int CALLERS = 8;

  private final PeopleFixture people = new PeopleFixture();

  private static String newEmail() {
    return "new-" + UUID.randomUUID() + "@example.com";
  }

  private Response invite(ConsoleBrowser as, String email, String role) {
    return as.post(people.path("/invitations"), Map.of("email", email, "role", role));
  }

  private static Response accept(ConsoleBrowser as, String token) {
    return as.post(
        "/invitations/accept", Map.of("token", token, "name", "Alex", "password", NEW_PASSWORD));
  }

  @Test
  void anInvitationCreatesAUserWhoIsSignedIn() {
    String email = newEmail();
    Response invited = invite(people.asAdmin, " " + email, "analyst");
    assertEquals(200, invited.status(), invited::body);
    assertTrue(
        invited.json().path("link").asText().matches("http://.+/console/invite#token=\\w{43}"),
        invited::body);
    String id = invited.json().at("/invitation/id").asText();
    JsonNode listed = people.asAdmin.get(people.path("/invitations")).json();
    assertEquals(invited.json().path("invitation"), listed.at("/invitations/0"));

    ConsoleBrowser alex = browser();
    Response accepted = accept(alex, token(invited));
    assertEquals(200, accepted.status(), accepted::body);
    assertEquals(email, accepted.json().at("/user/email").asText());
    assertEquals("analyst", accepted.json().at("/user/memberships/0/role").asText());
    assertEquals(200, alex.get(people.path("/users")).status());
    assertEquals(200, browser().signIn(email, NEW_PASSWORD).status());
    assertRefused(404, "unknown_invitation", accept(browser(), token(invited)));
    assertRefused(404, "unknown_id", people.asAdmin.delete("/invitations/" + id));
    assertEquals(1, people.users.audited("user.invited", "invitation", id));
    assertEquals(
        1, people.users.audited("user.joined", "user", accepted.json().at("/user/id").asText()));
    assertEquals(
        0,
        people.sql.number(
            "select count(*) from audit_log where audit_log::text like ?",
            "%" + token(invited) + "%"));
  }

  @Test
  void whatCannotBeInvitedIsRefusedAndRecordsNothing() {
    long before = people.auditRows();
    assertRefused(403, "role_required", invite(people.asAnalyst, newEmail(), "analyst"));
    assertRefused(403, "role_required", invite(people.asAdmin, newEmail(), "owner"));
    Response invalid = invite(people.asAdmin, "nobody", "chief");
    assertEquals(422, invalid.status());
    assertEquals(
        List.of("/email", "/role"), invalid.json().path("errors").findValuesAsText("pointer"));
    String member = people.analyst.email().toUpperCase(Locale.ROOT);
    assertRefused(409, "already_member", invite(people.asAdmin, member, "admin"));
    assertRefused(404, "unknown_invitation", accept(browser(), "guess"));
    assertEquals(before, people.auditRows());
  }

  @Test
  void aDeletedOrExpiredInvitationIsUnknown() {
    Response deleted = invite(people.asOwner, newEmail(), "owner");
    String path = "/invitations/" + deleted.json().at("/invitation/id").asText();
    assertRefused(403, "role_required", people.asAdmin.delete(path));
    assertRefused(404, "unknown_id", new PeopleFixture().asOwner.delete(path));
    assertEquals(200, people.asOwner.delete(path).status());
    assertRefused(404, "unknown_invitation", accept(browser(), token(deleted)));
    assertEquals(1, people.audited("invitation.deleted"));

    Response expired = invite(people.asOwner, newEmail(), "admin");
    people.sql.run(
        "update console_invitations set expires_at = now() where workspace_id = "
            + people.workspace);
    assertRefused(404, "unknown_invitation", accept(browser(), token(expired)));
    assertEquals(
        0, people.asAdmin.get(people.path("/invitations")).json().path("invitations").size());
  }

  @Test
  void ofManyAcceptancesAtOnceOneJoins() throws Exception {
    String invitation = token(invite(people.asAdmin, newEmail(), "analyst"));
    Callable<Response> call = () -> accept(browser(), invitation);
    ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
    try {
      List<Response> responses = ConcurrentCalls.call(threads, Collections.nCopies(CALLERS, call));
      List<Response> joined = responses.stream().filter(r -> r.status() == 200).toList();
      assertEquals(1, joined.size(), responses::toString);
      responses.stream()
          .filter(response -> response.status() != 200)
          .forEach(response -> assertRefused(404, "unknown_invitation", response));
      String id = joined.get(0).json().at("/user/id").asText();
      assertEquals(1, people.users.audited("user.joined", "user", id));
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aUserWhoIsSignedInGetsTheMembershipAlone() {
    User user = people.users.add(false);
    ConsoleBrowser signedIn = browser().signedIn(user);
    String session = signedIn.cookie(ConsoleBrowser.SESSION);
    String invitation = token(invite(people.asAdmin, user.email(), "admin"));
    // Someone else's session proves nothing.
    assertEquals(
        422,
        browser()
            .signedIn(people.users.add(false))
            .post("/invitations/accept", Map.of("token", invitation))
            .status());
    Response accepted = signedIn.post("/invitations/accept", Map.of("token", invitation));
    assertEquals(200, accepted.status(), accepted::body);
    assertEquals(session, signedIn.cookie(ConsoleBrowser.SESSION));
    assertEquals("A User", accepted.json().at("/user/name").asText());
    assertEquals("admin", people.role(user));
    assertEquals(200, signedIn.get(people.path("/invitations")).status());
  }

  @Test
  void anotherExistingUserNeedsTheirPasswordAndKeepsIt() {
    User user = people.users.add(false);
    String invitation = token(invite(people.asAdmin, user.email(), "analyst"));
    ConsoleBrowser stranger = browser();
    assertRefused(401, "wrong_credentials", accept(stranger, invitation));
    assertEquals("", people.role(user));
    Map<String, String> right = Map.of("token", invitation, "password", ConsoleUsers.PASSWORD);
    people.sql.run(
        "update console_users set totp_secret = '\\x00', totp_confirmed = true where id = "
            + user.id());
    assertRefused(401, "code_required", stranger.post("/invitations/accept", right));
    people.sql.run(
        "update console_users set totp_secret = null, totp_confirmed = false where id = "
            + user.id());
    Response accepted = stranger.post("/invitations/accept", right);
    assertEquals(200, accepted.status(), accepted::body);
    assertEquals("A User", accepted.json().at("/user/name").asText());
    assertEquals(200, browser().signIn(user.email(), ConsoleUsers.PASSWORD).status());
    // The wrong password counts as a failed attempt, and what was right doesn't.
    assertEquals(
        1,
        people.sql.number(
            "select count(*) from console_sign_in_failures where email = sha256(?::bytea)",
            user.email()));
  }
}
