package dev.shopwire.app.console.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.console.sample.Sample;
import dev.shopwire.app.support.BrowserPage;
import dev.shopwire.app.support.Keyboard;
import dev.shopwire.app.support.OneTimeCodes;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Receiver;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Walks through the console in a real browser, as its first users do: an owner from the set-up link
 * to a disputed credit, then an analyst. The browser is in another time zone than what it shows.
 */
class BrowserWalkIT {
  private static final String PASSWORD = "seven engines of brass";
  private static final Map<String, String> OWNER = credentials("olga@example.com");
  private static final Map<String, String> ANALYST = credentials("anna@example.com");

  private static Map<String, String> credentials(String email) {
    return Map.of("Email", email, "Password", PASSWORD);
  }

  private static Map<String, String> person(String name) {
    return Map.of("Name", name, "Password", PASSWORD, "Repeat password", PASSWORD);
  }

  @Test
  void fromTheSetUpLinkToADisputedCredit() throws Exception {
    try (CheckedPages pages = new CheckedPages();
        OwnService service = new OwnService(Map.of("SHOPWIRE_WEBHOOK_ALLOW_PRIVATE", "true"));
        Receiver receiver = new Receiver()) {
      pages.tab().call("Emulation.setTimezoneOverride", Map.of("timezoneId", "Asia/Tokyo"));
      String link = SetUpLink.of(service);
      String consoleUrl = link.replaceFirst("/console/.*", "");
      String workspace = setUp(pages, link);
      String secret = setUpTotp(pages);
      signOut(pages);
      signInWithCode(pages, secret);
      OwnerWalk owner = new OwnerWalk(pages, service, consoleUrl, workspace);
      Tenants.App app = owner.appAndKey();
      owner.eventsToChart(app);
      owner.promote(app);
      EndpointWalk endpoint = new EndpointWalk(pages, owner, receiver);
      endpoint.create();
      endpoint.replay(app);
      String customer = owner.disputeFile(app);
      String invitation = invite(pages, owner.url("/settings/users"));
      signOut(pages);
      acceptInvitation(pages, invitation);
      Sample sample = owner.sample(customer);
      Response segment =
          service
              .tenants()
              .console()
              .post(
                  "/console/api/workspaces/" + workspace + "/segments",
                  "{\"name\":\"All shops\",\"text\":\"everyone\"}");
      assertEquals(200, segment.status(), segment::body);
      walkAsAnalyst(pages, new AnalystWalk(pages, consoleUrl, sample));
      pages.open(consoleUrl + "/console/nothing", "Not found");
      pages.check();
    }
  }

  private static void walkAsAnalyst(CheckedPages pages, AnalystWalk analyst) {
    analyst.seesNoControls();
    analyst.isRefusedEachWrite();
    switchThemeAndShortcuts(pages);
    signOut(pages);
    analyst.worksByKeyboard(ANALYST);
    analyst.worksWithoutJavaScript(ANALYST);
  }

  /** Returns the id of the workspace. */
  private static String setUp(CheckedPages pages, String link) {
    BrowserPage page = pages.page();
    pages.open(link, "Set up Shopwire");
    assertEquals("", pages.tab().evaluate("location.hash").asText(), "the token stays visible");
    assertEquals(link.replaceAll(".*token=", ""), page.value("[data-from-fragment]"));
    new Screenshots(pages.tab()).forTour("tour-1-set-up");
    pages.submit("Create owner", Map.of("Name", "Olga"), "Set up Shopwire");
    assertTrue(page.text("[role=alert]").contains("problem"));
    assertEquals(
        "alert", pages.tab().evaluate("document.activeElement.getAttribute('role')").asText());
    pages.check();
    Map<String, String> owner = new HashMap<>(person("Olga"));
    owner.putAll(OWNER);
    pages.submit("Create owner", owner, "Overview");
    return pages.tab().evaluate("location.pathname.match(/[/]w[/]([0-9]+)/)[1]").asText();
  }

  /** Returns the secret. */
  private static String setUpTotp(CheckedPages pages) {
    BrowserPage page = pages.page();
    pages.follow("Account", "Account");
    pages.submit("Set up TOTP", Map.of("Password", PASSWORD), "Account");
    assertTrue(pages.tab().evaluate("!!document.querySelector('svg.qr path')").asBoolean());
    pages.check();
    String secret = page.value("#totp-secret");
    Map<String, String> code = Map.of("Code", OneTimeCodes.at(secret, Instant.now()));
    pages.submit("Confirm", code, "Account");
    assertEquals(10, page.value("#codes").lines().count());
    pages.check();
    return secret;
  }

  private static void signOut(CheckedPages pages) {
    pages.submit("Sign out", Map.of(), "Sign in");
    assertEquals("You are signed out.", pages.page().text("[role=status]"));
  }

  private static void signInWithCode(CheckedPages pages, String secret) {
    pages.submit("Sign in", OWNER, "Sign in");
    assertFalse(
        pages.tab().evaluate("document.documentElement.outerHTML").asText().contains(PASSWORD));
    pages.check();
    // The code of the next step: that of the present one was used to set TOTP up.
    Map<String, String> code =
        Map.of("Code", OneTimeCodes.at(secret, Instant.now().plusSeconds(30)));
    pages.submit("Verify", code, "Overview");
  }

  private static String invite(CheckedPages pages, String users) {
    pages.open(users, "Users");
    Map<String, String> form = Map.of("Email", "anna@example.com", "Role", "analyst");
    pages.submit("Invite", form, "Users");
    String invitation = pages.page().value("#link");
    assertTrue(invitation.contains("/console/invite#token="), invitation);
    pages.check();
    pages.follow("Audit log", "Audit log");
    assertTrue(pages.page().text("#audit").contains("user.invited"));
    return invitation;
  }

  private static void acceptInvitation(CheckedPages pages, String invitation) {
    pages.open(invitation, "Accept invitation");
    pages.submit("Join", person("Anna"), "Overview");
  }

  /** The theme of one's account wins over that of the system; keys that are off do nothing. */
  private static void switchThemeAndShortcuts(CheckedPages pages) {
    pages.follow("Account", "Account");
    pages.submit("Save", Map.of("Theme", "dark", "Keyboard shortcuts", "false"), "Account");
    assertEquals("dark", pages.tab().evaluate("document.documentElement.dataset.theme").asText());
    pages.check();
    Keyboard keyboard = pages.keyboard();
    keyboard.press("?");
    assertFalse(isDialogOpen(pages));
    pages.submit("Save", Map.of("Theme", "system", "Keyboard shortcuts", "true"), "Account");
    keyboard.press("?");
    assertTrue(isDialogOpen(pages));
    pages.page().press("Close");
    Poll.until(Duration.ofSeconds(5), () -> "the dialog closes", () -> !isDialogOpen(pages));
  }

  private static boolean isDialogOpen(CheckedPages pages) {
    return pages.tab().evaluate("document.getElementById('shortcuts').open").asBoolean();
  }
}
