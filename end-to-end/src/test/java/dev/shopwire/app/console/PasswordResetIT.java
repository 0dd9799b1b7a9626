package dev.shopwire.app.console;

import static dev.shopwire.app.console.PeopleFixture.assertRefused;
import static dev.shopwire.app.console.PeopleFixture.atOnce;
import static dev.shopwire.app.console.PeopleFixture.browser;
import static dev.shopwire.app.console.PeopleFixture.count;
import static dev.shopwire.app.console.PeopleFixture.token;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.ConsoleUsers.User;
import dev.shopwire.testing.Http.Response;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests how owners let in users who lost their password or their authenticator app. */
@Tag("everywhere")
class PasswordResetIT {
  private static final String NEW_PASSWORD = "five dozen grey herons";

  private final PeopleFixture people = new PeopleFixture();

  private Response reset(ConsoleBrowser as, User user, String what) {
    return as.post(people.user(user) + "/reset", Map.of(what, true));
  }

  private static Response accept(String token) {
    return browser()
        .post("/password-resets/accept", Map.of("token", token, "password", NEW_PASSWORD));
  }

  @Test
  void aLinkSetsANewPasswordOnceAndEndsAllSessions() throws Exception {
    Response made = reset(people.asOwner, people.analyst, "password");
    assertTrue(
        made.json().path("link").asText().matches("http://.+/console/reset#token=\\w{43}"),
        made::body);
    assertEquals(200, people.asAnalyst.get("/session").status(), "nothing has changed yet");
    String replaced = token(made);
    String token = token(reset(people.asOwner, people.analyst, "password"));
    assertRefused(404, "unknown_password_reset", accept(replaced));
    assertRefused(
        422,
        "weak_password",
        browser()
            .post("/password-resets/accept", Map.of("token", token, "password", "password1234")));

    List<Response> responses = atOnce(2, i -> () -> accept(token));
    assertEquals(1, count(responses, 200), responses::toString);
    assertEquals(1, count(responses, 404), responses::toString);
    assertRefused(401, "unauthorized", people.asAnalyst.get("/session"));
    assertEquals(
        0,
        people.sql.number(
            "select count(*) from console_devices where user_id = ?", people.analyst.id()));
    String email = people.analyst.email();
    assertEquals(401, browser().signIn(email, ConsoleUsers.PASSWORD).status());
    assertEquals(200, browser().signIn(email, NEW_PASSWORD).status());
    assertEquals(2, people.audited("user.reset"));
    assertEquals(
        1, people.users.audited("user.changed", "user", Long.toString(people.analyst.id())));
  }

  @Test
  void aLinkEndsWithTimeAndWithAnotherPassword() {
    String expired = token(reset(people.asOwner, people.analyst, "password"));
    people.sql.run(
        "update console_password_resets set expires_at = now() where user_id = "
            + people.analyst.id());
    assertRefused(404, "unknown_password_reset", accept(expired));
    String unused = token(reset(people.asOwner, people.analyst, "password"));
    Map<String, String> change = Map.of("current", ConsoleUsers.PASSWORD, "new", NEW_PASSWORD);
    assertEquals(200, people.asAnalyst.post("/me/password", change).status());
    assertRefused(404, "unknown_password_reset", accept(unused));
  }

  @Test
  void totpIsRemovedAtOnceWithAllSessions() {
    people.sql.run(
        """
        update console_users set totp_secret = '\\x00', totp_confirmed = true where id = %1$d;
        insert into console_recovery_codes (user_id, hash) values (%1$d, '\\x00')
        """
            .formatted(people.analyst.id()));
    Response removed = reset(people.asOwner, people.analyst, "totp");
    assertTrue(removed.json().path("link").isNull(), removed::body);
    assertRefused(401, "unauthorized", people.asAnalyst.get("/session"));
    assertEquals(200, browser().signIn(people.analyst.email(), ConsoleUsers.PASSWORD).status());
    assertEquals(
        0,
        people.sql.number(
            "select count(*) from console_recovery_codes where user_id = ?", people.analyst.id()));
    assertEquals(200, reset(people.asOwner, people.analyst, "totp").status());
    assertEquals(1, people.audited("user.reset"), "there was nothing to remove");
  }

  @Test
  void onlyAnOwnerOfAllWorkspacesOfAUserResetsThem() {
    assertRefused(403, "role_required", reset(people.asAdmin, people.analyst, "password"));
    PeopleFixture foreign = new PeopleFixture();
    people.users.join(people.analyst, foreign.workspace, "analyst");
    assertRefused(409, "other_workspaces", reset(people.asOwner, people.analyst, "password"));
    assertRefused(404, "unknown_user", reset(people.asOwner, foreign.analyst, "password"));
    people.users.join(people.owner, foreign.workspace, "owner");
    assertEquals(200, reset(people.asOwner, people.analyst, "password").status());

    // An operator's password would give the owner all workspaces.
    User operator = people.users.add(true);
    people.users.join(operator, people.workspace, "analyst");
    assertRefused(409, "other_workspaces", reset(people.asOwner, operator, "password"));
    ConsoleBrowser asOperator = browser().signedIn(operator);
    assertEquals(200, reset(asOperator, people.owner, "password").status());
    assertRefused(
        422,
        "required",
        people.asOwner.post(people.user(people.analyst) + "/reset", Map.of("totp", false)));
    assertEquals(2, people.audited("user.reset"));
  }
}
