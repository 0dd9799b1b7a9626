package dev.shopwire.app.console;

import static dev.shopwire.app.console.PeopleFixture.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.ConsoleUsers.User;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.Http.Response;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests what operators do with users, and that an operator always stays. */
class OperatorsIT {
  private static Response change(ConsoleBrowser as, User user, String field, boolean value) {
    return as.patch("/users/" + user.id(), Map.of(field, value));
  }

  @Test
  void anInstallationKeepsAnOperatorWhoMaySignIn() {
    try (OwnService service = new OwnService(Map.of())) {
      ConsoleUsers users = new ConsoleUsers(service.sql());
      User operator = users.add(true);
      ConsoleBrowser as = new ConsoleBrowser(service.process().consoleUrl()).signedIn(operator);
      assertRefused(409, "last_operator", change(as, operator, "operator", false));
      assertRefused(409, "last_operator", change(as, operator, "disabled", true));
      User user = users.add(false);
      assertEquals(200, change(as, user, "operator", true).status());
      assertEquals(200, change(as, user, "disabled", true).status());
      assertRefused(409, "last_operator", change(as, operator, "operator", false));
      assertEquals(200, change(as, user, "disabled", false).status());
      assertEquals(200, change(as, operator, "operator", false).status());
      assertRefused(403, "role_required", as.get("/users"));
      assertEquals(
          4, service.sql().number("select count(*) from audit_log where action = 'user.changed'"));
    }
  }

  @Test
  void aDisabledUserLosesSessionsAndTokensAtOnce() {
    PeopleFixture people = new PeopleFixture();
    ConsoleBrowser operator = PeopleFixture.browser().signedIn(people.users.add(true));
    String token = people.users.token(people.analyst, people.workspace, "analyst");
    Map<String, String> bearer = Map.of("Authorization", "Bearer " + token, "Cookie", "");
    ConsoleBrowser script = PeopleFixture.browser();
    assertEquals(200, script.send("GET", people.path("/users"), bearer, new byte[0]).status());
    assertRefused(403, "role_required", people.asOwner.get("/users"));
    assertRefused(403, "role_required", change(people.asOwner, people.analyst, "disabled", true));

    Response disabled = change(operator, people.analyst, "disabled", true);
    assertEquals(true, disabled.json().at("/user/disabled").asBoolean(), disabled::body);
    assertRefused(401, "unauthorized", people.asAnalyst.get("/session"));
    assertEquals(401, script.send("GET", people.path("/users"), bearer, new byte[0]).status());
    assertRefused(
        401,
        "wrong_credentials",
        PeopleFixture.browser().signIn(people.analyst.email(), ConsoleUsers.PASSWORD));

    // Neither the sessions nor the tokens come back.
    assertEquals(200, change(operator, people.analyst, "disabled", false).status());
    assertRefused(401, "unauthorized", people.asAnalyst.get("/session"));
    assertEquals(401, script.send("GET", people.path("/users"), bearer, new byte[0]).status());
    assertEquals(200, change(operator, people.analyst, "disabled", false).status());
    assertEquals(
        2, people.users.audited("user.changed", "user", Long.toString(people.analyst.id())));
    assertRefused(404, "unknown_user", operator.patch("/users/999999999", Map.of()));
  }
}
