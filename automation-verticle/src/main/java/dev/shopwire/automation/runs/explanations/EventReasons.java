package dev.shopwire.automation.runs.explanations;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.shopwire.automation.definitions.Entry;
import dev.shopwire.automation.definitions.FlowDefinition;
import dev.shopwire.automation.definitions.Trigger;
import dev.shopwire.automation.runs.machine.RunKey;
import dev.shopwire.common.events.PropertyCondition;
import dev.shopwire.common.json.Times;
import io.vertx.core.Future;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds all reasons for which an event did not start a run, but for the entry condition. Immutable.
 */
final class EventReasons {
  private static final int MAX_VALUE = 200;

  private final CustomerEvent event;
  private final FlowDefinition definition;
  private final EntryHistory history;

  EventReasons(CustomerEvent event, FlowDefinition definition, EntryHistory history) {
    this.event = event;
    this.definition = definition;
    this.history = history;
  }

  /** If the flow was not open for entries when the event came. */
  static Optional<Reason> ofStatus(FlowHistory flow, Instant at) {
    if (flow.version().isEmpty()) {
      return Optional.of(
          Reason.of(
              "flow_not_published",
              flow.publishedAt()
                  .map(time -> "The flow was published later, at " + text(time))
                  .orElse("The flow is a draft")));
    }
    Optional<Instant> archived = flow.archivedAt().filter(time -> !time.isAfter(at));
    if (archived.isPresent()) {
      return Optional.of(
          Reason.at("flow_not_published", "The flow was archived before", archived.get()));
    }
    return flow.droppedSince()
        .map(
            since ->
                Reason.at("flow_paused", "The flow was paused, and causes were dropped", since));
  }

  private static String text(Instant time) {
    return Times.format(time.atOffset(ZoneOffset.UTC));
  }

  /** If it is no event of the trigger. */
  List<Reason> ofTrigger() {
    if (!(definition.trigger() instanceof Trigger.UsageEvent trigger)) {
      return List.of(Reason.of("not_this_trigger", "Usage events don't start this flow"));
    }
    if (!event.name().equals(trigger.eventName())) {
      return List.of(
          Reason.of(
              "not_this_trigger",
              "The event is %s, the flow starts from %s"
                  .formatted(event.name(), trigger.eventName())));
    }
    if (trigger.appId() != 0 && trigger.appId() != event.appId()) {
      return List.of(
          Reason.of("not_this_trigger", "The flow starts from events of another app only"));
    }
    List<Reason> reasons = new ArrayList<>();
    trigger.properties().stream()
        .filter(condition -> !condition.matches(event.properties()))
        .map(this::differs)
        .forEach(reasons::add);
    trigger
        .maxAge()
        .filter(age -> event.occurredAt().isBefore(event.receivedAt().minus(age)))
        .ifPresent(
            age ->
                reasons.add(
                    Reason.at(
                        "event_too_old",
                        "The event happened at %s and arrived more than %d s later"
                            .formatted(text(event.occurredAt()), age.toSeconds()),
                        event.receivedAt())));
    return reasons;
  }

  private Reason differs(PropertyCondition condition) {
    JsonNode value =
        event.properties() == null
            ? MissingNode.getInstance()
            : condition.property().valueIn(event.properties());
    String text = value.isMissingNode() ? "nothing" : value.toString();
    return Reason.of(
        "properties_differ",
        "%s must be %s%s; the event has %s"
            .formatted(
                condition.property().text(),
                condition.operator().apiName(),
                condition.values().isEmpty()
                    ? ""
                    : " " + shortened(String.join(", ", condition.values())),
                shortened(text)));
  }

  private static String shortened(String text) {
    return text.length() <= MAX_VALUE ? text : text.substring(0, MAX_VALUE) + "…";
  }

  /** If the customer had entered before. */
  Future<Optional<Reason>> ofFrequency() {
    Entry.Frequency frequency = definition.entry().frequency();
    if (frequency instanceof Entry.Frequency.Once) {
      return history.entry(RunKey.LAST_ENTRY).map(found -> found.map(EventReasons::alreadyEntered));
    }
    if (frequency instanceof Entry.Frequency.Interval interval) {
      return history
          .enteredBefore(event.receivedAt())
          .map(
              found ->
                  found
                      .filter(
                          entered -> event.receivedAt().isBefore(entered.plus(interval.interval())))
                      .map(
                          entered ->
                              Reason.at(
                                  "within_interval",
                                  "The customer may enter again only %d s after the last time"
                                      .formatted(interval.interval().toSeconds()),
                                  entered)));
    }
    return frequency instanceof Entry.Frequency.Key key
        ? ofKey(key)
        : Future.succeededFuture(Optional.empty());
  }

  private Future<Optional<Reason>> ofKey(Entry.Frequency.Key frequency) {
    Optional<String> key = RunKey.of(event.properties(), frequency.property());
    if (key.isEmpty()) {
      return Future.succeededFuture(
          Optional.of(
              Reason.of(
                  "key_missing", "The event has no value at " + frequency.property().text())));
    }
    return history
        .entry(RunKey.stored(key.get()))
        .map(found -> found.map(EventReasons::alreadyEntered));
  }

  private static Reason alreadyEntered(Instant at) {
    return Reason.at("already_entered", "The customer had entered already", at);
  }
}
