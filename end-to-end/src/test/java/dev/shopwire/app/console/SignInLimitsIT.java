package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.ConsoleUsers.User;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.ConcurrentCalls;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Http.Response;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;

/** Tests the limits on guessing passwords, and that they lock no user out of a known browser. */
class SignInLimitsIT {
  private static final RunningService SERVICE = RunningService.shared();
  private static final ConsoleUsers USERS = new ConsoleUsers(SERVICE.sql());
  private static final String WRONG = "a wrong password";
  private static final int PER_PAIR = 10;
  private static final int PER_ADDRESS = 100;

  private static ConsoleBrowser browser() {
    return new ConsoleBrowser(SERVICE.consoleUrl());
  }

  private static void assertRefused(Response response, long maxSeconds) {
    assertEquals(429, response.status(), response::body);
    assertEquals("too_many_sign_ins", response.json().path("code").asText());
    long seconds = Long.parseLong(response.header("Retry-After"));
    assertTrue(seconds > 0 && seconds <= maxSeconds, response.header("Retry-After"));
  }

  /** Sends guesses, some at a time; returns how many responses had each status. */
  private static Map<Integer, Integer> guess(List<Callable<Response>> calls) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      Map<Integer, Integer> statuses = new HashMap<>();
      for (Response response : ConcurrentCalls.call(threads, calls)) {
        statuses.merge(response.status(), 1, Integer::sum);
      }
      return statuses;
    } finally {
      threads.shutdownNow();
    }
  }

  private static String randomNetwork() {
    return "2001:db8:%x:%x"
        .formatted(
            ThreadLocalRandom.current().nextInt(0x10000),
            ThreadLocalRandom.current().nextInt(0x10000));
  }

  @ConcurrentTest
  void afterTenFailuresFromOneAddressEvenTheRightPasswordIsRefused() throws Exception {
    User user = USERS.add(false);
    String network = randomNetwork();
    List<Callable<Response>> calls = new ArrayList<>();
    for (int i = 0; i < 4 * PER_PAIR; i++) {
      String address = network + "::" + Integer.toHexString(i + 1);
      calls.add(() -> browser().at(address).signIn(user.email(), WRONG));
    }
    Map<Integer, Integer> statuses = guess(calls);
    assertEquals(Map.of(401, PER_PAIR, 429, 3 * PER_PAIR), statuses);
    assertRefused(
        browser().at(network + "::ffff").signIn(user.email(), ConsoleUsers.PASSWORD), 900);
    assertEquals(200, browser().signIn(user.email(), ConsoleUsers.PASSWORD).status());
    assertEquals(
        4 * PER_PAIR + 1, USERS.audited("session.failed", "user", Long.toString(user.id())));
  }

  @ConcurrentTest
  @Tag("full")
  void afterAHundredFailuresAnAddressIsRefusedForEveryEmail() throws Exception {
    User user = USERS.add(false);
    String address = randomNetwork() + "::1";
    List<Callable<Response>> calls = new ArrayList<>();
    for (int i = 0; i < PER_ADDRESS + 8; i++) {
      String email = UUID.randomUUID() + "@example.com";
      calls.add(() -> browser().at(address).signIn(email, WRONG));
    }
    assertEquals(Map.of(401, PER_ADDRESS, 429, 8), guess(calls));
    assertRefused(browser().at(address).signIn(user.email(), ConsoleUsers.PASSWORD), 900);
  }

  @ConcurrentTest
  @Tag("full")
  void aBrowserIsKnownOnlyForTheUsersWhoSignedInWithIt() {
    User user = USERS.add(false);
    User other = USERS.add(false);
    ConsoleBrowser browser = browser().signedIn(user).signedIn(other);
    for (int i = 0; i < PER_PAIR; i++) {
      browser().at("192.0.2.1").signIn(user.email(), WRONG);
    }
    // Both are known in the browser they share, wherever it is.
    browser.at("192.0.2.1").signedIn(user).signedIn(other);
    ConsoleBrowser stranger = browser().signedIn(other).at("192.0.2.1");
    assertRefused(stranger.signIn(user.email(), ConsoleUsers.PASSWORD), 900);
  }

  @ConcurrentTest
  @Tag("full")
  void successesDoNotCount() {
    User user = USERS.add(false);
    for (int i = 0; i < 2 * PER_PAIR; i++) {
      assertEquals(
          200, browser().at("192.0.2.9").signIn(user.email(), ConsoleUsers.PASSWORD).status());
    }
  }
}
