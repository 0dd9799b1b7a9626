package dev.shopwire.sources.lifecycle.store;

import dev.shopwire.sources.lifecycle.Lifecycle;
import dev.shopwire.sources.lifecycle.Span;
import dev.shopwire.sources.lifecycle.Transition;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The spans and transitions of an app in a shop, and when its first earnings were, as {@code
 * partner_lifecycles} has them in the columns {@code history} and {@code history_keys}: some ten
 * bytes each, so that a report can read those of all shops. Times are exact to the microsecond, as
 * PostgreSQL's. Immutable; the functions are thread-safe.
 *
 * @param transitions in the order in which they happened
 * @param spans in order, without gaps
 * @param firstEarnings the time of the first earning that is no test, by currency
 */
public record StoredHistory(
    List<Transition> transitions, List<Span> spans, Map<String, Instant> firstEarnings) {

  /** The content of the two columns. */
  public record Columns(Buffer history, Buffer keys) {}

  /** The content of the columns. */
  public static Columns encode(Lifecycle lifecycle, Map<String, Instant> firstEarnings) {
    return new HistoryEncoder().encode(lifecycle, firstEarnings);
  }

  /** All spans and transitions. */
  public static StoredHistory decode(Columns columns) {
    List<String> ids = RecordIds.decode(columns.keys().getBytes());
    return new HistoryDecoder(columns.history().getBytes(), ids).decode();
  }

  /**
   * What figures need, in less than half the time: the spans, the transitions that they count, and
   * the first earnings, all without the ids of records.
   */
  public static StoredHistory decodeForFigures(Buffer history) {
    return new HistoryDecoder(history.getBytes()).decode();
  }
}
