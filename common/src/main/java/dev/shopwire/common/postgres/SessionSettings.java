package dev.shopwire.common.postgres;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The server settings that a connection starts with, so that plans and time limits don't depend on
 * the server's defaults. Each pool has those of its purpose.
 *
 * @param statement after which PostgreSQL cancels a statement; zero for no limit
 * @param idleInTransaction after which PostgreSQL ends a session that left a transaction open
 * @param parallel whether one statement may use several of the server's processes
 */
public record SessionSettings(Duration statement, Duration idleInTransaction, boolean parallel) {
  private static final Duration IDLE_IN_TRANSACTION = Duration.ofSeconds(10);
  private static final Duration SHORTEST_SILENCE = Duration.ofSeconds(10);
  private static final Duration MORE_THAN_THE_STATEMENT = Duration.ofSeconds(5);

  /** Short questions and writes for callers that wait two seconds at most. */
  public static final SessionSettings CALLS = within(Duration.ofSeconds(5));

  /** What a role does by itself beside its calls, in small steps. */
  public static final SessionSettings BACKGROUND = within(Duration.ofSeconds(10));

  /** Lists and reports, whose transactions set a shorter limit of their own. */
  public static final SessionSettings READS =
      new SessionSettings(Duration.ofSeconds(10), IDLE_IN_TRANSACTION, true);

  public static final SessionSettings ROLLUPS = within(Duration.ofSeconds(60));

  /** Partitions, and what a process does once at its start. */
  public static final SessionSettings MAINTENANCE = within(Duration.ofSeconds(60));

  /** While a migration runs, the connection that holds Flyway's lock is idle in a transaction. */
  public static final SessionSettings MIGRATIONS =
      new SessionSettings(Duration.ZERO, Duration.ofHours(1), true);

  /** For every connection alike, where a pooler keeps them from having their own. */
  public static final SessionSettings SHARED =
      new SessionSettings(Duration.ofSeconds(60), Duration.ofSeconds(60), false);

  /** For statements that take no longer than {@code statement}. */
  public static SessionSettings within(Duration statement) {
    return new SessionSettings(statement, IDLE_IN_TRANSACTION, false);
  }

  /** By the server's names. */
  public Map<String, String> parameters() {
    Map<String, String> parameters = new LinkedHashMap<>();
    // Each execution of a statement that PostgreSQL takes for expensive would be compiled first.
    parameters.put("jit", "off");
    parameters.put("random_page_cost", "1.1");
    parameters.put("TimeZone", "UTC");
    parameters.put("statement_timeout", Long.toString(statement.toMillis()));
    parameters.put(
        "idle_in_transaction_session_timeout", Long.toString(idleInTransaction.toMillis()));
    if (!parallel) {
      parameters.put("max_parallel_workers_per_gather", "0");
    }
    return parameters;
  }

  /** As libpq's {@code options}, before those that the operator gives, which win. */
  String options(String given) {
    String own =
        parameters().entrySet().stream()
            .map(each -> "-c" + each.getKey() + "=" + each.getValue())
            .collect(Collectors.joining(" "));
    return given.isEmpty() ? own : own + " " + given;
  }

  /**
   * How long a connection may stay unused and still be used again. Shorter than {@link #silence}: a
   * connection that is just being closed fails the statement that it is taken for.
   */
  public Duration idle() {
    return silence().multipliedBy(7).dividedBy(10);
  }

  /** After how long without a byte a connection is closed, also while a statement is under way. */
  Duration silence() {
    Duration busy = statement.plus(MORE_THAN_THE_STATEMENT);
    return busy.compareTo(SHORTEST_SILENCE) > 0 ? busy : SHORTEST_SILENCE;
  }
}
