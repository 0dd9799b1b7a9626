package dev.shopwire.console.auth;

import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.batching.SpacedRuns;
import dev.shopwire.console.sessions.Sessions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.LoggerFactory;

/**
 * Records when sessions and API tokens were last used, in the background, those of a second in one
 * statement. Not thread-safe; use from one event loop.
 */
public final class LastUses {
  private static final Duration SPACING = Duration.ofSeconds(1);

  /** What is dropped above it is recorded with a later request. */
  private static final int MAX_WAITING = 10_000;

  private final SqlClient client;
  private final BackgroundTaskLog failures =
      new BackgroundTaskLog(
          LoggerFactory.getLogger(LastUses.class), "Recording the use of sessions");
  private final SpacedRuns runs;
  private Set<Long> sessions = new HashSet<>();
  private Set<Long> tokens = new HashSet<>();

  public LastUses(Vertx vertx, SqlClient client) {
    this.client = client;
    this.runs = new SpacedRuns(vertx, SPACING, this::flush, failures::failed);
  }

  void addSession(long id) {
    add(sessions, id);
  }

  void addToken(long id) {
    add(tokens, id);
  }

  private void add(Set<Long> ids, long id) {
    if (ids.size() < MAX_WAITING && ids.add(id)) {
      runs.wake();
    }
  }

  private Future<Boolean> flush() {
    List<Long> usedSessions = List.copyOf(sessions);
    List<Long> usedTokens = List.copyOf(tokens);
    sessions = new HashSet<>();
    tokens = new HashSet<>();
    if (usedSessions.isEmpty() && usedTokens.isEmpty()) {
      return Future.succeededFuture(false);
    }
    return failures.watch(Sessions.recordUse(client, usedSessions, usedTokens)).map(false);
  }

  /** Completes when what was in progress is recorded. */
  public Future<?> close() {
    return runs.close();
  }
}
