package dev.shopwire.automation.runs.machine;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.conditions.Leaf;
import dev.shopwire.automation.definitions.EventMatch;
import dev.shopwire.automation.definitions.Exit;
import dev.shopwire.automation.definitions.FlowDefinition;
import dev.shopwire.automation.definitions.Step;
import dev.shopwire.automation.definitions.Step.Arm;
import dev.shopwire.automation.definitions.Step.Until;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What must become of a run: walks the definition as it is nested, with all events of the customer
 * before it. Nothing of it is shared with the machine. For one run; not thread-safe.
 */
public final class RunOracle {
  private final FlowDefinition flow;
  private final List<RunEvent> events;
  private final int cause;
  private final boolean[] truths;
  private final Chunks chunks;
  private final Optional<QuietWindow> quiet;
  private final List<String> log = new ArrayList<>();
  private final Map<String, String> outcomes = new HashMap<>();
  private Instant at;
  private int seen;

  /** How many events are known when what is of a time is worked on. */
  @FunctionalInterface
  public interface Chunks {
    int known(Instant at);
  }

  /** Ends the walk. */
  private static final class Over extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Over(String reason) {
      super(reason, null, false, false);
    }
  }

  public RunOracle(
      FlowDefinition flow,
      List<RunEvent> events,
      int cause,
      boolean[] truths,
      Chunks chunks,
      Optional<QuietWindow> quiet) {
    this.flow = flow;
    this.events = events;
    this.cause = cause;
    this.truths = truths;
    this.chunks = chunks;
    this.quiet = quiet;
    this.at = events.get(cause).receivedAt();
    this.seen = cause + 1;
  }

  /** The log, and at its end the reason and the time of the end. */
  public List<String> walk() {
    try {
      walk(flow.steps());
      throw new Over("completed " + at);
    } catch (Over e) {
      log.add(e.getMessage());
    }
    return log;
  }

  private void walk(List<Step> steps) {
    steps.forEach(this::walk);
  }

  private void walk(Step step) {
    if (step instanceof Step.Filter filter) {
      boolean passed = holds(filter.condition()) && fits(cause, filter.properties().toString());
      log(step, passed ? "passed" : "filtered");
      if (!passed) {
        throw new Over("filtered " + at);
      }
    } else if (step instanceof Step.Wait wait) {
      walkWait(wait);
    } else if (step instanceof Step.Branch branch) {
      Optional<Arm> taken = branch.arms().stream().filter(this::isTaken).findFirst();
      log(step, taken.map(Arm::name).orElse("else"));
      walk(taken.map(Arm::steps).orElse(branch.otherwise()));
    } else if (step instanceof Step.Exit) {
      log(step, "exited");
      throw new Over("exit_step " + at);
    } else if (step instanceof Step.Email email) {
      walkEmail(email);
    } else {
      act(step);
    }
  }

  private void walkEmail(Step.Email email) {
    leaveIfExited();
    boolean isQuietless = email.isTransactional() || flow.ignoresQuietHours();
    if (!isQuietless && quiet.isPresent()) {
      Instant allowed = afterQuiet(quiet.get());
      if (allowed.isAfter(at)) {
        pass(allowed);
        leaveIfExited();
      }
    }
    log(email, "done");
  }

  private void act(Step step) {
    leaveIfExited();
    log(step, "done");
  }

  private boolean isTaken(Arm arm) {
    return holds(arm.condition())
        && fits(cause, arm.properties().toString())
        && (arm.outcome().isEmpty()
            || arm.outcome().get().outcome().equals(outcomes.get(arm.outcome().get().step())));
  }

  private void walkWait(Step.Wait wait) {
    if (wait.until() instanceof Until.Elapsed elapsed) {
      pass(at.plus(elapsed.duration()));
      ended(wait, "elapsed");
    } else if (wait.until() instanceof Until.Local local) {
      pass(nextLocal(local));
      ended(wait, "elapsed");
    } else if (wait.until() instanceof Until.Holds holds) {
      if (holds(Optional.of(holds.condition()))) {
        ended(wait, "true");
      } else {
        pass(at.plus(holds.timeout().after()));
        timedOut(wait, holds.timeout());
      }
    } else {
      walkEventWait(wait, (Until.Event) wait.until());
    }
  }

  private Instant nextLocal(Until.Local local) {
    ZonedDateTime start = at.atZone(RandomFlows.ZONE);
    ZonedDateTime candidate = start.with(local.time());
    while (candidate.isBefore(start)
        || !(local.weekdays().isEmpty() || local.weekdays().contains(candidate.getDayOfWeek()))) {
      candidate = candidate.plusDays(1);
    }
    return candidate.toInstant();
  }

  private void walkEventWait(Step.Wait wait, Until.Event event) {
    Instant end = at.plus(event.timeout().after());
    for (int i = seen; i < events.size() && !events.get(i).receivedAt().isAfter(end); i++) {
      if (isMatch(i, event.event())) {
        if (exitAt() <= i) {
          leave();
        }
        seen = i + 1;
        at = events.get(i).receivedAt();
        ended(wait, "event");
        return;
      }
    }
    pass(end);
    timedOut(wait, event.timeout());
  }

  private void timedOut(Step.Wait wait, Step.Timeout timeout) {
    ended(wait, "timeout");
    if (timeout.endsRun()) {
      throw new Over("wait_timeout " + at);
    }
  }

  private void ended(Step.Wait wait, String outcome) {
    outcomes.put(wait.id(), outcome);
    log(wait, outcome);
  }

  /** Lets time pass, unless an event comes that lets the run exit. */
  private void pass(Instant until) {
    int next = seen;
    while (next < events.size() && !events.get(next).receivedAt().isAfter(until)) {
      next++;
    }
    if (exitAt() < next) {
      leave();
    }
    seen = next;
    at = until;
  }

  private Instant afterQuiet(QuietWindow window) {
    ZonedDateTime minute = at.atZone(window.zone());
    boolean first = true;
    while (isQuiet(window, minute)) {
      minute = first ? minute.withSecond(0).withNano(0).plusMinutes(1) : minute.plusMinutes(1);
      first = false;
    }
    return minute.toInstant();
  }

  private static boolean isQuiet(QuietWindow window, ZonedDateTime minute) {
    int now = minute.getHour() * 60 + minute.getMinute();
    int from = window.from().getHour() * 60 + window.from().getMinute();
    int to = window.to().getHour() * 60 + window.to().getMinute();
    return from < to ? now >= from && now < to : now >= from || now < to;
  }

  /** Before a step acts: every event counts that is known by then. */
  private void leaveIfExited() {
    if (exitAt() < chunks.known(at)) {
      leave();
    }
    for (Exit exit : flow.exits()) {
      boolean isTrue =
          exit instanceof Exit.OnCondition condition && holds(Optional.of(condition.condition()));
      boolean isNoMatch = exit instanceof Exit.NoLongerMatches && !holds(flow.entry().condition());
      if (isTrue || isNoMatch) {
        throw new Over("exit_condition");
      }
    }
  }

  private void leave() {
    throw new Over("exit_condition " + events.get(exitAt()).receivedAt());
  }

  /** The first event not seen yet that lets the run exit; after the last one if none does. */
  private int exitAt() {
    for (int i = seen; i < events.size(); i++) {
      for (Exit exit : flow.exits()) {
        if (exit instanceof Exit.OnEvent event && isMatch(i, event.event())) {
          return i;
        }
      }
    }
    return Integer.MAX_VALUE;
  }

  private boolean isMatch(int event, EventMatch match) {
    RunEvent candidate = events.get(event);
    return candidate.name().equals(match.eventName())
        && (match.appId() == 0 || match.appId() == candidate.appId())
        && fits(event, match.properties().toString())
        && (!match.hasSameKey() || text(event).equals(text(cause)));
  }

  private JsonNode property(int event, String name) {
    return Objects.requireNonNull(events.get(event).properties()).path(name);
  }

  private String text(int event) {
    return property(event, "k").asText();
  }

  /**
   * Whether the number of an event is at most that of the condition, which is read from its text.
   */
  private boolean fits(int event, String conditions) {
    String digits = conditions.replaceAll("[^0-9]", "");
    return digits.isEmpty() || property(event, "n").intValue() <= Integer.parseInt(digits);
  }

  private boolean holds(Optional<Condition> condition) {
    return condition
        .map(test -> truths[(int) ((Leaf.SegmentLeaf) ((Condition.Test) test).leaf()).segment()])
        .orElse(true);
  }

  private void log(Step step, String outcome) {
    log.add(step.id() + " " + outcome + " " + at);
  }

  public static Duration spacing(int steps) {
    return Duration.ofSeconds(30L * steps);
  }
}
