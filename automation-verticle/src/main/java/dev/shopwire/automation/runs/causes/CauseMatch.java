package dev.shopwire.automation.runs.causes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.shopwire.automation.definitions.Trigger;
import dev.shopwire.automation.runs.causes.Causes.Cause;
import dev.shopwire.common.json.Json;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a cause matches a trigger. Of usage events, that is decided before they become
 * causes. Immutable.
 */
public final class CauseMatch implements Trigger.Cases<Boolean> {
  static final String USAGE_EVENT = "usage_event";
  private static final String CONTACT_CREATED = "contact_created";
  private static final String CREDITED = "credited";
  private static final String FIELD_CHANGED = "field_changed";
  private static final String LIFECYCLE = "lifecycle";

  /** Numbers are equal if their values are: 1 and 1.0. */
  private static final Comparator<JsonNode> VALUES =
      (one, other) ->
          one.isNumber() && other.isNumber()
              ? one.decimalValue().compareTo(other.decimalValue())
              : one.equals(other) ? 0 : 1;

  private final String type;
  private final JsonNode detail;

  private CauseMatch(String type, JsonNode detail) {
    this.type = type;
    this.detail = detail;
  }

  public static CauseMatch of(Cause cause) {
    return new CauseMatch(cause.type(), parse(cause.detail()));
  }

  /** The type of causes of members who enter or leave a segment. */
  static String ofSegment(boolean isEntered) {
    return isEntered ? "segment_entered" : "segment_exited";
  }

  private static JsonNode parse(@Nullable String json) {
    try {
      return json == null ? MissingNode.getInstance() : Json.MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("What a stored cause says can't be read", e);
    }
  }

  /** Whether the cause may start runs by this trigger. */
  public boolean matches(Trigger trigger) {
    return trigger.accept(this);
  }

  @Override
  public Boolean onUsageEvent(Trigger.UsageEvent usageEvent) {
    return type.equals(USAGE_EVENT);
  }

  @Override
  public Boolean onSegmentChange(Trigger.SegmentChange segmentChange) {
    return type.equals(ofSegment(segmentChange.isEntered()));
  }

  @Override
  public Boolean onFieldChange(Trigger.FieldChange fieldChange) {
    if (!type.equals(FIELD_CHANGED)) {
      return false;
    }
    JsonNode before = value("old");
    JsonNode after = value("new");
    return !areEqual(before, after)
        && fieldChange.from().map(from -> areEqual(from, before)).orElse(true)
        && fieldChange.to().map(to -> areEqual(to, after)).orElse(true);
  }

  /** JSON null for none. Values of the type json are stored as texts. */
  private JsonNode value(String member) {
    JsonNode value = detail.path(member);
    return value.isTextual() && detail.path("type").asText().equals("json")
        ? parse(value.textValue())
        : value;
  }

  private static boolean areEqual(JsonNode one, JsonNode other) {
    return one.equals(VALUES, other);
  }

  @Override
  public Boolean onContactCreated(Trigger.ContactCreated contactCreated) {
    return type.equals(CONTACT_CREATED)
        && (contactCreated.roles().isEmpty()
            || contactCreated.roles().contains(detail.path("role").asText()));
  }

  @Override
  public Boolean onCredited(Trigger.Credited credited) {
    return type.equals(CREDITED)
        && (credited.affiliates().isEmpty()
            || credited.affiliates().contains(detail.path("affiliate").asLong()));
  }

  @Override
  public Boolean onLifecycle(Trigger.Lifecycle lifecycle) {
    return type.equals(LIFECYCLE) && detail.path("topic").asText().equals(lifecycle.topic());
  }

  @Override
  public Boolean onSchedule(Trigger.Schedule schedule) {
    return type.equals("schedule");
  }
}
