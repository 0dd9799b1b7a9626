package dev.shopwire.sources.lifecycle.store;

import dev.shopwire.sources.lifecycle.Fraction;
import dev.shopwire.sources.lifecycle.LifecycleState;
import dev.shopwire.sources.lifecycle.Span;
import dev.shopwire.sources.lifecycle.Transition;
import dev.shopwire.sources.lifecycle.Transition.Counted;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads what {@link HistoryEncoder} has written. Not thread-safe, and for one history. */
final class HistoryDecoder {
  private final HistoryReader in;
  private final List<Optional<String>> ids = new ArrayList<>(List.of(Optional.empty()));
  private final List<Optional<String>> texts = new ArrayList<>(List.of(Optional.empty()));
  private final List<Fraction> amounts = new ArrayList<>(List.of(Fraction.ZERO));
  private final boolean isForFigures;
  private long before;

  /** Reads all. */
  HistoryDecoder(byte[] history, List<String> ids) {
    this.in = new HistoryReader(history);
    ids.forEach(id -> this.ids.add(Optional.of(id)));
    this.isForFigures = false;
  }

  /** Reads what figures need, without the ids of records. */
  HistoryDecoder(byte[] history) {
    this.in = new HistoryReader(history);
    this.isForFigures = true;
  }

  StoredHistory decode() {
    long version = in.number();
    if (version != HistoryEncoder.VERSION && version != HistoryEncoder.FIRST_VERSION) {
      throw new IllegalStateException("The version of a stored history is unknown: " + version);
    }
    int textCount = in.index();
    for (int i = 0; i < textCount; i++) {
      texts.add(Optional.of(in.text()));
    }
    int amountCount = in.index();
    for (int i = 0; i < amountCount; i++) {
      BigDecimal numerator = in.decimal();
      amounts.add(new Fraction(numerator, in.decimal()));
    }
    List<Span> spans = spans();
    List<Transition> transitions = transitions();
    return new StoredHistory(
        transitions, spans, version == HistoryEncoder.FIRST_VERSION ? Map.of() : firstEarnings());
  }

  private Instant time() {
    before += in.signed();
    return Instant.ofEpochSecond(
        Math.floorDiv(before, 1_000_000L), Math.floorMod(before, 1_000_000L) * 1_000L);
  }

  private List<Span> spans() {
    int count = in.index();
    List<Span> spans = new ArrayList<>(count);
    Instant next = count == 0 ? Instant.MAX : time();
    for (int i = 0; i < count; i++) {
      Instant from = next;
      LifecycleState state = StoredNumbers.STATES.get(in.index());
      int flags = in.index();
      Optional<String> plan = texts.get(in.index());
      Optional<String> currency = texts.get(in.index());
      Fraction mrr = amounts.get(in.index());
      Optional<String> recordId = recordId();
      next = i + 1 < count ? time() : Instant.MAX;
      spans.add(
          new Span(
              from,
              next,
              state,
              (flags & HistoryEncoder.INSTALLED) != 0,
              (flags & HistoryEncoder.PAYING) != 0,
              plan,
              currency,
              mrr,
              (flags & HistoryEncoder.TEST) != 0,
              (flags & HistoryEncoder.UNPRICED) != 0,
              (flags & HistoryEncoder.UNKNOWN_INTERVAL) != 0,
              recordId));
    }
    return spans;
  }

  private List<Transition> transitions() {
    int count = in.index();
    before = 0;
    List<Transition> transitions = new ArrayList<>(isForFigures ? 4 : count);
    for (int i = 0; i < count; i++) {
      Instant at = time();
      int topic = in.index();
      int from = in.index();
      LifecycleState to = StoredNumbers.STATES.get(in.index());
      Counted counted = StoredNumbers.COUNTED.get(in.index());
      Optional<String> recordId = recordId();
      if (!isForFigures || counted != Counted.NOTHING) {
        transitions.add(
            new Transition(
                topic == 0 ? Optional.empty() : Optional.of(StoredNumbers.TOPICS.get(topic - 1)),
                at,
                from == 0 ? Optional.empty() : Optional.of(StoredNumbers.STATES.get(from - 1)),
                to,
                recordId,
                counted));
      }
    }
    return transitions;
  }

  private Map<String, Instant> firstEarnings() {
    int count = in.index();
    if (count == 0) {
      return Map.of();
    }
    before = 0;
    if (count == 1) {
      String currency = texts.get(in.index()).orElseThrow();
      return Map.of(currency, time());
    }
    Map<String, Instant> first = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      String currency = texts.get(in.index()).orElseThrow();
      first.put(currency, time());
    }
    return first;
  }

  private Optional<String> recordId() {
    int number = in.index();
    return isForFigures ? Optional.empty() : ids.get(number);
  }
}
