package dev.shopwire.automation.dryruns;

import dev.shopwire.automation.definitions.Trigger;
import dev.shopwire.common.failure.Failure;

/** Finds where the causes of a trigger are recorded. */
final class CauseSources implements Trigger.Cases<CauseSource> {
  private static final CauseSources SOURCES = new CauseSources();

  private CauseSources() {}

  /** Fails with 422 if they aren't. */
  static CauseSource of(Trigger trigger) {
    return trigger.accept(SOURCES);
  }

  static Failure notReplayable(String message) {
    return Failure.invalid("", "not_replayable", message);
  }

  @Override
  public CauseSource onUsageEvent(Trigger.UsageEvent usageEvent) {
    return new EventCauses(usageEvent);
  }

  @Override
  public CauseSource onSegmentChange(Trigger.SegmentChange segmentChange) {
    return RecordedCauses.of(segmentChange);
  }

  @Override
  public CauseSource onFieldChange(Trigger.FieldChange fieldChange) {
    throw notReplayable(
        "Changes of fields are not recorded; a made-up cause tries a flow for one customer");
  }

  @Override
  public CauseSource onContactCreated(Trigger.ContactCreated contactCreated) {
    return RecordedCauses.of(contactCreated);
  }

  @Override
  public CauseSource onCredited(Trigger.Credited credited) {
    return RecordedCauses.of(credited);
  }

  @Override
  public CauseSource onSchedule(Trigger.Schedule schedule) {
    return new ScheduleCauses(schedule);
  }
}
