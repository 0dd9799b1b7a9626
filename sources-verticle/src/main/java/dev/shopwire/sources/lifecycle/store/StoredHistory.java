package dev.shopwire.sources.lifecycle.store;

import dev.shopwire.sources.lifecycle.Lifecycle;
import dev.shopwire.sources.lifecycle.Span;
import dev.shopwire.sources.lifecycle.Transition;
import io.vertx.core.buffer.Buffer;
import java.util.List;

/**
 * The spans and transitions of an app in a shop, as {@code partner_lifecycles} has them in the
 * columns {@code history} and {@code history_keys}: some ten bytes each, so that a report can read
 * those of all shops. Times are exact to the microsecond, as PostgreSQL's. Immutable; the functions
 * are thread-safe.
 *
 * @param transitions in the order in which they happened
 * @param spans in order, without gaps
 */
public record StoredHistory(List<Transition> transitions, List<Span> spans) {

  /** The content of the two columns. */
  public record Columns(Buffer history, Buffer keys) {}

  /** The content of the columns. */
  public static Columns encode(Lifecycle lifecycle) {
    return new HistoryEncoder().encode(lifecycle);
  }

  /** All spans and transitions. */
  public static StoredHistory decode(Columns columns) {
    List<String> ids = RecordIds.decode(columns.keys().getBytes());
    return new HistoryDecoder(columns.history().getBytes(), ids).decode();
  }

  /**
   * What figures need, in less than half the time: the spans, and the transitions that they count,
   * all without the ids of records.
   */
  public static StoredHistory decodeForFigures(Buffer history) {
    return new HistoryDecoder(history.getBytes()).decode();
  }
}
