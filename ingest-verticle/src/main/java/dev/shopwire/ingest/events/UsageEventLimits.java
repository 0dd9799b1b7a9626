package dev.shopwire.ingest.events;

import java.time.Duration;

/**
 * The limits of docs/api/events.md.
 *
 * @param batchEvents events in one request
 * @param eventNameLength code points, as all lengths but the next
 * @param propertiesBytes UTF-8 bytes of the compact form
 * @param propertiesMembers top-level members
 * @param propertiesDepth nested objects and arrays, the outermost being 1
 * @param future how far ahead of now a timestamp may be
 */
public record UsageEventLimits(
    int batchEvents,
    int eventNameLength,
    int eventIdLength,
    int propertiesBytes,
    int propertiesMembers,
    int propertiesDepth,
    int pathLength,
    int sessionKeyLength,
    Duration future) {}
