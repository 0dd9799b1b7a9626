package dev.shopwire.automation.definitions.language;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.campaigns.audience.Audience;
import dev.shopwire.automation.definitions.FieldRef;
import dev.shopwire.automation.definitions.Trigger;
import dev.shopwire.automation.definitions.language.References.FieldUse;
import dev.shopwire.automation.definitions.language.References.Kind;
import dev.shopwire.common.outbox.Topic;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads what starts runs. For one definition. */
final class TriggerReader {
  private static final int MAX_WORD = 100;
  private static final int MAX_ROLES = 100;
  private static final String TYPES =
      "usage_event, segment_entered, segment_exited, field_changed, contact_created, credited,"
          + " lifecycle or schedule";
  private static final List<String> LIFECYCLE_TOPICS =
      Arrays.stream(Topic.causedBy(Topic.Change.LIFECYCLE)).map(Topic::apiName).toList();

  private final References references;
  private boolean isKnown;

  TriggerReader(References references) {
    this.references = references;
  }

  /** Whether the type was one of those that there are. */
  boolean isKnown() {
    return isKnown;
  }

  Trigger read(Part part) {
    String type = part.text("type", MAX_WORD);
    isKnown = true;
    Trigger trigger =
        switch (type) {
          case "usage_event" -> usageEvent(part);
          case "segment_entered" -> segment(part, true);
          case "segment_exited" -> segment(part, false);
          case "field_changed" -> field(part);
          case "contact_created" -> new Trigger.ContactCreated(roles(part));
          case "credited" ->
              new Trigger.Credited(references.app(part), references.affiliates(part));
          case "lifecycle" -> lifecycle(part);
          case "schedule" -> schedule(part);
          default -> unknown(part, type);
        };
    if (isKnown) {
      part.end();
    }
    return trigger;
  }

  private Trigger unknown(Part part, String type) {
    isKnown = false;
    if (!type.isEmpty()) {
      part.fault("type", "unknown_trigger_type", "must be " + TYPES);
    }
    return new Trigger.ContactCreated(Set.of());
  }

  private Trigger usageEvent(Part part) {
    Optional<Duration> maxAge =
        part.has("maxAge") ? Optional.of(Times.duration(part, "maxAge")) : Optional.empty();
    return new Trigger.UsageEvent(
        part.text("eventName", Events.MAX_NAME),
        references.app(part),
        Events.properties(part),
        maxAge);
  }

  private Trigger segment(Part part, boolean isEntered) {
    long segment =
        part.requires("segment", "the id of a segment")
            ? references.id(part, "segment", Kind.SEGMENT)
            : 0;
    return new Trigger.SegmentChange(segment, isEntered, part.flag("includeMembers"));
  }

  private Trigger field(Part part) {
    FieldRef field =
        part.requires("field", "the name of a custom field")
            ? references.field(part, FieldUse.TRIGGER)
            : new FieldRef(0, 0);
    part.value("app");
    return new Trigger.FieldChange(field, literal(part, "from", field), literal(part, "to", field));
  }

  /** Null stands for no value, unlike elsewhere. */
  private Optional<JsonNode> literal(Part part, String member, FieldRef field) {
    JsonNode value = part.value(member);
    if (value.isMissingNode()) {
      return Optional.empty();
    }
    references.value(part, member, field);
    return Optional.of(value);
  }

  private static Set<String> roles(Part part) {
    Set<String> roles = new HashSet<>();
    List<JsonNode> items = part.items("roles", MAX_ROLES);
    for (int i = 0; i < items.size(); i++) {
      JsonNode item = items.get(i);
      if (item.isTextual()
          && !item.textValue().isBlank()
          && item.textValue().length() <= MAX_WORD) {
        roles.add(item.textValue());
      } else {
        part.faults()
            .add(
                part.itemPointer("roles", i),
                Part.TYPE_MISMATCH,
                "expected a role of 1 to " + MAX_WORD + " characters");
      }
    }
    return roles;
  }

  private Trigger lifecycle(Part part) {
    String topic = part.text("topic", MAX_WORD);
    if (!topic.isEmpty() && !LIFECYCLE_TOPICS.contains(topic)) {
      part.fault("topic", "unknown_topic", "must be one of " + String.join(", ", LIFECYCLE_TOPICS));
    }
    return new Trigger.Lifecycle(topic, references.app(part));
  }

  private Trigger schedule(Part part) {
    LocalTime time = Times.time(part);
    Set<DayOfWeek> weekdays = Times.weekdays(part);
    ZoneId zone = Times.zone(part, "timezone");
    return new Trigger.Schedule(
        time, weekdays.isEmpty() ? Times.everyDay() : weekdays, zone, audience(part));
  }

  private Audience audience(Part part) {
    List<String> present = part.present("segment", "condition");
    if (present.size() != 1) {
      part.faults()
          .add(
              part.pointer(),
              present.isEmpty() ? Part.MISSING_MEMBER : "one_of",
              "expected exactly one of segment and condition");
      return Audience.ofSegment(0);
    }
    return present.contains("segment")
        ? Audience.ofSegment(references.id(part, "segment", Kind.SEGMENT))
        : Audience.ofCondition(references.condition(part, "condition"));
  }
}
