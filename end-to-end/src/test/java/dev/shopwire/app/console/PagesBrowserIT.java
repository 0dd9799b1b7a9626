package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.AccessibilityCheck;
import dev.shopwire.app.support.Chromium;
import dev.shopwire.app.support.DevTools;
import dev.shopwire.app.support.OneTimeCodes;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.Poll;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/**
 * Tests the console's first pages in a real browser: from the set-up link to a second user with
 * TOTP, each page accessible in light, dark and on a phone.
 */
class PagesBrowserIT {
  private static final Pattern LINK = Pattern.compile("(http://\\S+/console/setup#token=\\w+)");
  private static final String PASSWORD = "seven engines of brass";

  private static String setUpLink(OwnService service) {
    Poll.until(
        Duration.ofSeconds(10),
        () -> "the setup link is printed",
        () -> LINK.matcher(service.process().output()).find());
    Matcher link = LINK.matcher(service.process().output());
    assertTrue(link.find());
    return link.group(1);
  }

  private static Map<String, String> person(String name) {
    return Map.of("Name", name, "Password", PASSWORD, "Repeat password", PASSWORD);
  }

  @Test
  void fromTheSetUpLinkToASecondUserWithTotp() throws Exception {
    Chromium.assumeInstalled();
    try (OwnService service = new OwnService(Map.of());
        DevTools tab = new DevTools()) {
      Checked pages = new Checked(tab, AccessibilityCheck.of(tab));
      String link = setUpLink(service);
      setUp(pages, link);
      String invitation = invite(pages);
      signOut(pages);
      acceptInvitation(pages, invitation);
      String secret = setUpTotp(pages);
      signOut(pages);
      signInWithCode(pages, secret);
      assertAnalystSeesNoControls(pages);
      assertShortcuts(pages);
      pages.open(link.replaceAll("/console/.*", "/console/nothing"), "Not found");
    }
  }

  /** Opens pages and checks each one. */
  private record Checked(DevTools tab, AccessibilityCheck accessibility) {
    void open(String url, String heading) {
      tab.open(url);
      check(heading);
    }

    void submit(String button, Map<String, String> values, String heading) {
      tab.submit(button, values);
      check(heading);
    }

    void follow(String link, String heading) {
      tab.loading(
          () ->
              tab.evaluate(
                  "[...document.querySelectorAll('a')].find((each) => each.textContent === '%s')"
                          .formatted(link)
                      + ".click()"));
      check(heading);
    }

    void check(String heading) {
      assertEquals(heading, tab.text("h1"), () -> tab.text("main"));
      assertEquals(List.of(), accessibility.problems(), heading);
    }
  }

  private static void setUp(Checked pages, String link) {
    pages.open(link, "Set up Shopwire");
    assertEquals("", pages.tab().evaluate("location.hash").asText(), "the token stays visible");
    assertEquals(link.replaceAll(".*token=", ""), pages.tab().value("[data-from-fragment]"));
    pages.submit("Create owner", Map.of("Name", "Olga"), "Set up Shopwire");
    assertTrue(pages.tab().text("[role=alert]").contains("problem"));
    assertEquals(
        "alert", pages.tab().evaluate("document.activeElement.getAttribute('role')").asText());
    Map<String, String> owner = new HashMap<>(person("Olga"));
    owner.put("Email", "olga@example.com");
    pages.submit("Create owner", owner, "Overview");
    pages.follow("Settings", "Apps");
    pages.follow("Users", "Users");
    assertTrue(pages.tab().text("#users").contains("olga@example.com"));
  }

  private static String invite(Checked pages) {
    pages.submit("Invite", Map.of("Email", "anna@example.com", "Role", "analyst"), "Users");
    String invitation = pages.tab().value("#link");
    assertTrue(invitation.contains("/console/invite#token="), invitation);
    pages.follow("Audit log", "Audit log");
    assertTrue(pages.tab().text("#audit").contains("user.invited"));
    pages.follow("Workspace", "Workspace");
    pages.follow("Users", "Users");
    return invitation;
  }

  private static void signOut(Checked pages) {
    pages.submit("Sign out", Map.of(), "Sign in");
    assertEquals("You are signed out.", pages.tab().text("[role=status]"));
  }

  private static void acceptInvitation(Checked pages, String invitation) {
    pages.open(invitation, "Accept invitation");
    pages.submit("Join", person("Anna"), "Overview");
    pages.follow("Settings", "Apps");
    pages.follow("Users", "Users");
    assertTrue(pages.tab().text("#users").contains("anna@example.com"));
  }

  private static String setUpTotp(Checked pages) {
    pages.follow("Account", "Account");
    pages.tab().evaluate("document.getElementById('totp-password').value = '" + PASSWORD + "'");
    pages.submit("Set up TOTP", Map.of(), "Account");
    assertTrue(pages.tab().evaluate("!!document.querySelector('svg.qr path')").asBoolean());
    String secret = pages.tab().value("#totp-secret");
    Map<String, String> code = Map.of("Code", OneTimeCodes.at(secret, Instant.now()));
    pages.submit("Confirm", code, "Account");
    assertEquals(10, pages.tab().value("#codes").lines().count());
    return secret;
  }

  private static void signInWithCode(Checked pages, String secret) {
    Map<String, String> credentials = Map.of("Email", "anna@example.com", "Password", PASSWORD);
    pages.submit("Sign in", credentials, "Sign in");
    assertFalse(
        pages.tab().evaluate("document.documentElement.outerHTML").asText().contains(PASSWORD));
    // The code of the next step: that of the present one was used to set TOTP up.
    Map<String, String> code =
        Map.of("Code", OneTimeCodes.at(secret, Instant.now().plusSeconds(30)));
    pages.submit("Verify", code, "Overview");
    pages.follow("Settings", "Apps");
    pages.follow("Users", "Users");
  }

  private static void assertAnalystSeesNoControls(Checked pages) {
    assertEquals(
        List.of("Sign out", "Save view", "Keyboard shortcuts", "Close"),
        StreamSupport.stream(
                pages
                    .tab()
                    .evaluate(
                        "[...document.querySelectorAll('button')].map((b) => b.textContent.trim())")
                    .spliterator(),
                false)
            .map(JsonNode::asText)
            .toList());
    String navigation = pages.tab().text("nav[aria-label=Main]");
    assertTrue(navigation.endsWith("Settings"), navigation);
    assertEquals(
        "Apps Custom fields Users Saved views",
        pages.tab().text("nav[aria-label=Settings]").replaceAll("\\s+", " "));
  }

  private static void assertShortcuts(Checked pages) {
    pages.tab().key("?");
    assertTrue(pages.tab().evaluate("document.getElementById('shortcuts').open").asBoolean());
    pages.tab().press("Close");
    Poll.until(
        Duration.ofSeconds(5),
        () -> "the dialog closes",
        () -> !pages.tab().evaluate("document.getElementById('shortcuts').open").asBoolean());
    pages.tab().key("j");
    assertTrue(
        pages.tab().evaluate("!!document.activeElement.closest('main tbody tr')").asBoolean(),
        () -> pages.tab().evaluate("document.activeElement.outerHTML").asText());
    pages
        .tab()
        .loading(
            () -> {
              pages.tab().key("g");
              pages.tab().key("s");
            });
    pages.check("Apps");
  }
}
