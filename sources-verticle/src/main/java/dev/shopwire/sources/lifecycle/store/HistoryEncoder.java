package dev.shopwire.sources.lifecycle.store;

import dev.shopwire.sources.lifecycle.Fraction;
import dev.shopwire.sources.lifecycle.Lifecycle;
import dev.shopwire.sources.lifecycle.Span;
import dev.shopwire.sources.lifecycle.Transition;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Writes a history: the version; the texts and amounts that spans refer to by number; spans;
 * transitions; first earnings. Each list begins with its length, times are the distance from the
 * one before, and a span ends where the next one begins. Not thread-safe, and for one history.
 */
final class HistoryEncoder {
  static final int VERSION = 2;

  /** Without first earnings. */
  static final int FIRST_VERSION = 1;

  static final int INSTALLED = 1;
  static final int PAYING = 2;
  static final int TEST = 4;
  static final int UNPRICED = 8;
  static final int UNKNOWN_INTERVAL = 16;

  private final HistoryWriter out = new HistoryWriter();
  private final Numbering<String> ids = new Numbering<>();
  private final Numbering<String> texts = new Numbering<>();
  private final Numbering<Fraction> amounts = new Numbering<>();
  private long before;

  StoredHistory.Columns encode(Lifecycle lifecycle, Map<String, Instant> firstEarnings) {
    for (Span span : lifecycle.spans()) {
      texts.of(span.plan());
      texts.of(span.currency());
      amounts.of(amount(span));
    }
    firstEarnings.keySet().stream().sorted().forEach(currency -> texts.of(Optional.of(currency)));
    out.number(VERSION);
    out.number(texts.values().size());
    texts.values().forEach(out::text);
    out.number(amounts.values().size());
    for (Fraction amount : amounts.values()) {
      out.decimal(amount.numerator());
      out.decimal(amount.denominator());
    }
    spans(lifecycle.spans());
    transitions(lifecycle.transitions());
    firstEarnings(firstEarnings);
    return new StoredHistory.Columns(
        Buffer.buffer(out.toBytes()), Buffer.buffer(RecordIds.encode(ids.values())));
  }

  private static Optional<Fraction> amount(Span span) {
    return span.mrr().signum() == 0 ? Optional.empty() : Optional.of(span.mrr());
  }

  private void time(Instant instant) {
    long micros = ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    out.signed(micros - before);
    before = micros;
  }

  private void spans(List<Span> spans) {
    out.number(spans.size());
    before = 0;
    for (Span span : spans) {
      time(span.from());
      out.number(StoredNumbers.STATES.indexOf(span.state()));
      out.number(
          (span.installed() ? INSTALLED : 0)
              | (span.paying() ? PAYING : 0)
              | (span.test() ? TEST : 0)
              | (span.unpriced() ? UNPRICED : 0)
              | (span.unknownInterval() ? UNKNOWN_INTERVAL : 0));
      out.number(texts.of(span.plan()));
      out.number(texts.of(span.currency()));
      out.number(amounts.of(amount(span)));
      out.number(ids.of(span.recordId()));
    }
  }

  private void firstEarnings(Map<String, Instant> first) {
    out.number(first.size());
    before = 0;
    new TreeMap<>(first)
        .forEach(
            (currency, at) -> {
              out.number(texts.of(Optional.of(currency)));
              time(at);
            });
  }

  private void transitions(List<Transition> transitions) {
    out.number(transitions.size());
    before = 0;
    for (Transition transition : transitions) {
      time(transition.at());
      out.number(
          transition.topic().map(topic -> StoredNumbers.TOPICS.indexOf(topic) + 1).orElse(0));
      out.number(transition.from().map(state -> StoredNumbers.STATES.indexOf(state) + 1).orElse(0));
      out.number(StoredNumbers.STATES.indexOf(transition.to()));
      out.number(StoredNumbers.COUNTED.indexOf(transition.counted()));
      out.number(ids.of(transition.recordId()));
    }
  }
}
