package dev.shopwire.automation.dryruns;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.runs.causes.CauseKey;
import org.jspecify.annotations.Nullable;

/**
 * A cause of a customer in a dry run.
 *
 * @param type of the flow's trigger
 * @param key with the time at which the clock of the dry run sees it
 * @param eventId of a usage event, as are the name and the properties; else null
 */
record VirtualCause(
    String type,
    CauseKey key,
    @Nullable String eventId,
    @Nullable String eventName,
    @Nullable JsonNode properties) {}
