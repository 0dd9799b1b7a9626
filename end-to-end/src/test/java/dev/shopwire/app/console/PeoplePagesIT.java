package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.OneTimeCodes;
import dev.shopwire.app.support.PageBrowser;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Tenants;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests the pages about users, accounts and the audit log, without JavaScript. */
class PeoplePagesIT {
  private static final RunningService SERVICE = RunningService.shared();
  private static final ConsoleUsers USERS = new ConsoleUsers(SERVICE.sql());
  private static final String PASSWORD = "seven engines of brass";
  private static final Pattern QUOTED_URL = Pattern.compile("'http://[^/]+(/[^']*)'");

  private final Tenants.App app = SERVICE.tenants().app();
  private final String settings = "/console/w/" + app.workspaceId() + "/settings/";
  private final ConsoleUsers.User owner = USERS.add(app.workspaceId(), "owner");
  private final PageBrowser page =
      new PageBrowser(SERVICE.consoleUrl()).signedIn(owner).open(settings + "users");

  private static PageBrowser browser() {
    return new PageBrowser(SERVICE.consoleUrl());
  }

  private List<List<String>> users() {
    return page.open(settings + "users").rows("Users");
  }

  /** Fills in a link's token, as the script does in other browsers. */
  private static String token(String link) {
    return link.substring(link.indexOf("#token=") + 7);
  }

  @Test
  void anInvitationIsShownOnceAndWorksOnce() {
    String email = "new-" + UUID.randomUUID() + "@example.com";
    page.submit("Invite", Map.of("Email", "nobody", "Role", "admin"));
    assertEquals(422, page.status());
    assertEquals("nobody", page.value("Email"));
    page.submit("Invite", Map.of("Email", email));
    String link = page.value("Invitation link");
    assertTrue(link.contains("/console/invite#token="), link);
    assertEquals(List.of(email, "admin"), page.rows("Invitations").get(0).subList(0, 2));
    assertFalse(page.open(settings + "users").response().body().contains(token(link)));
    Map<String, String> person =
        Map.of(
            "Invitation token",
            token(link),
            "Name",
            "Anna",
            "Password",
            PASSWORD,
            "Repeat password",
            PASSWORD);
    PageBrowser invited = browser().open("/console/invite");
    invited.submit("Join", Map.of("Invitation token", "wrong", "Name", "Anna"));
    assertEquals(422, invited.status());
    assertEquals("Anna", invited.value("Name"));
    invited.submit("Join", person);
    assertEquals("/console/w/" + app.workspaceId(), invited.path());
    assertTrue(page.open(settings + "users").rows("Invitations").isEmpty());
    assertEquals(List.of("Anna", email, "admin", "off"), users().get(1).subList(0, 4));
    assertEquals(422, browser().open("/console/invite").submit("Join", person).status());
  }

  @Test
  void aSignedInUserJoinsWithTheTokenAlone() {
    ConsoleUsers.User known = USERS.add(false);
    page.submit("Invite", Map.of("Email", known.email(), "Role", "analyst"));
    String token = token(page.value("Invitation link"));
    PageBrowser other = browser().signedIn(known).open("/console/invite");
    assertEquals(
        422,
        browser()
            .signedIn(USERS.add(false))
            .open("/console/invite")
            .submit("Join", Map.of("Invitation token", token))
            .status());
    other.submit("Join", Map.of("Invitation token", token));
    assertEquals("/console/w/" + app.workspaceId(), other.path());
  }

  @Test
  void rolesAndMembershipsChangeInASecondStep() {
    ConsoleUsers.User member = USERS.add(app.workspaceId(), "analyst");
    page.open(settings + "users").inRow(member.email(), "Change role");
    assertEquals("Users", page.heading());
    page.submit("Save role", Map.of("Role", "admin"));
    assertEquals("The role was changed.", page.page().select("main [role=status]").text());
    assertEquals("admin", users().get(1).get(2));
    page.inRow(member.email(), "Remove");
    assertTrue(page.page().select("main").text().contains(member.email()));
    page.follow("Cancel");
    assertEquals(2, users().size());
    page.inRow(member.email(), "Remove").submit("Remove", Map.of());
    assertEquals(1, users().size());
    page.inRow(owner.email(), "Remove").submit("Remove", Map.of());
    assertEquals(422, page.status());
    assertTrue(page.alert().contains("needs an owner"), page.alert());
    assertEquals(1, users().size());
  }

  @Test
  void aResetLinkReplacesThePasswordAndEndsSessions() {
    ConsoleUsers.User member = USERS.add(app.workspaceId(), "analyst");
    PageBrowser session = browser().signedIn(member);
    page.open(settings + "users").inRow(member.email(), "Reset").submit("Reset", Map.of());
    String token = token(page.value("Reset link"));
    PageBrowser reset = browser().open("/console/reset");
    Map<String, String> differing =
        Map.of("Reset token", token, "Password", PASSWORD, "Repeat password", "another");
    reset.submit("Save password", differing);
    assertEquals(422, reset.status());
    assertEquals(token, reset.value("Reset token"));
    reset.submit("Save password", Map.of("Password", PASSWORD, "Repeat password", PASSWORD));
    assertEquals("Sign in", reset.heading());
    reset.submit("Sign in", Map.of("Email", member.email(), "Password", PASSWORD));
    assertEquals("Overview", reset.heading());
    assertEquals("Sign in", session.open(settings + "users").heading());
  }

