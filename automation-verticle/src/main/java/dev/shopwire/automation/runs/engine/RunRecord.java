package dev.shopwire.automation.runs.engine;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.runs.machine.RunState;
import dev.shopwire.automation.runs.machine.RunState.Waiting;
import dev.shopwire.automation.runs.plans.VersionKey;
import dev.shopwire.common.json.Json;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A run as it is stored.
 *
 * @param isPending whether its entry condition does not hold yet
 * @param graceUntil of a pending run: until when its condition may begin to hold
 * @param wakeAt when to look at it; null of a new one, or if something else than a time moves it on
 * @param logged how many steps are done
 * @param holdsEvents whether events wait that it must be given first
 */
record RunRecord(
    long id,
    VersionKey version,
    long customerId,
    @Nullable String key,
    boolean isPending,
    @Nullable Instant graceUntil,
    @Nullable Instant wakeAt,
    RunState state,
    int logged,
    boolean holdsEvents,
    Instant enteredAt,
    RunCause cause,
    int failures,
    @Nullable Instant failingSince) {

  /** A run that begins; its cause waits for its entry condition, or it has entered. */
  static RunRecord of(Entrance entrance, long id, RunState state, Instant enteredAt) {
    return new RunRecord(
        id,
        entrance.version(),
        entrance.customerId(),
        entrance.key().orElse(null),
        false,
        null,
        null,
        state,
        0,
        false,
        enteredAt,
        entrance.cause(),
        0,
        null);
  }

  static RunRecord read(Row row) {
    boolean isPending = row.getString("status").equals("pending");
    Instant dueAt = instant(row.getOffsetDateTime("due_at"));
    Instant since = instant(row.getOffsetDateTime("waiting_since"));
    return new RunRecord(
        row.getLong("id"),
        new VersionKey(row.getLong("flow_id"), row.getInteger("version")),
        row.getLong("customer_id"),
        row.getString("key"),
        isPending,
        isPending ? dueAt : null,
        instant(row.getOffsetDateTime("wake_at")),
        new RunState(
            Optional.ofNullable(row.getString("step")),
            row.getOffsetDateTime("at").toInstant(),
            isPending || dueAt == null || since == null
                ? Optional.empty()
                : Optional.of(new Waiting(since, dueAt)),
            outcomes(row.getString("outcomes"))),
        row.getInteger("logged"),
        row.getBoolean("holds_events"),
        row.getOffsetDateTime("entered_at").toInstant(),
        RunCause.read(row),
        row.getInteger("failures"),
        instant(row.getOffsetDateTime("failing_since")));
  }

  static @Nullable Instant instant(@Nullable OffsetDateTime time) {
    return time == null ? null : time.toInstant();
  }

  private static Map<String, String> outcomes(String json) {
    try {
      return Json.MAPPER.readValue(json, new TypeReference<>() {});
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Outcomes of a run can't be read", e);
    }
  }

  static @Nullable JsonNode parse(@Nullable String json) {
    try {
      return json == null ? null : Json.MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Properties of a stored event can't be read", e);
    }
  }
}
