package dev.shopwire.automation.segments;

import dev.shopwire.automation.conditions.SegmentDefinition;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A saved segment.
 *
 * @param isTracked whether its members are stored, and changes announced
 * @param isPublic whether apps may see that a customer is in it
 * @param definitionVersion counts the changes of what its members satisfy
 */
public record Segment(
    long workspaceId,
    long id,
    String name,
    @Nullable String description,
    SegmentDefinition definition,
    boolean isTracked,
    boolean isPublic,
    long definitionVersion,
    OffsetDateTime createdAt,
    OffsetDateTime updatedAt) {}