  @Test
  void totpIsSetUpWithAQrCodeAndAskedForAtTheNextSignIn() {
    page.open("/console/account");
    page.submit("Set up TOTP", Map.of("Password", ConsoleUsers.PASSWORD));
    assertFalse(page.page().select("svg[role=img] path").attr("d").isEmpty());
    String secret = page.value("TOTP secret");
    page.submit("Confirm", Map.of("Code", "000000"));
    assertEquals(422, page.status());
    assertEquals(secret, page.value("TOTP secret"));
    page.submit("Confirm", Map.of("Code", OneTimeCodes.at(secret, Instant.now())));
    List<String> recovery = page.value("Recovery codes").lines().toList();
    assertEquals(10, recovery.size());
    PageBrowser again = browser().open("/console/sign-in?next=%2Fconsole%2Faccount");
    again.submit("Sign in", Map.of("Email", owner.email(), "Password", ConsoleUsers.PASSWORD));
    assertFalse(again.response().body().contains(ConsoleUsers.PASSWORD));
    again.submit("Verify", Map.of("Code", "wrong"));
    assertEquals(422, again.status());
    again.submit("Verify", Map.of("Code", recovery.get(0)));
    assertEquals("/console/account", again.path());
    assertEquals(2, again.rows("Sessions").size());
  }

  @Test
  void theAccountChangesProfilePasswordSessionsAndTokens() {
    PageBrowser other = browser().signedIn(owner);
    page.open("/console/account");
    Map<String, String> profile =
        Map.of("Time zone", "Mars/Olympus", "Theme", "dark", "Keyboard shortcuts", "false");
    page.submit("Save", profile);
    assertEquals(422, page.status());
    assertEquals("Mars/Olympus", page.value("Time zone"));
    page.submit("Save", Map.of("Time zone", "Asia/Tokyo"));
    Map<String, String> shown = Map.of("data-theme", "dark", "data-shortcuts", "off");
    shown.forEach((name, value) -> assertEquals(value, page.page().select("html").attr(name)));
    assertTrue(page.page().select("footer").text().contains("Times in Asia/Tokyo"));
    page.submit("Create token", Map.of("Token name", "a script", "Role", "analyst"));
    String secret = page.value("Token");
    assertTrue(secret.startsWith("sw_user_"), secret);
    assertFalse(page.open("/console/account").response().body().contains(secret));
    page.inRow("a script", "End").submit("End token", Map.of());
    assertTrue(page.rows("API tokens").isEmpty());
    Map<String, String> passwords =
        Map.of(
            "Current password", ConsoleUsers.PASSWORD,
            "New password", PASSWORD,
            "Repeat password", PASSWORD);
    page.submit("Change password", passwords);
    assertEquals(1, page.rows("Sessions").size());
    assertEquals("Sign in", other.open("/console/account").heading());
  }

  @Test
  void theAuditLogIsFilteredByTheAddress() {
    page.submit("Invite", Map.of("Email", "a@example.com", "Role", "analyst"));
    page.open(settings + "audit?timezone=Asia%2FTokyo");
    List<String> entry = page.rows("Audit log").get(0);
    assertEquals("user.invited", entry.get(2));
    assertTrue(page.page().select("time").attr("datetime").endsWith("Z"));
    page.submit("Apply", Map.of("Action", "workspace.changed"));
    assertEquals("No match", page.page().select("main section h2").text());
    page.follow("Clear filters");
    page.submit("Apply", Map.of("Actor", "user/" + owner.id(), "From", "2026-01-01"));
    assertEquals(1, page.rows("Audit log").size());
    page.submit("Apply", Map.of("From", "soon"));
    assertEquals(422, page.status());
    assertEquals("soon", page.value("From"));
    assertEquals("#filter-startDate", page.page().select("[role=alert] a").attr("href"));
  }

  @Test
  void theCommandOfAPageReturnsWhatItShows() {
    String secret = USERS.token(owner, app.workspaceId(), "admin");
    for (String name : List.of("users", "audit")) {
      page.open(settings + name);
      String command = page.page().expectFirst("figure pre").text();
      Matcher url = QUOTED_URL.matcher(command);
      assertTrue(url.find(), command);
      JsonNode response =
          new Http(SERVICE.consoleUrl())
              .send("GET", url.group(1), Map.of("Authorization", "Bearer " + secret), new byte[0])
              .json();
      int rows = page.page().expectFirst("table").select("tbody tr").size();
      assertEquals(rows, response.path(name.equals("users") ? "users" : "entries").size());
    }
  }
}
