package dev.shopwire.automation.runs.engine;

import dev.shopwire.automation.definitions.Trigger;
import dev.shopwire.automation.runs.causes.CauseMatch;
import dev.shopwire.automation.runs.causes.Causes.Cause;
import dev.shopwire.automation.runs.causes.Causes.StoredEvent;
import dev.shopwire.automation.runs.engine.Entries.EntryKey;
import dev.shopwire.automation.runs.engine.HeldEvents.KeyedEvent;
import dev.shopwire.automation.runs.machine.Plan;
import dev.shopwire.automation.runs.machine.RunEvent;
import dev.shopwire.automation.runs.machine.RunMachine;
import dev.shopwire.automation.runs.machine.RunState;
import dev.shopwire.automation.runs.plans.VersionKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one transaction does for a customer: its causes decide who enters, and move its runs on. Not
 * thread-safe.
 */
final class CustomerWork {
  private final long customerId;
  private final Instant floor;
  private final List<Cause> causes = new ArrayList<>();
  private final List<KeyedEvent> events = new ArrayList<>();
  private final List<RunEvent> unordered;
  private final List<RunRecord> records;
  private final List<Entrance> entrances = new ArrayList<>();
  private final List<RunWork> runs = new ArrayList<>();
  private final List<PendingCause> pending = new ArrayList<>();
  private final List<Long> withdrawn = new ArrayList<>();
  private final List<Entries.Entry> entered = new ArrayList<>();
  private final List<Refusals.Refusal> refusals = new ArrayList<>();
  private final boolean isCut;
  private boolean isDecided;
  private int entries;

  /**
   * @param all the causes of the customer in order, of which some may not fit
   * @param records its runs for which something is to be done
   * @param unordered events that have not become causes yet
   */
  CustomerWork(
      long customerId,
      List<Cause> all,
      List<RunRecord> records,
      List<RunEvent> unordered,
      Instant floor) {
    this.customerId = customerId;
    this.records = List.copyOf(records);
    this.unordered = new ArrayList<>(unordered);
    Instant known = floor;
    for (Cause cause : all) {
      if (!cause.fits()) {
        // Nothing after it is known: waits must not end as if nothing came.
        known = cause.key().at();
        break;
      }
      causes.add(cause);
      event(cause).ifPresent(events::add);
    }
    this.floor = known;
    this.isCut = causes.size() < all.size();
  }

  private static Optional<KeyedEvent> event(Cause cause) {
    StoredEvent event = cause.event();
    return event == null
        ? Optional.empty()
        : Optional.of(
            new KeyedEvent(
                cause.key(),
                new RunEvent(
                    event.name(),
                    cause.key().appId(),
                    cause.key().at(),
                    RunRecord.parse(event.properties()))));
  }

  /** Begins; the flows and plans of all causes and runs must have been read. */
  void begin(Known known, Map<Long, List<KeyedEvent>> held) {
    for (RunRecord record : records) {
      if (record.isPending()) {
        addEntrance(record.version(), record.cause(), known, record);
      } else {
        resume(record, known, held.getOrDefault(record.id(), List.of()));
      }
    }
    for (Cause cause : causes) {
      if (cause.isKnown()) {
        CauseMatch match = CauseMatch.of(cause);
        for (VersionKey version : cause.starts()) {
          if (known.plan(version).filter(plan -> match.matches(trigger(plan))).isPresent()) {
            addEntrance(version, RunCause.of(cause), known, null);
          }
        }
      }
    }
  }

  private static Trigger trigger(Plan plan) {
    return plan.definition().trigger();
  }

  private void addEntrance(
      VersionKey version, RunCause cause, Known known, @Nullable RunRecord pending) {
    known
        .plan(version)
        .ifPresent(
            plan ->
                entrances.add(
                    new Entrance(
                        version,
                        customerId,
                        cause,
                        plan,
                        known.flow(version),
                        known.now(),
                        pending)));
  }

  private void resume(RunRecord record, Known known, List<KeyedEvent> held) {
    known
        .plan(record.version())
        .ifPresent(
            plan -> {
              List<KeyedEvent> given =
                  Stream.concat(held.stream(), events.stream())
                      .filter(event -> !event.key().at().isBefore(record.enteredAt()))
                      .toList();
              RunWork run =
                  new RunWork(
                      record,
                      false,
                      plan,
                      known.require(record.version()),
                      known.now(),
                      given,
                      floor,
                      unordered,
                      changedAt(),
                      isCut);
              known.request(record.id()).ifPresent(run::resume);
              runs.add(run);
            });
  }

