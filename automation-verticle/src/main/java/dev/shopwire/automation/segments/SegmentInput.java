package dev.shopwire.automation.segments;

import dev.shopwire.automation.conditions.SegmentDefinition;
import dev.shopwire.automation.language.Draft;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.PatchValue;
import java.time.ZoneId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request that creates or changes a segment.
 *
 * @param name empty if it stays
 * @param draft the condition; empty if it stays
 * @param zone empty if it stays
 * @param announce whether members that the save adds or removes are announced
 */
record SegmentInput(
    Optional<String> name,
    PatchValue<String> description,
    Optional<Draft> draft,
    Optional<ZoneId> zone,
    PatchValue<Boolean> tracked,
    PatchValue<Boolean> isPublic,
    boolean announce) {
  static final int MAX_NAME = 100;
  static final int MAX_DESCRIPTION = 2_000;

  /**
   * @throws dev.shopwire.common.failure.Failure 422 with every fault but those of names
   */
  static SegmentInput ofNew(String body) {
    return read(body, true);
  }

  /** The same of a change, which may leave out anything. */
  static SegmentInput ofChange(String body) {
    return read(body, false);
  }

  private static SegmentInput read(String body, boolean isNew) {
    JsonInput input = JsonInput.strict(body);
    BodyFaults faults = new BodyFaults();
    Optional<String> name =
        isNew || !input.value("name").isMissingNode()
            ? Optional.of(input.requiredString("name", MAX_NAME))
            : Optional.empty();
    PatchValue<String> description = input.optionalString("description", MAX_DESCRIPTION);
    ConditionInput condition = ConditionInput.read(input, faults, isNew);
    PatchValue<Boolean> tracked = input.optionalBoolean("tracked");
    PatchValue<Boolean> isPublic = input.optionalBoolean("public");
    boolean announce = isTrue(input.optionalBoolean("announce").value());
    faults.throwIfAny(input);
    return new SegmentInput(
        name, description, condition.draft(), condition.zone(), tracked, isPublic, announce);
  }

  private static boolean isTrue(@Nullable Boolean given) {
    return Boolean.TRUE.equals(given);
  }

  /**
   * The new segment.
   *
   * @param definition with the condition and zone of this body
   */
  SegmentChange create(SegmentDefinition definition) {
    return new SegmentChange(
        name.orElseThrow(),
        description.value(),
        definition,
        isTrue(tracked.value()),
        isTrue(isPublic.value()));
  }

  /** The segment with what this body changes. */
  SegmentChange applyTo(Segment segment, SegmentDefinition definition) {
    return new SegmentChange(
        name.orElse(segment.name()),
        description.applyTo(segment.description()),
        definition,
        tracked.present() ? isTrue(tracked.value()) : segment.isTracked(),
        isPublic.present() ? isTrue(isPublic.value()) : segment.isPublic());
  }
}
