package dev.shopwire.sources.lifecycle;

import dev.shopwire.sources.lifecycle.Transition.Counted;
import dev.shopwire.sources.records.PartnerRecord;
import dev.shopwire.sources.records.RecordDetails;
import dev.shopwire.sources.records.RecordKind;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Follows the records of an app and a shop in their order and collects transitions and spans. What
 * happens by itself comes after the records of its instant. Not thread-safe.
 */
public final class Timeline {
  private final Instant until;
  private final List<Transition> transitions = new ArrayList<>();
  private final List<Span> spans = new ArrayList<>();
  private final Map<String, Revenue> revenue = new TreeMap<>();

  private PairState state = PairState.NONE;
  private Instant changedAt = Instant.MIN;
  private Optional<String> changedBy = Optional.empty();
  private Instant since = Instant.MIN;
  private int installs;
  private Optional<Instant> firstInstalledAt = Optional.empty();
  private Optional<Instant> installedAt = Optional.empty();
  private Optional<PartnerRecord> uninstalled = Optional.empty();

  /**
   * @param until neither records nor instants at or after it count
   */
  public Timeline(Instant until) {
    this.until = until;
  }

  /** Adds the next record in {@link PartnerRecord#ORDER}, which must be before the known time. */
  public void add(PartnerRecord record) {
    passTime(record.at());
    countRevenue(record);
    PairState before = state;
    PairState after = StateMachine.after(before, record);
    if (!after.equals(before)) {
      Counted counted = counted(before, after, record.kind());
      List<LifecycleTopic> topics = topics(before, after, record.kind());
      change(after, record.at(), Optional.of(record.id()), topics, counted);
      note(record, counted, before);
    }
  }

  private static Counted counted(PairState before, PairState after, RecordKind kind) {
    if (before.relation() == after.relation()) {
      return Counted.NOTHING;
    }
    return switch (kind) {
      case INSTALLED ->
          switch (before.relation()) {
            case UNINSTALLED -> Counted.REINSTALL;
            case DEACTIVATED -> Counted.NOTHING;
            default -> Counted.INSTALL;
          };
      case UNINSTALLED -> before.relation() == Relation.NONE ? Counted.NOTHING : Counted.UNINSTALL;
      default -> Counted.NOTHING;
    };
  }

  private static List<LifecycleTopic> topics(PairState before, PairState after, RecordKind kind) {
    List<LifecycleTopic> topics = new ArrayList<>(Topics.of(before, after));
    if (before.relation() == Relation.NONE && kind == RecordKind.INSTALLED) {
      topics.add(0, LifecycleTopic.APPS_INSTALLED);
    } else if (before.relation() == Relation.NONE && kind == RecordKind.REACTIVATED) {
      topics.add(0, LifecycleTopic.APPS_REACTIVATED);
    }
    return topics;
  }

  private void note(PartnerRecord record, Counted counted, PairState before) {
    if (counted == Counted.INSTALL || counted == Counted.REINSTALL) {
      installs++;
      installedAt = Optional.of(record.at());
      firstInstalledAt = firstInstalledAt.or(() -> installedAt);
    } else if (record.kind() == RecordKind.UNINSTALLED
        && before.relation() != Relation.UNINSTALLED) {
      uninstalled = Optional.of(record);
    }
  }

  private void countRevenue(PartnerRecord record) {
    RecordDetails details = record.details();
    if (record.kind() == RecordKind.EARNING && !details.test()) {
      details
          .net()
          .ifPresent(
              net ->
                  details
                      .currency()
                      .ifPresent(
                          currency ->
                              revenue.compute(
                                  currency,
                                  (key, known) ->
                                      (known == null
                                              ? new Revenue(key, BigDecimal.ZERO, BigDecimal.ZERO)
                                              : known)
                                          .plus(details.gross().orElse(net), net))));
    }
  }

  /** Does what happens by itself before {@code instant}. */
  private void passTime(Instant instant) {
    Optional<Instant> next = StateMachine.next(state);
    while (next.isPresent() && next.get().isBefore(instant)) {
      PairState before = state;
      PairState after = StateMachine.afterNext(before);
      change(after, next.get(), Optional.empty(), Topics.of(before, after), Counted.NOTHING);
      next = StateMachine.next(state);
    }
  }

  private void change(
      PairState after,
      Instant at,
      Optional<String> recordId,
      List<LifecycleTopic> topics,
      Counted counted) {
    Optional<LifecycleState> from = state.state();
    LifecycleState to = after.state().orElseThrow();
    for (LifecycleTopic topic : topics) {
      boolean app = topic == topics.get(0);
      transitions.add(
          new Transition(
              Optional.of(topic), at, from, to, recordId, app ? counted : Counted.NOTHING));
    }
    if (topics.isEmpty() && !from.equals(Optional.of(to))) {
      transitions.add(new Transition(Optional.empty(), at, from, to, recordId, counted));
    }
    if (!from.equals(Optional.of(to))) {
      since = at;
    }
    closeSpan(at);
    state = after;
    changedAt = at;
    changedBy = recordId;
  }

  private void closeSpan(Instant to) {
    if (changedAt.isBefore(to)) {
      state.state().ifPresent(known -> spans.add(Span.of(changedAt, to, known, state, changedBy)));
    }
  }

  /** The lifecycle that the records have led to; the last call. */
  public Lifecycle finish() {
    passTime(until);
    closeSpan(Instant.MAX);
    return new Lifecycle(
        List.copyOf(transitions),
        List.copyOf(spans),
        state.state().map(this::entry),
        StateMachine.next(state));
  }

  private LifecycleEntry entry(LifecycleState known) {
    Fraction mrr = state.mrr();
    return new LifecycleEntry(
        known,
        since,
        installs,
        installedAt,
        firstInstalledAt,
        uninstalled.map(PartnerRecord::at),
        uninstalled.flatMap(record -> record.details().reason()),
        uninstalled.flatMap(record -> record.details().note()),
        state.subscription(),
        mrr.signum() == 0 ? Optional.empty() : Optional.of(mrr),
        List.copyOf(revenue.values()));
  }
}
