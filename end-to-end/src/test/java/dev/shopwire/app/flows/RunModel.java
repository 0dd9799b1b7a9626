package dev.shopwire.app.flows;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Says whether a run is one that its definition allows: walks the steps as they are nested, with
 * all events of the customer before it. Shares no code with the service. Times are microseconds
 * since 1970. For one run; not thread-safe.
 *
 * <p>Only how late a step acted is taken from the run: an exit that happens after a step's time
 * counts if it comes before the step acts.
 */
final class RunModel {
  private static final long SECOND = 1_000_000;

  /** In which an event is stored, and its customer's runs are looked at. */
  private static final long TOLERANCE = 10 * SECOND;

  private static final Set<String> CHANGES = Set.of("set_field", "add_tag", "remove_tag");

  private final JsonNode definition;
  private final List<Event> events;
  private final Event cause;
  private final Map<String, String> fields;
  private final boolean hasAddress;
  private final JsonNode run;
  private final Map<String, String> outcomes = new HashMap<>();
  private int seen;
  private int logged;
  private long at;

  /**
   * An event of a customer.
   *
   * @param key its property {@code k}; empty: it has none
   */
  record Event(String id, String name, long receivedAt, String key, int number) {}

  /** Ends the walk: the run is as it must be, or it differs. */
  private static final class Over extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Over(String difference) {
      super(difference, null, false, false);
    }
  }

  /**
   * @param events of the customer, in their order
   * @param cause index of the event that started the run
   * @param fields the customer's, which don't change
   * @param hasAddress whether mails can be sent to the shop
   * @param run {@code {status, reason, step, endedAt, dueAt, log: [{step, outcome, at, doneAt}]}}
   */
  RunModel(
      JsonNode definition,
      List<Event> events,
      int cause,
      Map<String, String> fields,
      boolean hasAddress,
      JsonNode run) {
    this.definition = definition;
    this.events = events;
    this.cause = events.get(cause);
    this.fields = fields;
    this.hasAddress = hasAddress;
    this.run = run;
    this.seen = cause + 1;
    this.at = this.cause.receivedAt();
  }

  /** How the run differs from what it must be; empty if it doesn't. */
  String difference() {
    try {
      walk(definition.path("steps"));
      end("completed", at);
    } catch (Over over) {
      return String.valueOf(over.getMessage());
    }
    throw new AssertionError("A walk ends by an exception.");
  }

  private void walk(JsonNode steps) {
    steps.forEach(this::walkStep);
  }

  private void walkStep(JsonNode step) {
    switch (step.path("type").asText()) {
      case "filter" -> {
        boolean passed = holds(step) && fits(step, cause);
        log(step, passed ? "passed" : "filtered");
        if (!passed) {
          end("filtered", at);
        }
      }
      case "wait" -> walkWait(step);
      case "branch" -> walkBranch(step);
      case "exit" -> {
        log(step, "exited");
        end("exit_step", at);
      }
      case "email" -> act(step, hasAddress ? "queued" : "no_recipient");
      case "webhook" -> act(step, "emitted");
      case "set_field" -> act(step, "written|unchanged");
      default -> act(step, "changed|no_recipient");
    }
  }

  private void walkBranch(JsonNode branch) {
    for (JsonNode arm : branch.path("arms")) {
      JsonNode outcome = arm.path("outcome");
      if (holds(arm)
          && fits(arm, cause)
          && (outcome.isMissingNode()
              || outcome.path("is").asText().equals(outcomes.get(outcome.path("step").asText())))) {
        log(branch, arm.path("name").asText());
        walk(arm.path("steps"));
        return;
      }
    }
    log(branch, "else");
    walk(branch.path("else"));
  }

  private void act(JsonNode step, String allowed) {
    int exit = firstExit();
    if (endedHereByExit()) {
      if (exit < events.size()) {
        leave(exit);
      }
      if (isExitCondition()) {
        throw new Over("");
      }
    }
    if (isExitCondition()) {
      throw new Over(step.path("id") + " acted although an exit's condition holds");
    }
    long doneAt = run.path("log").path(logged).path("doneAt").asLong();
    if (exit < events.size()
        && doneAt > events.get(exit).receivedAt() + TOLERANCE
        && !CHANGES.contains(step.path("type").asText())) {
      throw new Over(step.path("id") + " acted after the exit by " + events.get(exit));
    }
    log(step, allowed);
  }

  private void walkWait(JsonNode wait) {
    if (wait.has("for")) {
      pass(wait, at + micros(wait.path("for")));
      ended(wait, "elapsed");
    } else if (wait.has("until")) {
      pass(wait, nextLocal(wait.at("/until/time").asText()));
      ended(wait, "elapsed");
    } else if (wait.has("condition")) {
      if (holds(wait)) {
        ended(wait, "true");
      } else {
        pass(wait, at + micros(wait.path("timeout")));
        timedOut(wait);
      }
    } else {
      walkEventWait(wait);
    }
  }

  private void walkEventWait(JsonNode wait) {
    long end = at + micros(wait.path("timeout"));
    for (int i = seen; i < events.size() && events.get(i).receivedAt() <= end; i++) {
      if (isMatch(wait.path("event"), events.get(i))) {
        int exit = firstExit();
        if (exit <= i) {
          leave(exit);
        }
        seen = i + 1;
        at = events.get(i).receivedAt();
        ended(wait, "event");
        return;
      }
    }
    pass(wait, end);
    timedOut(wait);
  }

  private void timedOut(JsonNode wait) {
    ended(wait, "timeout");
    if (wait.path("onTimeout").asText().equals("exit")) {
      end("wait_timeout", at);
    }
  }

  private void ended(JsonNode wait, String outcome) {
    outcomes.put(wait.path("id").asText(), outcome);
    log(wait, outcome);
  }

  private long nextLocal(String time) {
    Instant start = Instant.EPOCH.plus(at, ChronoUnit.MICROS);
    ZonedDateTime now = start.atZone(RandomDefinitions.ZONE);
    ZonedDateTime next = now.with(LocalTime.parse(time));
    if (next.isBefore(now)) {
      next = next.plusDays(1);
    }
    return ChronoUnit.MICROS.between(Instant.EPOCH, next.toInstant());
  }

  /** Lets time pass, unless an event comes that lets the run exit. */
  private void pass(JsonNode wait, long until) {
    int exit = firstExit();
    int next = seen;
    while (next < events.size() && events.get(next).receivedAt() <= until) {
      next++;
    }
    if (exit < next) {
      leave(exit);
    }
    if (isExitCondition() && endedHereByExit()) {
      throw new Over("");
    }
    if (run.path("status").asText().equals("active")
        && run.path("log").size() == logged
        && run.path("step").equals(wait.path("id"))
        && run.path("dueAt").asLong() == until) {
      throw new Over("");
    }
    seen = next;
    at = until;
  }

  private boolean endedHereByExit() {
    return run.path("log").size() == logged && run.path("reason").asText().equals("exit_condition");
  }

  private void leave(int exit) {
    end("exit_condition", events.get(exit).receivedAt());
  }

  private void end(String reason, long time) {
    boolean isSame =
        run.path("log").size() == logged
            && run.path("reason").asText().equals(reason)
            && run.path("endedAt").asLong() == time;
    if (!isSame && isExitCondition() && endedHereByExit()) {
      throw new Over("");
    }
    throw new Over(isSame ? "" : "expected the end " + reason + " at " + time);
  }

  private void log(JsonNode step, String allowed) {
    JsonNode actual = run.path("log").path(logged);
    if (isExitCondition() && endedHereByExit()) {
      throw new Over("");
    }
    String id = step.path("id").asText();
    if (!actual.path("step").asText().equals(id)
        || !List.of(allowed.split("\\|", -1)).contains(actual.path("outcome").asText())
        || actual.path("at").asLong() != at) {
      throw new Over("expected " + id + " " + allowed + " at " + at + " as entry " + logged);
    }
    logged++;
  }

  /**
   * Whether a condition of the exits holds: it does so from the start, and is seen sooner or later.
   */
  private boolean isExitCondition() {
    for (JsonNode exit : definition.path("exit")) {
      if (exit.has("condition") && holds(exit)) {
        return true;
      }
    }
    return false;
  }

  /** Index of the first event not seen yet that lets the run exit; after the last if none does. */
  private int firstExit() {
    for (int i = seen; i < events.size(); i++) {
      for (JsonNode exit : definition.path("exit")) {
        if (exit.has("event") && isMatch(exit.path("event"), events.get(i))) {
          return i;
        }
      }
    }
    return events.size();
  }

  private boolean isMatch(JsonNode match, Event event) {
    return event.name().equals(match.path("eventName").asText())
        && fits(match, event)
        && (!match.path("sameKey").asBoolean() || event.key().equals(cause.key()));
  }

  /** Whether the properties hold that a part of a definition asks for. */
  static boolean fits(JsonNode part, Event event) {
    JsonNode most = part.at("/properties/0/value");
    return most.isMissingNode() || event.number() <= most.asInt();
  }

  /** Whether the condition of a part of a definition holds; true if it has none. */
  private boolean holds(JsonNode part) {
    return holds(part, fields);
  }

  static boolean holds(JsonNode part, Map<String, String> fields) {
    JsonNode condition = part.path("condition");
    return condition.isMissingNode()
        || "yes".equals(fields.get(condition.asText().substring(3, 5)));
  }

  static long micros(JsonNode seconds) {
    return Long.parseLong(seconds.asText().replace("s", "")) * SECOND;
  }
}
