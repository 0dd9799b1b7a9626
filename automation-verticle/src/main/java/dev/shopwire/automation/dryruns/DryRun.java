package dev.shopwire.automation.dryruns;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.definitions.FlowDefinition;
import dev.shopwire.automation.definitions.language.StoredDefinition;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.tenancy.CustomerId;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A dry run as it is stored.
 *
 * @param version null for the draft
 * @param definition as it was when the dry run was asked for
 * @param hasOccurredClock whether events count at their own time, not at their arrival
 * @param runsOut whether the clock continues until all runs have ended
 * @param customerId the only customer; null for all
 * @param cause a made-up cause of the customer; null for recorded ones
 * @param isPrepared whether the customers are listed
 * @param after the last customer that is done
 */
record DryRun(
    DryRunKey key,
    long flowId,
    @Nullable Integer version,
    String definition,
    String status,
    Instant from,
    Instant until,
    boolean hasOccurredClock,
    boolean runsOut,
    @Nullable Long customerId,
    @Nullable String cause,
    boolean isPrepared,
    long after,
    Counts counts,
    @Nullable String error) {

  /** Later than any wait can end. */
  private static final Duration FOREVER = Duration.ofDays(400_000);

  /**
   * What was done so far.
   *
   * @param leftOut customers with too many events
   */
  record Counts(long causes, long runs, long emails, long webhooks, long leftOut) {}

  static DryRun read(Row row) {
    return new DryRun(
        new DryRunKey(row.getLong("workspace_id"), row.getLong("id")),
        row.getLong("flow_id"),
        row.getInteger("version"),
        row.getString("definition"),
        row.getString("status"),
        row.getOffsetDateTime("starts_at").toInstant(),
        row.getOffsetDateTime("ends_at").toInstant(),
        row.getBoolean("occurred"),
        row.getBoolean("run_out"),
        row.getLong("customer_id"),
        row.getString("cause"),
        row.getBoolean("is_prepared"),
        row.getLong("after"),
        new Counts(
            row.getLong("causes"),
            row.getLong("runs"),
            row.getLong("emails"),
            row.getLong("webhooks"),
            row.getLong("left_out")),
        row.getString("error"));
  }

  /** One that is not stored yet. */
  static DryRun of(DryRunTable.Asked asked) {
    return new DryRun(
        new DryRunKey(asked.workspaceId(), 0),
        asked.flowId(),
        asked.version(),
        asked.definition(),
        "running",
        asked.from(),
        asked.until(),
        asked.input().hasOccurredClock(),
        asked.input().runsOut(),
        asked.customerId(),
        null,
        false,
        0,
        new Counts(0, 0, 0, 0, 0),
        null);
  }

  FlowDefinition flow() {
    return StoredDefinition.parse(definition).definition();
  }

  /** Where the clock of runs stops. */
  Instant end() {
    return runsOut ? until.plus(FOREVER) : until;
  }

  /** Empty if causes are recorded ones. */
  Optional<JsonNode> madeUpCause() {
    try {
      return cause == null ? Optional.empty() : Optional.of(Json.MAPPER.readTree(cause));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A stored cause can't be read", e);
    }
  }

  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", Long.toString(key.id()));
    json.put("flowId", Long.toString(flowId));
    json.put("status", status);
    json.put("from", time(from));
    json.put("until", time(until));
    json.put("version", version == null ? "draft" : version);
    json.put("clock", hasOccurredClock ? "occurred" : "received");
    json.put("customerId", customerId == null ? null : CustomerId.of(customerId));
    json.put("runOut", runsOut);
    json.put("causes", counts.causes());
    json.put("runs", counts.runs());
    json.put("emails", counts.emails());
    json.put("webhooks", counts.webhooks());
    json.put("assumptions", Assumptions.of(this));
    json.put("error", error);
    return json;
  }

  private static String time(Instant instant) {
    return Times.format(instant.atOffset(ZoneOffset.UTC));
  }

  static OffsetDateTime sqlTime(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}
