package dev.shopwire.automation.runs.engine;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.runs.causes.CauseKey;
import dev.shopwire.automation.runs.causes.Causes.Cause;
import dev.shopwire.automation.runs.causes.Causes.StoredEvent;
import io.vertx.sqlclient.Row;
import org.jspecify.annotations.Nullable;

/**
 * What started a run.
 *
 * @param type of the flow's trigger
 * @param chain how many runs led to it, one by the effect of another
 * @param eventId of a usage event, as are the name and the properties; else null
 * @param properties JSON text
 */
record RunCause(
    String type,
    int chain,
    CauseKey key,
    @Nullable String eventId,
    @Nullable String eventName,
    @Nullable String properties) {

  static RunCause of(Cause cause) {
    StoredEvent event = cause.event();
    return event == null
        ? new RunCause(cause.type(), cause.chain(), cause.key(), null, null, null)
        : new RunCause(
            cause.type(),
            cause.chain(),
            cause.key(),
            event.eventId(),
            event.name(),
            event.properties());
  }

  static RunCause read(Row row) {
    return new RunCause(
        row.getString("cause_type"),
        row.getInteger("chain"),
        new CauseKey(
            row.getOffsetDateTime("cause_at").toInstant(),
            row.getOffsetDateTime("occurred_at").toInstant(),
            row.getUUID("cause_key"),
            row.getLong("cause_app")),
        row.getString("event_id"),
        row.getString("event_name"),
        row.getString("properties"));
  }

  boolean isEvent() {
    return eventName != null;
  }

  /** The properties of the event; null if there are none. */
  @Nullable JsonNode json() {
    return RunRecord.parse(properties);
  }
}
