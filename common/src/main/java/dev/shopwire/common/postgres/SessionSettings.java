package dev.shopwire.common.postgres;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The server settings that a connection starts with, so that plans and timeouts don't depend on the
 * server's defaults. Each pool uses those for its purpose.
 *
 * @param statementTimeout statement timeout; zero for none
 * @param idleInTransactionTimeout how long a session may be idle in a transaction before it is
 *     terminated
 * @param parallel whether a statement may use parallel workers
 */
public record SessionSettings(
    Duration statementTimeout, Duration idleInTransactionTimeout, boolean parallel) {
  private static final Duration IDLE_IN_TRANSACTION = Duration.ofSeconds(10);
  private static final Duration MIN_SOCKET_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration STATEMENT_MARGIN = Duration.ofSeconds(5);

  /** Short queries and writes for callers that wait at most two seconds. */
  public static final SessionSettings CALLS = withStatementTimeout(Duration.ofSeconds(5));

  /** Background work of a role, in small steps. */
  public static final SessionSettings BACKGROUND = withStatementTimeout(Duration.ofSeconds(10));

  /** Lists and reports, whose transactions set a shorter timeout themselves. */
  public static final SessionSettings READS =
      new SessionSettings(Duration.ofSeconds(10), IDLE_IN_TRANSACTION, true);

  public static final SessionSettings ROLLUPS = withStatementTimeout(Duration.ofSeconds(60));

  /** Partition maintenance and work done once at startup. */
  public static final SessionSettings MAINTENANCE = withStatementTimeout(Duration.ofSeconds(60));

  /** Complete lists: a snapshot that is read for as long as its client takes. */
  public static final SessionSettings EXPORTS =
      new SessionSettings(Duration.ofMinutes(1), Duration.ofMinutes(2), true);

  /** For migrations: meanwhile, the connection with Flyway's lock is idle in a transaction. */
  public static final SessionSettings MIGRATIONS =
      new SessionSettings(Duration.ZERO, Duration.ofHours(1), true);

  /** For all connections, where a pooler prevents settings per connection. */
  public static final SessionSettings SHARED =
      new SessionSettings(Duration.ofSeconds(60), Duration.ofSeconds(60), false);

  /** Settings with the statement timeout {@code timeout}. */
  public static SessionSettings withStatementTimeout(Duration timeout) {
    return new SessionSettings(timeout, IDLE_IN_TRANSACTION, false);
  }

  /** The settings by server parameter name. */
  public Map<String, String> parameters() {
    Map<String, String> parameters = new LinkedHashMap<>();
    // With JIT, every execution of a seemingly expensive statement would be compiled first.
    parameters.put("jit", "off");
    parameters.put("random_page_cost", "1.1");
    parameters.put("TimeZone", "UTC");
    parameters.put("statement_timeout", Long.toString(statementTimeout.toMillis()));
    parameters.put(
        "idle_in_transaction_session_timeout", Long.toString(idleInTransactionTimeout.toMillis()));
    if (!parallel) {
      parameters.put("max_parallel_workers_per_gather", "0");
    }
    return parameters;
  }

  /** As libpq's {@code options}, followed by the operator's, which take precedence. */
  String options(String operatorOptions) {
    String settings =
        parameters().entrySet().stream()
            .map(each -> "-c" + each.getKey() + "=" + each.getValue())
            .collect(Collectors.joining(" "));
    return operatorOptions.isEmpty() ? settings : settings + " " + operatorOptions;
  }

  /**
   * How long a connection may be idle in the pool. Shorter than {@link #socketTimeout}: a statement
   * fails if the connection it got from the pool is just being closed.
   */
  public Duration idle() {
    return socketTimeout().multipliedBy(7).dividedBy(10);
  }

  /** How long a connection may be without traffic, also during a statement, before it is closed. */
  Duration socketTimeout() {
    Duration timeout = statementTimeout.plus(STATEMENT_MARGIN);
    return timeout.compareTo(MIN_SOCKET_TIMEOUT) > 0 ? timeout : MIN_SOCKET_TIMEOUT;
  }
}
