package dev.shopwire.automation.conditions;

import java.time.ZoneId;

/**
 * What a segment's members satisfy.
 *
 * @param zone whose days the condition's dates are
 */
public record SegmentDefinition(Condition condition, ZoneId zone) {}
