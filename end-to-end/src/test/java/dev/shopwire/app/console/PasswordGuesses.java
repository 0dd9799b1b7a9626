package dev.shopwire.app.console;

import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.app.support.ConsoleUsers.User;
import dev.shopwire.testing.ConcurrentCalls;
import dev.shopwire.testing.Http.Response;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

/** Guesses the password of a user at two processes, first from a few addresses, then from many. */
final class PasswordGuesses {
  static final int ADDRESSES = 100;
  private static final int BUSY_ADDRESSES = 5;
  private static final int CONCURRENCY = 16;

  // Blocks inserts for a moment, but no reads.
  private static final String DELAY_INSERTS =
      """
      begin;
      lock table console_sign_in_failures in share mode;
      select pg_sleep(0.01);
      commit
      """;

  private final ConsolePair pair;
  private final User user;

  PasswordGuesses(ConsolePair pair, User user) {
    this.pair = pair;
    this.user = user;
  }

  /** Returns how many responses had each status. */
  Map<Integer, Integer> send(int count) throws Exception {
    List<Callable<Response>> calls = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ConsoleBrowser browser = pair.browser(i).at(address(i, count));
      calls.add(() -> browser.signIn(user.email(), "a wrong password"));
    }
    AtomicBoolean done = new AtomicBoolean();
    CompletableFuture<Void> delays = CompletableFuture.runAsync(() -> delayInserts(done));
    ExecutorService threads = Executors.newFixedThreadPool(CONCURRENCY);
    try {
      Map<Integer, Integer> statuses = new HashMap<>();
      for (Response response : ConcurrentCalls.call(threads, calls)) {
        statuses.merge(response.status(), 1, Integer::sum);
      }
      return statuses;
    } finally {
      done.set(true);
      threads.shutdownNow();
      delays.join();
    }
  }

  /** So that attempts which did not wait for each other would all count the same failures. */
  private void delayInserts(AtomicBoolean done) {
    while (!done.get()) {
      pair.sql.run(DELAY_INSERTS);
    }
  }

  /**
   * Three quarters come from the busy addresses, until those are limited; then many addresses reach
   * the limit of the e-mail address at the same time.
   */
  private static String address(int guess, int count) {
    boolean isBusy = guess < count * 3 / 4;
    int number =
        isBusy ? guess % BUSY_ADDRESSES : BUSY_ADDRESSES + guess % (ADDRESSES - BUSY_ADDRESSES);
    return "198.51.100." + number;
  }

  /** How many attempts the audit log has that failed for this reason. */
  long recorded(String reason) {
    return pair.sql.number(
        """
        select count(*) from audit_log
        where action = 'session.failed' and object_id = ? and after ->> 'reason' = ?
        """,
        Long.toString(user.id()),
        reason);
  }

  /** The highest number of guesses that were tried from one address. */
  long triedFromOneAddress() {
    return pair.sql.number(
        """
        select max(tries) from (
          select count(*) as tries from audit_log
          where action = 'session.failed' and object_id = ?
            and after ->> 'reason' = 'wrong_credentials'
          group by address) by_address
        """,
        Long.toString(user.id()));
  }
}
