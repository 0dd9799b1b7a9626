package dev.shopwire.app.console.audit;

import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.ConsoleUsers.User;
import dev.shopwire.app.support.PageBrowser;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.Http.Response;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Random;

/** Signs in, with the right password and with a wrong one, and out; by the API and on pages. */
final class SignInWriter implements AuditedWriter {
  private static final String SYSTEM = "system/";

  private final String consoleUrl;
  private final User user;
  private final User victim;
  private final Random random;

  /** How the sessions that were opened are ended. */
  private final Deque<Sending> signOuts = new ArrayDeque<>();

  /**
   * @param victim whose password is guessed
   */
  SignInWriter(String consoleUrl, User user, User victim, Random random) {
    this.consoleUrl = consoleUrl;
    this.user = user;
    this.victim = victim;
    this.random = random;
  }

  @Override
  public Write next() {
    int choice = random.nextInt(6);
    if (choice == 0) {
      return new Write(SYSTEM, "session.failed", false, this::guess);
    }
    if (choice < 4 && !signOuts.isEmpty()) {
      return new Write(actor(), "session.closed", false, signOuts.remove());
    }
    return new Write(
        actor(), "session.opened", false, choice % 2 == 0 ? this::signIn : this::signInOnPage);
  }

  private String actor() {
    return "user/" + user.id();
  }

  /** A failure is what the audit log records here. */
  private Outcome guess(String requestId) {
    Outcome outcome = Outcome.of(post(browser(), requestId, victim, "a wrong password"));
    return outcome == Outcome.REFUSED ? Outcome.DONE : Outcome.UNKNOWN;
  }

  private ConsoleBrowser browser() {
    return new ConsoleBrowser(consoleUrl);
  }

  private static Response post(
      ConsoleBrowser browser, String requestId, User user, String password) {
    String body =
        Json.MAPPER
            .createObjectNode()
            .put("email", user.email())
            .put("password", password)
            .toString();
    return browser.send(
        "POST", "/session", header(requestId), body.getBytes(StandardCharsets.UTF_8));
  }

  private static Map<String, String> header(String requestId) {
    return Map.of("X-Request-Id", requestId);
  }

  private Outcome signIn(String requestId) {
    ConsoleBrowser browser = browser();
    Outcome outcome = Outcome.of(post(browser, requestId, user, ConsoleUsers.PASSWORD));
    if (outcome == Outcome.DONE) {
      signOuts.add(id -> Outcome.of(browser.send("DELETE", "/session", header(id), new byte[0])));
    }
    return outcome;
  }

  private Outcome signInOnPage(String requestId) {
    PageBrowser page = new PageBrowser(consoleUrl).open("/console/sign-in");
    Map<String, String> values = Map.of("Email", user.email(), "Password", ConsoleUsers.PASSWORD);
    Outcome outcome = Outcome.of(page.post("Sign in", values, header(requestId)));
    if (outcome == Outcome.DONE) {
      signOuts.add(
          id -> Outcome.of(page.open("/console/account").post("Sign out", Map.of(), header(id))));
    }
    return outcome;
  }
}
