package dev.shopwire.automation.runs.causes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.shopwire.automation.definitions.Trigger;
import dev.shopwire.automation.runs.causes.Causes.Cause;
import dev.shopwire.common.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a cause is one that a trigger asks for. Of usage events, that is decided before
 * they become causes. Immutable.
 */
public final class CauseMatch implements Trigger.Cases<Boolean> {
  static final String USAGE_EVENT = "usage_event";
  private static final String CONTACT_CREATED = "contact_created";
  private static final String CREDITED = "credited";

  private final String type;
  private final JsonNode detail;

  private CauseMatch(String type, JsonNode detail) {
    this.type = type;
    this.detail = detail;
  }

  public static CauseMatch of(Cause cause) {
    return new CauseMatch(cause.type(), parse(cause.detail()));
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
    return false;
  }

  @Override
  public Boolean onFieldChange(Trigger.FieldChange fieldChange) {
    return false;
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
  public Boolean onSchedule(Trigger.Schedule schedule) {
    return false;
  }
}
