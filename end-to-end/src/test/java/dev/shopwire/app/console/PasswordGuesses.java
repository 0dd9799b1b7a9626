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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Guesses the password of a user at two processes, from many addresses, most of the time from a few
 * of them.
 */
final class PasswordGuesses {
  static final int ADDRESSES = 100;
  private static final int BUSY_ADDRESSES = 5;
  private static final int CONCURRENCY = 8;

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
      ConsoleBrowser browser = pair.browser(i).at(address(i));
      calls.add(() -> browser.signIn(user.email(), "a wrong password"));
    }
    ExecutorService threads = Executors.newFixedThreadPool(CONCURRENCY);
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

  /** Three of four guesses come from the busy addresses. */
  private static String address(int guess) {
    int other = BUSY_ADDRESSES + guess / 4 % (ADDRESSES - BUSY_ADDRESSES);
    return "198.51.100." + (guess % 4 == 3 ? other : guess % BUSY_ADDRESSES);
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
