package dev.shopwire.sources.connections;

import dev.shopwire.sources.requests.Problem;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How an app's records are fetched, and what is asked of the poller.
 *
 * @param revision changes with every change of the configuration or of its being paused or stopped
 * @param fetchId what is being fetched
 * @param shownId what counts: another one while a changed configuration is fetched for the first
 *     time
 * @param parameters without secrets
 * @param since the first date to fetch
 * @param syncAt when a sync was requested that has not been made yet
 * @param rebuildAt when a rebuild was requested that has not been made yet
 * @param createdAt when the app was connected, before any change of the configuration
 */
public record Connection(
    long appId,
    long workspaceId,
    long revision,
    long fetchId,
    long shownId,
    String dialect,
    Map<String, String> parameters,
    LocalDate since,
    int intervalSeconds,
    boolean isPaused,
    Optional<Stop> stopped,
    Optional<Instant> syncAt,
    Optional<Instant> rebuildAt,
    Backfill backfill,
    Instant createdAt) {

  public Connection {
    parameters = Map.copyOf(parameters);
  }

  /** Why nothing is sent any more, and since when. */
  public record Stop(Problem problem, Instant at) {}

  /**
   * The last backfill.
   *
   * @param isFirst whether it is that of a new configuration
   * @param from inclusive
   * @param to inclusive
   * @param end when it ends within the last day
   * @param records that were read, each as often as it was
   * @param finishedAt empty while it runs
   */
  public record Backfill(
      boolean isFirst,
      LocalDate from,
      LocalDate to,
      Instant end,
      int windows,
      int windowsDone,
      long records,
      Instant startedAt,
      Optional<Instant> finishedAt) {}

  /** Whether the first backfill of the configuration is not complete. */
  public boolean isBackfilling() {
    return backfill.isFirst() && backfill.finishedAt().isEmpty();
  }

  /** Whether what is being fetched counts already. */
  public boolean isShown() {
    return fetchId == shownId;
  }

  /** The status that the API shows. */
  public String status() {
    if (isPaused) {
      return "paused";
    }
    return stopped.isPresent() ? "stopped" : isBackfilling() ? "backfilling" : "live";
  }

  /** Whether {@code other} fetches the same: it differs in secrets and the interval alone. */
  boolean fetchesSame(String otherDialect, Map<String, String> otherParameters, LocalDate from) {
    return dialect.equals(otherDialect)
        && new TreeMap<>(parameters).equals(new TreeMap<>(otherParameters))
        && since.equals(from);
  }
}
