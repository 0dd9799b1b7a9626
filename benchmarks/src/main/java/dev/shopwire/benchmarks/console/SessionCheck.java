package dev.shopwire.benchmarks.console;

import dev.shopwire.benchmarks.measure.Database;
import dev.shopwire.benchmarks.measure.Verdicts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures what checking a session and a role costs: a request that is refused for its role has
 * been checked and nothing else, one without a session has not even been checked. Their difference
 * in time is the check, and so is the number of transactions that PostgreSQL counts meanwhile, less
 * those of the same time without requests.
 *
 * @param member whose role is too low for {@code path}
 */
record SessionCheck(Database database, ConsoleSession member, String path, int requests) {
  private static final double CHECK_MILLIS = 1;

  /** One, and some for what else the service does meanwhile. */
  private static final double MOST_STATEMENTS = 1.2;

  /** PostgreSQL counts what a connection did when it is used again after a second. */
  private static final long STATISTICS_NANOS = 1_100_000_000L;

  private static final int SETTLING = 4;

  private static final String TRANSACTIONS =
      "select xact_commit + xact_rollback from pg_stat_database where datname = current_database()";

  void measure(Verdicts verdicts) {
    ConsoleSession none = ConsoleSession.none(member.url());
    run(none, 401, requests);
    run(member, 403, requests);
    settle();
    long before = transactions();
    long start = System.nanoTime();
    Repeated checked = run(member, 403, requests);
    long nanos = System.nanoTime() - start;
    settle();
    long after = transactions();
    LockSupport.parkNanos(nanos);
    settle();
    long idle = transactions() - after;
    verdicts.atMost(
        "session and role check: statements per request",
        "%.1f",
        (double) (after - before - idle) / requests,
        MOST_STATEMENTS);
    double difference = checked.percentile(0.5) - run(none, 401, requests).percentile(0.5);
    verdicts.atMost("session and role check: p50, ms", "%.2f", difference, CHECK_MILLIS);
  }

  /** Waits until the statistics have all transactions so far, but for the last few. */
  private void settle() {
    LockSupport.parkNanos(STATISTICS_NANOS);
    run(member, 403, SETTLING);
  }

  private long transactions() {
    return database.number("public", TRANSACTIONS);
  }

  private Repeated run(ConsoleSession caller, int expected, int times) {
    List<Double> millis = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      ConsoleSession.Answer answer = caller.get(path);
      if (answer.status() != expected) {
        throw new IllegalStateException(path + ": " + answer);
      }
      millis.add(answer.millis());
    }
    return new Repeated(millis);
  }
}
