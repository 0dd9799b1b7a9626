package dev.shopwire.automation.dryruns;

import dev.shopwire.automation.definitions.FlowDefinition;
import dev.shopwire.automation.definitions.Trigger;
import dev.shopwire.common.failure.Failure;
import java.time.ZoneId;

/** Finds where the causes of a trigger are recorded. */
final class CauseSources implements Trigger.Cases<CauseSource> {
  private final ZoneId zone;

  /**
   * @param zone whose days the dates of conditions are
   */
  private CauseSources(ZoneId zone) {
    this.zone = zone;
  }

  /** Fails with 422 if the causes of the flow's trigger aren't recorded. */
  static CauseSource of(FlowDefinition flow) {
    return flow.trigger().accept(new CauseSources(flow.timezone().fallback()));
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
  public CauseSource onLifecycle(Trigger.Lifecycle lifecycle) {
    return RecordedCauses.of(lifecycle);
  }

  @Override
  public CauseSource onSchedule(Trigger.Schedule schedule) {
    return new ScheduleCauses(schedule, zone);
  }
}
