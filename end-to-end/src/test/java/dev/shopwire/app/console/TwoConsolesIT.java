package dev.shopwire.app.console;

import static dev.shopwire.app.console.PeopleFixture.assertRefused;
import static dev.shopwire.app.console.PeopleFixture.atOnce;
import static dev.shopwire.app.console.PeopleFixture.code;
import static dev.shopwire.app.console.PeopleFixture.count;
import static dev.shopwire.app.console.PeopleFixture.token;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.ConsoleUsers.User;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.RunSize;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests two processes of one installation: of people who want the same thing at the same time
 * exactly one gets it, an owner and an operator always stay, and guesses at both are limited
 * together.
 */
@Tag("full")
class TwoConsolesIT {
  private static final String PASSWORD = "seven engines of brass";
  private static final int CALLERS = 8;

  /** How the later of two who demote each other may be refused. */
  private static final Set<String> LATE =
      Set.of("last_owner", "last_operator", "role_required", "unknown_id", "unauthorized");

  /** Failures with one e-mail address: from one address within 15 minutes, and in an hour. */
  private static final int PER_ADDRESS = 10;

  private static final int PER_EMAIL = 100;

  private static ConsolePair pair;

  @BeforeAll
  static void start() {
    pair = new ConsolePair();
  }

  @AfterAll
  static void stop() {
    pair.close();
  }

  @Test
  void ofManySetUpsWithOneTokenOneCreatesTheOwner() throws Exception {
    pair.workspace();
    long joined = pair.audited("user.joined");
    long opened = pair.audited("session.opened");
    int rounds = RunSize.of("twoConsoles.setUps", 5, 100);
    for (int round = 0; round < rounds; round++) {
      String token = "setup-" + round;
      pair.sql.run(
          """
          truncate console_users cascade;
          insert into console_setup_tokens values (sha256('%s'), now() + interval '1 day')
          """
              .formatted(token));
      List<Response> responses =
          atOnce(CALLERS, i -> () -> pair.browser(i).post("/setup", owner(token, "owner-" + i)));
      assertOneWon(responses, 401, "unauthorized");
      assertOneOwner(responses);
      assertEquals(joined + round + 1, pair.audited("user.joined"));
      assertEquals(opened + round + 1, pair.audited("session.opened"));
    }
  }

  private static Map<String, String> owner(String token, String name) {
    return Map.of(
        "token", token, "email", name + "@example.com", "name", name, "password", PASSWORD);
  }

  private static void assertOneWon(List<Response> responses, int status, String code) {
    assertEquals(1, count(responses, 200), responses::toString);
    responses.stream()
        .filter(response -> response.status() != 200)
        .forEach(response -> assertRefused(status, code, response));
  }

  /** The stored user is the one whom the response names. */
  private static void assertOneOwner(List<Response> responses) {
    String winner =
        responses.stream()
            .filter(response -> response.status() == 200)
            .map(response -> response.json().at("/user/id").asText())
            .findFirst()
            .orElseThrow();
    assertEquals(
        winner + " true",
        pair.sql.text("select string_agg(id || ' ' || operator, ',') from console_users"));
    assertEquals(
        pair.sql.number("select count(*) from workspaces"),
        pair.sql.number(
            "select count(*) from console_memberships where role = 'owner' and user_id = ?",
            Long.parseLong(winner)));
    assertEquals(0, pair.sql.number("select count(*) from console_setup_tokens"));
    assertEquals(1, pair.sql.number("select count(*) from console_sessions"));
  }

  @Test
  void ofManyAcceptancesOfOneInvitationOneJoins() throws Exception {
    String workspace = pair.workspace();
    ConsoleBrowser admin = pair.browser(0).signedIn(pair.users.add(workspace, "admin"));
    long joined = pair.audited("user.joined");
    int rounds = RunSize.of("twoConsoles.invitations", 5, 100);
    for (int round = 0; round < rounds; round++) {
      ConsoleBrowser invited = pair.browser(0);
      String email = round % 2 == 0 ? "new-" + UUID.randomUUID() + "@example.com" : signIn(invited);
      String invitation = invite(admin, workspace, email);
      List<Response> responses =
          atOnce(CALLERS, i -> () -> accept(pair.browser(i).copyOf(invited), invitation));
      assertOneWon(responses, 404, "unknown_invitation");
      assertEquals(1, ofEmail("", email));
      assertEquals(1, ofEmail("join console_memberships m on m.user_id = u.id", email));
      assertEquals(1, ofEmail("join console_sessions s on s.user_id = u.id", email));
      assertEquals(joined + round + 1, pair.audited("user.joined"));
    }
  }

  /** Returns the e-mail address of a user who had no membership. */
  private static String signIn(ConsoleBrowser browser) {
    User user = pair.users.add(false);
    browser.signedIn(user);
    return user.email();
  }

  private static String invite(ConsoleBrowser admin, String workspace, String email) {
    return token(
        admin.post(
            "/workspaces/" + workspace + "/invitations",
            Map.of("email", email, "role", "analyst")));
  }

  private static Response accept(ConsoleBrowser as, String token) {
    return as.post(
        "/invitations/accept", Map.of("token", token, "name", "Alex", "password", PASSWORD));
  }