  private Optional<Instant> changedAt() {
    return causes.stream().map(cause -> cause.key().at()).findFirst();
  }

  /** Causes whose entry condition must be answered before anything else. */
  List<Entrance> unanswered() {
    return isDecided
        ? List.of()
        : entrances.stream().filter(entrance -> entrance.unanswered().isPresent()).toList();
  }

  List<Entrance> entrances() {
    return List.copyOf(entrances);
  }

  /**
   * Decides who enters, in the order of the causes.
   *
   * @param before the entries so far; this adds the new ones
   * @param ids gives an id to a new run
   */
  void decide(Known known, Map<EntryKey, Instant> before, Ids ids, FlowCounts counts) {
    if (isDecided) {
      return;
    }
    isDecided = true;
    for (Entrance entrance : entrances) {
      Entrance.Decision decision = entrance.decide(before);
      if (decision instanceof Entrance.Decision.Enters enters) {
        enter(entrance, enters.at(), known, before, ids);
        counts.entered(entrance.version());
        entries++;
      } else if (decision instanceof Entrance.Decision.Waits waits) {
        pending.add(new PendingCause(entrance, pending(entrance, waits, ids)));
      } else {
        String reason = ((Entrance.Decision.Refused) decision).reason();
        counts.refused(entrance.version(), reason);
        refusals.add(
            new Refusals.Refusal(
                customerId, entrance.version().flowId(), reason, entrance.cause().key().at()));
        RunRecord waiting = entrance.pending();
        if (waiting != null) {
          withdrawn.add(waiting.id());
        }
      }
    }
  }

  /** Ids for new runs. */
  @FunctionalInterface
  interface Ids {
    long next();
  }

  private void enter(
      Entrance entrance, Instant at, Known known, Map<EntryKey, Instant> entries, Ids ids) {
    RunRecord before = entrance.pending();
    long id = before == null ? ids.next() : before.id();
    for (Entries.Entry entry : entrance.entries(at, id)) {
      entries.put(entry.key(), entry.enteredAt());
      entered.add(entry);
    }
    RunState start =
        new RunMachine(entrance.plan(), entrance.key().orElse(null), entrance.cause().json())
            .start(at);
    RunRecord record = RunRecord.of(entrance, id, start, at);
    List<KeyedEvent> later =
        events.stream()
            .filter(
                event ->
                    event.key().compareTo(entrance.cause().key()) > 0
                        && !event.key().at().isBefore(at))
            .toList();
    runs.add(
        new RunWork(
            record,
            before == null,
            entrance.plan(),
            known.require(entrance.version()),
            known.now(),
            later,
            floor,
            unordered,
            Optional.empty(),
            isCut));
  }

  private static RunResult pending(Entrance entrance, Entrance.Decision.Waits waits, Ids ids) {
    RunRecord before = entrance.pending();
    Instant at = entrance.cause().key().at();
    RunState state = new RunState(Optional.empty(), at, Optional.empty(), Map.of());
    return RunResult.pending(
        before == null ? RunRecord.of(entrance, ids.next(), state, at) : before, waits.until());
  }

  long customerId() {
    return customerId;
  }

  /** The causes that are done with the transaction. */
  List<Cause> causes() {
    return List.copyOf(causes);
  }

  List<RunWork> runs() {
    return List.copyOf(runs);
  }

  /** The causes whose condition may still begin to hold. */
  List<PendingCause> pending() {
    return List.copyOf(pending);
  }

  /** The ids of rows of causes that did not enter in the end. */
  List<Long> withdrawn() {
    return List.copyOf(withdrawn);
  }

  List<Entries.Entry> entered() {
    return List.copyOf(entered);
  }

  List<Refusals.Refusal> refusals() {
    return List.copyOf(refusals);
  }

  /** Whether a row of a pending cause is stored already. */
  boolean isStored(RunResult run) {
    return records.stream().anyMatch(record -> record.id() == run.run().id());
  }

  /** How many runs were started. */
  int entries() {
    return entries;
  }

  /** Whether causes are left for the next transaction. */
  boolean isCut() {
    return isCut;
  }
}
