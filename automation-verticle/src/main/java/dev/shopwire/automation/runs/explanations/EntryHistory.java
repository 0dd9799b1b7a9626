package dev.shopwire.automation.runs.explanations;

import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads what was decided about a customer and a flow. Methods run on the caller's event loop.
 *
 * <p>Rows of runs that ended long ago are gone; those of entries stay.
 */
final class EntryHistory {
  private static final String OF_EVENT =
      """
      select status, entered_at, due_at from flow_runs
      where workspace_id = $1 and customer_id = $2 and flow_id = $3 and cause_at = $4
        and cause_key = $5 and cause_app = $6
      """;
  private static final String LAST =
      """
      select status, entered_at, due_at from flow_runs
      where workspace_id = $1 and customer_id = $2 and flow_id = $3
      order by cause_at desc limit 1
      """;
  private static final String ENTERED_BEFORE =
      """
      select max(entered_at) as entered_at from flow_runs
      where workspace_id = $1 and customer_id = $2 and flow_id = $3 and status <> 'pending'
        and entered_at <= $4
      """;
  private static final String ENTRY =
      """
      select entered_at from flow_entries
      where workspace_id = $1 and customer_id = $2 and flow_id = $3 and key = $4
      """;
  private static final String WAITS =
      """
      select exists (
          select from flow_causes
          where workspace_id = $1 and customer_id = $2 and at = $4 and event_key = $5
            and app_id = $6 and $3 = any(flows))
        or exists (
          select from flow_event_groups
          where workspace_id = $1 and app_id = $6 and received_at <= $4 and received_to >= $4)
        as waits
      """;

  private final SqlClient client;
  private final long workspaceId;
  private final long flowId;
  private final long customerId;

  EntryHistory(SqlClient client, long workspaceId, long flowId, long customerId) {
    this.client = client;
    this.workspaceId = workspaceId;
    this.flowId = flowId;
    this.customerId = customerId;
  }

  /**
   * A cause that entered, or whose entry condition is looked at again.
   *
   * @param graceUntil of one that has not entered yet
   */
  record Decided(boolean hasEntered, Instant enteredAt, Optional<Instant> graceUntil) {
    private static Decided read(Row row) {
      boolean isPending = row.getString("status").equals("pending");
      return new Decided(
          !isPending,
          row.getOffsetDateTime("entered_at").toInstant(),
          isPending ? instant(row.getOffsetDateTime("due_at")) : Optional.empty());
    }
  }

  private static Optional<Instant> instant(@Nullable OffsetDateTime time) {
    return Optional.ofNullable(time).map(OffsetDateTime::toInstant);
  }

  private Tuple key() {
    return Tuple.of(workspaceId, customerId, flowId);
  }

  private Tuple key(CustomerEvent event) {
    return key()
        .addOffsetDateTime(event.receivedAt().atOffset(ZoneOffset.UTC))
        .addUUID(event.key())
        .addLong(event.appId());
  }

  /** What became of an event. */
  Future<Optional<Decided>> of(CustomerEvent event) {
    return client
        .preparedQuery(OF_EVENT)
        .execute(key(event))
        .map(rows -> Rows.first(rows, Decided::read));
  }

  /** What became of the last cause that was not refused. */
  Future<Optional<Decided>> last() {
    return client.preparedQuery(LAST).execute(key()).map(rows -> Rows.first(rows, Decided::read));
  }

  /** Whether an event waits to be decided about. */
  Future<Boolean> waits(CustomerEvent event) {
    return client
        .preparedQuery(WAITS)
        .execute(key(event))
        .map(rows -> rows.iterator().next().getBoolean("waits"));
  }

  /** When the customer entered last, at a time or before. */
  Future<Optional<Instant>> enteredBefore(Instant time) {
    return client
        .preparedQuery(ENTERED_BEFORE)
        .execute(key().addOffsetDateTime(time.atOffset(ZoneOffset.UTC)))
        .map(rows -> instant(rows.iterator().next().getOffsetDateTime("entered_at")));
  }

  /**
   * When the customer entered.
   *
   * @param key as stored; empty for the last entry, whatever its key
   */
  Future<Optional<Instant>> entry(String key) {
    return client
        .preparedQuery(ENTRY)
        .execute(key().addString(key))
        .map(rows -> Rows.first(rows, row -> row.getOffsetDateTime("entered_at").toInstant()));
  }
}
