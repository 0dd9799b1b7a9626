package dev.shopwire.automation.dryruns;

import dev.shopwire.automation.definitions.Trigger;

/** Maps each kind of trigger to its name in the API. */
enum TriggerTypes implements Trigger.Cases<String> {
  TYPES;

  static String of(Trigger trigger) {
    return trigger.accept(TYPES);
  }

  @Override
  public String onUsageEvent(Trigger.UsageEvent usageEvent) {
    return "usage_event";
  }

  @Override
  public String onSegmentChange(Trigger.SegmentChange segmentChange) {
    return segmentChange.isEntered() ? "segment_entered" : "segment_exited";
  }

  @Override
  public String onFieldChange(Trigger.FieldChange fieldChange) {
    return "field_changed";
  }

  @Override
  public String onContactCreated(Trigger.ContactCreated contactCreated) {
    return "contact_created";
  }

  @Override
  public String onCredited(Trigger.Credited credited) {
    return "credited";
  }

  @Override
  public String onLifecycle(Trigger.Lifecycle lifecycle) {
    return "lifecycle";
  }

  @Override
  public String onSchedule(Trigger.Schedule schedule) {
    return "schedule";
  }
}
