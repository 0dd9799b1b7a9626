package dev.shopwire.automation.runs.engine;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.definitions.Entry.Frequency;
import dev.shopwire.automation.runs.engine.Entries.EntryKey;
import dev.shopwire.automation.runs.engine.FlowStates.State;
import dev.shopwire.automation.runs.machine.Answers;
import dev.shopwire.automation.runs.machine.Plan;
import dev.shopwire.automation.runs.machine.RunKey;
import dev.shopwire.automation.runs.plans.VersionKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a cause starts a run of a flow: at once, or by the end of the grace of its entry
 * condition. Immutable but for its answers.
 */
final class Entrance {
  private static final int MAX_CHAIN = 5;

  private final VersionKey version;
  private final long customerId;
  private final RunCause cause;
  private final Plan plan;
  private final @Nullable State flow;
  private final Answers answers;
  private final @Nullable RunRecord pending;
  private final Optional<String> key;

  /**
   * @param flow null if it is gone
   * @param pending the row of a cause whose condition did not hold before; null if there is none
   */
  Entrance(
      VersionKey version,
      long customerId,
      RunCause cause,
      Plan plan,
      @Nullable State flow,
      Instant now,
      @Nullable RunRecord pending) {
    this.version = version;
    this.customerId = customerId;
    this.cause = cause;
    this.plan = plan;
    this.flow = flow;
    this.answers = new Answers(now);
    this.pending = pending;
    this.key = plan.keyProperty().flatMap(path -> RunKey.of(cause.json(), path));
  }

  /** What becomes of a cause. */
  sealed interface Decision {
    record Refused(String reason) implements Decision {}

    /** The condition may still begin to hold. */
    record Waits(Instant until) implements Decision {}

    record Enters(Instant at) implements Decision {}
  }

  /** The entries that decide, which must be read before. */
  List<EntryKey> entryKeys() {
    List<EntryKey> keys = new ArrayList<>();
    keys.add(EntryKey.last(version.flowId(), customerId));
    key.ifPresent(text -> keys.add(EntryKey.of(version.flowId(), customerId, text)));
    return keys;
  }

  /** The condition that must be answered before {@link #decide}; empty if there is none. */
  Optional<Condition> unanswered() {
    return plan.definition().entry().condition().filter(test -> answers.find(test).isEmpty());
  }

  Decision decide(Map<EntryKey, Instant> entries) {
    Instant now = answers.now();
    Instant graceEnd = cause.key().at().plus(plan.definition().entry().grace());
    Instant at = pending == null ? cause.key().at() : now.isBefore(graceEnd) ? now : graceEnd;
    String refusal = flow == null ? "flow_not_published" : flow.refusal(cause.key().at());
    if (refusal == null) {
      refusal = cause.chain() > MAX_CHAIN ? "chain_too_long" : byFrequency(entries, at);
    }
    if (refusal != null) {
      return new Decision.Refused(refusal);
    }
    boolean holds = plan.definition().entry().condition().flatMap(answers::find).orElse(true);
    if (holds) {
      return new Decision.Enters(at);
    }
    return now.isBefore(graceEnd)
        ? new Decision.Waits(graceEnd)
        : new Decision.Refused("condition_false");
  }

  private @Nullable String byFrequency(Map<EntryKey, Instant> entries, Instant at) {
    Frequency frequency = plan.definition().entry().frequency();
    Instant last = entries.get(EntryKey.last(version.flowId(), customerId));
    if (frequency instanceof Frequency.Once) {
      return last == null ? null : "already_entered";
    }
    if (frequency instanceof Frequency.Interval interval) {
      return last == null || !at.isBefore(last.plus(interval.interval()))
          ? null
          : "within_interval";
    }
    if (frequency instanceof Frequency.Key) {
      return key.isEmpty()
          ? "key_missing"
          : entries.containsKey(EntryKey.of(version.flowId(), customerId, key.get()))
              ? "already_entered"
              : null;
    }
    return null;
  }

  /** The entries of a run that enters. */
  List<Entries.Entry> entries(Instant at, long runId) {
    boolean isOnce = plan.definition().entry().frequency() instanceof Frequency.Once;
    List<Entries.Entry> entries = new ArrayList<>();
    entries.add(new Entries.Entry(EntryKey.last(version.flowId(), customerId), at, runId, isOnce));
    key.ifPresent(
        text ->
            entries.add(
                new Entries.Entry(
                    EntryKey.of(version.flowId(), customerId, text), at, runId, true)));
    return entries;
  }

  VersionKey version() {
    return version;
  }

  long customerId() {
    return customerId;
  }

  RunCause cause() {
    return cause;
  }

  Plan plan() {
    return plan;
  }

  @Nullable State flow() {
    return flow;
  }

  Answers answers() {
    return answers;
  }

  @Nullable RunRecord pending() {
    return pending;
  }

  /** Empty unless runs of the flow have keys. */
  Optional<String> key() {
    return key;
  }
}
