package dev.shopwire.automation.segments;

import dev.shopwire.automation.conditions.SegmentDefinition;
import org.jspecify.annotations.Nullable;

/** What a save writes. */
record SegmentChange(
    String name,
    @Nullable String description,
    SegmentDefinition definition,
    boolean isTracked,
    boolean isPublic) {

  static SegmentChange of(Segment segment) {
    return new SegmentChange(
        segment.name(),
        segment.description(),
        segment.definition(),
        segment.isTracked(),
        segment.isPublic());
  }

  /** The same, tracked. */
  SegmentChange tracked() {
    return new SegmentChange(name, description, definition, true, isPublic);
  }
}
