package dev.shopwire.automation.dryruns;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.definitions.Entry;
import dev.shopwire.automation.definitions.Entry.Frequency;
import dev.shopwire.automation.runs.machine.Answers;
import dev.shopwire.automation.runs.machine.Plan;
import dev.shopwire.automation.runs.machine.Question;
import dev.shopwire.automation.runs.machine.RunKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A customer in a dry run: its causes decide in their order who enters, and its runs continue.
 * Entry rules know only what the dry run itself let enter. Not thread-safe.
 */
final class VirtualCustomer {
  /** How many times of the entry condition are asked for at once. */
  private static final int ASKED_AHEAD = 64;

  private final long id;
  private final Plan plan;
  private final Entry entry;
  private final Optional<Condition> audience;
  private final VirtualEvents events;
  private final Instant end;
  private final PriorityQueue<Look> looks = new PriorityQueue<>(Look.ORDER);
  private final List<VirtualRun> runs = new ArrayList<>();
  private final List<VirtualRun> open = new ArrayList<>();
  private final Set<String> keys = new HashSet<>();
  private @Nullable Instant lastEntry;
  private int causes;
  private List<Asked> asks = List.of();

  /** A time at which it is looked at whether a cause enters. */
  private record Look(Instant at, VirtualCause cause) {
    private static final Comparator<Look> ORDER =
        Comparator.comparing(Look::at).thenComparing(look -> look.cause().key());
  }

  /** A question of the customer as of a time. */
  record Asked(long customerId, Question question, Instant at) {}

  /**
   * @param audience what must hold at a time that may be a cause; empty if they all are
   * @param causes that may start the flow
   * @param events that runs listen to or whose conditions read, in order
   * @param end where the clock stops
   */
  VirtualCustomer(
      long id,
      Plan plan,
      Optional<Condition> audience,
      List<VirtualCause> causes,
      VirtualEvents events,
      Instant end) {
    this.id = id;
    this.plan = plan;
    this.entry = plan.definition().entry();
    this.audience = audience;
    this.events = events;
    this.end = end;
    causes.forEach(cause -> looks.add(new Look(cause.key().at(), cause)));
  }

  /** Continues until it needs answers, which {@link #asks} returns, or is done. */
  void advance(VirtualRun.Known known, VirtualRun.Effects effects) {
    List<Asked> needed = new ArrayList<>();
    decide(known, needed);
    List<VirtualRun> waiting = new ArrayList<>();
    for (VirtualRun run : open) {
      run.advance(known, effects);
      run.question()
          .ifPresent(
              question -> {
                needed.add(new Asked(id, question, run.clock()));
                waiting.add(run);
              });
    }
    open.clear();
    open.addAll(waiting);
    asks = needed;
  }

  /** Decides about causes in their order, until the answer of one is missing. */
  private void decide(VirtualRun.Known known, List<Asked> needed) {
    while (!looks.isEmpty()) {
      Look look = looks.element();
      Answers answers = known.at(look.at());
      Optional<Boolean> isCause = holds(audience, answers);
      if (isCause.isEmpty()) {
        ask(audience.orElseThrow(), known, needed);
        return;
      }
      if (!isCause.get()) {
        looks.remove();
        continue;
      }
      Optional<String> key =
          plan.keyProperty().flatMap(path -> RunKey.of(look.cause().properties(), path));
      if (isRefused(look.at(), key)) {
        remove(look);
        continue;
      }
      Optional<Boolean> holds = holds(entry.condition(), answers);
      if (holds.isEmpty()) {
        ask(entry.condition().orElseThrow(), known, needed);
        return;
      }
      remove(look);
      if (holds.get()) {
        enter(look, key.orElse(null));
      } else {
        lookAgain(look);
      }
    }
  }

  private static Optional<Boolean> holds(Optional<Condition> condition, Answers answers) {
    return condition.isEmpty() ? Optional.of(true) : answers.find(condition.get());
  }

  private void remove(Look look) {
    looks.remove();
    if (look.at().equals(look.cause().key().at())) {
      causes++;
    }
  }

  private void ask(Condition condition, VirtualRun.Known known, List<Asked> needed) {
    int ahead = entry.frequency() instanceof Frequency.Once ? ASKED_AHEAD / 8 : ASKED_AHEAD;
    looks.stream()
        .sorted(Look.ORDER)
        .limit(ahead)
        .map(Look::at)
        .filter(at -> known.at(at).find(condition).isEmpty())
        .distinct()
        .forEach(at -> needed.add(new Asked(id, new Question.Holds(condition), at)));
  }

  private boolean isRefused(Instant at, Optional<String> key) {
    Frequency frequency = entry.frequency();
    if (frequency instanceof Frequency.Once) {
      return lastEntry != null;
    }
    if (frequency instanceof Frequency.Interval interval) {
      return lastEntry != null && at.isBefore(lastEntry.plus(interval.interval()));
    }
    return frequency instanceof Frequency.Key
        && (key.isEmpty() || keys.contains(RunKey.stored(key.get())));
  }

  /** With the next event that the condition reads, at the latest when the grace is over. */
  private void lookAgain(Look look) {
    Instant graceEnd = look.cause().key().at().plus(entry.grace());
    if (look.at().isBefore(graceEnd)) {
      Instant at = events.readAfter(look.at()).filter(graceEnd::isAfter).orElse(graceEnd);
      if (at.isBefore(end)) {
        looks.add(new Look(at, look.cause()));
      }
    }
  }

  private void enter(Look look, @Nullable String key) {
    lastEntry = look.at();
    if (key != null) {
      keys.add(RunKey.stored(key));
    }
    VirtualRun run =
        new VirtualRun(
            plan,
            look.cause(),
            key,
            look.at(),
            events,
            events.firstAfter(look.cause().key(), look.at()),
            end);
    runs.add(run);
    open.add(run);
  }

  /** What it must know before it can continue; nothing if it is done. */
  List<Asked> asks() {
    return List.copyOf(asks);
  }

  /** How many causes were decided about. */
  int causes() {
    return causes;
  }

  long id() {
    return id;
  }

  List<VirtualRun> runs() {
    return List.copyOf(runs);
  }
}
