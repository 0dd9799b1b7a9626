package dev.shopwire.ingest.events;

import java.time.Duration;

/**
 * The limits of usage events (docs/api/events.md). Text lengths are in code points.
 *
 * @param batchEvents events per request
 * @param propertiesBytes UTF-8 bytes of the compact form
 * @param propertiesFields top-level fields
 * @param propertiesDepth nested objects and arrays, the outermost being 1
 * @param maxFuture how far ahead of now a timestamp may be
 */
public record UsageEventLimits(
    int batchEvents,
    int eventNameLength,
    int eventIdLength,
    int propertiesBytes,
    int propertiesFields,
    int propertiesDepth,
    int pathLength,
    int sessionKeyLength,
    Duration maxFuture) {}
