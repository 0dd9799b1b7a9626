package dev.shopwire.sources.pull;

import dev.shopwire.sources.connections.Connection;
import dev.shopwire.sources.connections.StreamState;
import dev.shopwire.sources.connections.Windows;
import dev.shopwire.sources.connections.Windows.Window;
import dev.shopwire.sources.dialects.Dialect;
import dev.shopwire.sources.dialects.StreamRule;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Decides which pass of a connection is next: first the windows of a first backfill, the oldest
 * first; then syncs that are due; then the windows of a backfill that was requested. Immutable.
 *
 * @param streams the states of the dialect's streams
 * @param now PostgreSQL's time
 */
record PassPlan(Connection connection, Dialect dialect, List<StreamState> streams, Instant now) {
  private static final Duration REREAD_EVERY = Duration.ofHours(24);

  /** Streams that were removed from the dialect's file are not read. */
  PassPlan {
    streams = streams.stream().filter(state -> dialect.stream(state.name()).isPresent()).toList();
  }

  /**
   * A pass.
   *
   * @param end where the stream has been read to when all windows of its range are through
   * @param isReread whether it is part of the sync of a day that reads further back
   */
  record Next(
      StreamRule stream,
      StreamState state,
      Window window,
      Instant end,
      boolean isBackfill,
      boolean isReread) {

    /** Whether the range ends with this window. */
    boolean isLast() {
      return !window.to().isBefore(end);
    }

    /**
     * The window of the same range that follows.
     *
     * @param after the stream's state after this one
     */
    Next following(StreamState after) {
      return new Next(
          stream,
          after,
          Windows.first(window.to(), end, stream.window()),
          end,
          isBackfill,
          isReread);
    }
  }

  Optional<Next> next() {
    if (connection.isBackfilling()) {
      return backfill();
    }
    return sync().or(this::backfill);
  }

  /** Whether the backfill runs, and all streams are through. */
  boolean isBackfillOver() {
    return connection.backfill().finishedAt().isEmpty() && backfill().isEmpty();
  }

  private Optional<Next> backfill() {
    Instant end = connection.backfill().end();
    if (connection.backfill().finishedAt().isPresent()) {
      return Optional.empty();
    }
    return streams.stream()
        .filter(state -> state.backfillAt().filter(from -> from.isBefore(end)).isPresent())
        .min(Comparator.comparing(state -> state.backfillAt().orElseThrow()))
        .flatMap(
            state ->
                rule(state)
                    .map(
                        rule ->
                            new Next(
                                rule,
                                state,
                                Windows.first(state.backfillAt().orElseThrow(), end, rule.window()),
                                end,
                                true,
                                false)));
  }

  private Optional<StreamRule> rule(StreamState state) {
    return dialect.stream(state.name());
  }

  private Optional<Next> sync() {
    return streams.stream()
        .filter(state -> !isAfter(syncedAt(state), now))
        .min(Comparator.comparing(state -> state.lastSyncAt().orElse(Instant.EPOCH)))
        .flatMap(state -> rule(state).map(rule -> sync(rule, state)));
  }

  /** When the stream is to be synced. */
  private Instant syncedAt(StreamState state) {
    if (state.lastSyncAt().isEmpty()) {
      return Instant.EPOCH;
    }
    Instant last = state.lastSyncAt().get();
    boolean isRequested = connection.syncAt().filter(last::isBefore).isPresent();
    return isRequested ? Instant.EPOCH : last.plusSeconds(connection.intervalSeconds());
  }

  private static boolean isAfter(Instant due, Instant now) {
    return due.isAfter(now);
  }

  private Next sync(StreamRule rule, StreamState state) {
    Instant start = connection.since().atStartOfDay(ZoneOffset.UTC).toInstant();
    boolean isReread = isRereadDue(state);
    Instant from = overlap(rule, state);
    if (isReread && now.minus(rule.reread()).isBefore(from)) {
      from = now.minus(rule.reread());
    }
    from = (from.isBefore(start) ? start : from).truncatedTo(ChronoUnit.SECONDS);
    Instant end = now.truncatedTo(ChronoUnit.SECONDS);
    end = end.isAfter(from) ? end : from.plusSeconds(1);
    return new Next(rule, state, Windows.first(from, end, rule.window()), end, false, isReread);
  }

  /**
   * The watermark less the overlap. A stream without records for long is not read further back than
   * the daily sync reads, since it was read up to {@code completeTo}.
   */
  private static Instant overlap(StreamRule rule, StreamState state) {
    Instant completeTo = state.completeTo().orElse(Instant.EPOCH);
    Instant mark = state.watermark().orElse(completeTo);
    Instant quiet = completeTo.minus(rule.reread());
    Instant from = mark.isBefore(quiet) ? quiet : mark.isAfter(completeTo) ? completeTo : mark;
    return from.minus(rule.overlap());
  }

  private boolean isRereadDue(StreamState state) {
    return state.rereadAt().map(last -> !last.plus(REREAD_EVERY).isAfter(now)).orElse(true);
  }

  /** When the next sync is due. */
  Instant nextSync() {
    return streams.stream()
        .map(this::syncedAt)
        .min(Comparator.naturalOrder())
        .orElseGet(() -> now.plusSeconds(connection.intervalSeconds()));
  }
}