  private static long ofEmail(String join, String email) {
    return pair.sql.number(
        "select count(*) from console_users u " + join + " where u.email = ?", email);
  }

  @Test
  void ofTwoOwnersWhoDemoteOrRemoveEachOtherOneStays() throws Exception {
    String workspace = pair.workspace();
    long changes = pair.audited("user.changed") + pair.audited("user.removed");
    int rounds = RunSize.of("twoConsoles.owners", 10, 100);
    for (int round = 0; round < rounds; round++) {
      pair.sql.run("delete from console_memberships where workspace_id = " + workspace);
      boolean removes = round % 2 == 0;
      assertOneOfTwoStays(
          List.of(pair.users.add(workspace, "owner"), pair.users.add(workspace, "owner")),
          (as, other) -> {
            String path = "/workspaces/" + workspace + "/users/" + other.id();
            return removes ? as.delete(path) : as.patch(path, Map.of("role", "analyst"));
          });
      assertEquals(
          1,
          pair.sql.number(
              "select count(*) from console_memberships where workspace_id = ? and role = 'owner'",
              Long.parseLong(workspace)));
    }
    assertEquals(changes + rounds, pair.audited("user.changed") + pair.audited("user.removed"));
  }

  @Test
  void ofTwoOperatorsWhoDemoteOrDisableEachOtherOneStays() throws Exception {
    long changes = pair.audited("user.changed");
    int rounds = RunSize.of("twoConsoles.operators", 5, 100);
    for (int round = 0; round < rounds; round++) {
      pair.sql.run("update console_users set operator = false");
      Map<String, Boolean> change =
          round % 2 == 0 ? Map.of("disabled", true) : Map.of("operator", false);
      assertOneOfTwoStays(
          List.of(pair.users.add(true), pair.users.add(true)),
          (as, other) -> as.patch("/users/" + other.id(), change));
      assertEquals(
          1, pair.sql.number("select count(*) from console_users where operator and not disabled"));
    }
    assertEquals(changes + rounds, pair.audited("user.changed"));
  }

  /** What one of two does to the other. */
  private interface Attack {
    Response send(ConsoleBrowser as, User other);
  }

  private static void assertOneOfTwoStays(List<User> two, Attack attack) throws Exception {
    IntFunction<ConsoleBrowser> signedIn = i -> pair.browser(i).signedIn(two.get(i));
    List<ConsoleBrowser> as = List.of(signedIn.apply(0), signedIn.apply(1));
    List<Response> responses = atOnce(2, i -> () -> attack.send(as.get(i), two.get(1 - i)));
    assertEquals(1, count(responses, 200), responses::toString);
    assertTrue(
        responses.stream().allMatch(each -> each.status() == 200 || LATE.contains(code(each))),
        responses::toString);
  }

  @Test
  void guessesFromManyAddressesAreLimitedButNotTheKnownBrowser() throws Exception {
    int count = RunSize.of("twoConsoles.guesses", 300, 10_000);
    User user = pair.users.add(false);
    ConsoleBrowser known = pair.browser(0).signedIn(user);
    PasswordGuesses guesses = new PasswordGuesses(pair, user);
    AtomicBoolean done = new AtomicBoolean();
    CompletableFuture<Integer> signIns =
        CompletableFuture.supplyAsync(() -> signInUntil(done, known, user));
    Map<Integer, Integer> statuses;
    try {
      statuses = guesses.send(count);
    } finally {
      done.set(true);
    }
    System.out.printf(
        "%d guesses from %d addresses, responses %s; %d sign-ins of the known browser%n",
        count, PasswordGuesses.ADDRESSES, statuses, signIns.get());
    assertEquals(Map.of(401, PER_EMAIL, 429, count - PER_EMAIL), statuses);
    assertEquals(PER_EMAIL, guesses.recorded("wrong_credentials"));
    assertEquals(count - PER_EMAIL, guesses.recorded("too_many_sign_ins"));
    assertEquals(PER_ADDRESS, guesses.triedFromOneAddress());
    for (int turn = 0; turn < 2; turn++) {
      Response stranger = pair.browser(turn).signIn(user.email(), ConsoleUsers.PASSWORD);
      assertRefused(429, "too_many_sign_ins", stranger);
      long seconds = Long.parseLong(stranger.header("Retry-After"));
      assertTrue(seconds > 0 && seconds <= 3_600, stranger::toString);
    }
    assertKnownBrowserHasItsOwnLimit(user, known);
  }

  /** Signs in again and again, at both processes; returns how often. */
  private static int signInUntil(AtomicBoolean done, ConsoleBrowser known, User user) {
    int count = 0;
    while (count == 0 || !done.get()) {
      pair.browser(count++).copyOf(known).signedIn(user);
    }
    return count;
  }

  private static void assertKnownBrowserHasItsOwnLimit(User user, ConsoleBrowser known) {
    for (int i = 0; i < PER_ADDRESS; i++) {
      assertEquals(401, known.signIn(user.email(), "a wrong password").status());
    }
    ConsoleBrowser other = pair.browser(1).copyOf(known);
    assertRefused(429, "too_many_sign_ins", other.signIn(user.email(), ConsoleUsers.PASSWORD));
  }
}
