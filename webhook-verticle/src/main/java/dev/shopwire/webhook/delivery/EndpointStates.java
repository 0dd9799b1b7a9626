package dev.shopwire.webhook.delivery;

import dev.shopwire.common.postgres.Columns;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.webhook.secrets.SigningSecrets;
import dev.shopwire.webhook.signing.SigningSecret;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.net.URI;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the endpoints to deliver to, and writes their health. Not thread-safe; use from one event
 * loop.
 */
final class EndpointStates {
  private static final String COLUMNS =
      """
      select workspace_id, id, lane, url, ordered, updated_at, status, status_reason, failures,
        failing_since, step, probe_at, paused_until, last_error
      from webhook_endpoints
      """;
  private static final String OF_LANES = COLUMNS + " where lane = any($1)";
  private static final String OF_IDS = COLUMNS + " where id = any($1)";
  private static final String CHANGES =
      """
      select id, updated_at from webhook_endpoints
      where lane = any($1) and updated_at > now() - interval '30 seconds'
      """;

  // Doesn't overwrite a status that another party has changed meanwhile.
  private static final String WRITE =
      """
      update webhook_endpoints e
      set status = n.status, status_reason = n.reason,
        status_at = case when e.status = n.status then e.status_at else now() end,
        failures = n.failures, failing_since = n.failing_since, step = n.step,
        probe_at = n.probe_at, paused_until = n.paused_until, last_error = n.last_error,
        delivered_at = case when n.delivered then now() else e.delivered_at end
      from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::int[],
        $7::timestamptz[], $8::smallint[], $9::timestamptz[], $10::timestamptz[], $11::text[],
        $12::boolean[])
        as n (workspace_id, id, known, status, reason, failures, failing_since, step, probe_at,
          paused_until, last_error, delivered)
      where e.workspace_id = n.workspace_id and e.id = n.id and e.status = n.known
      """;

  private final SqlClient client;
  private final SigningSecrets secrets;

  EndpointStates(SqlClient client, SigningSecrets secrets) {
    this.client = client;
    this.secrets = secrets;
  }

  /**
   * An endpoint as it was read.
   *
   * @param deleted whether it is deleted, so that nothing is sent to it any more
   */
  record Read(DeliveryEndpoint endpoint, EndpointHealth health, boolean deleted) {}

  /**
   * A change of an endpoint's health since it was last written.
   *
   * @param known the status when it was last written
   * @param delivered whether a delivery succeeded
   */
  record Change(
      DeliveryEndpoint endpoint,
      EndpointHealth.Status known,
      EndpointHealth health,
      boolean delivered) {}

  Future<List<Read>> ofLanes(Collection<Integer> lanes) {
    return read(OF_LANES, Tuple.tuple().addArrayOfInteger(lanes.toArray(Integer[]::new)));
  }

  Future<List<Read>> ofIds(Collection<Long> ids) {
    return read(OF_IDS, Tuple.tuple().addArrayOfLong(ids.toArray(Long[]::new)));
  }

  /** When recently changed endpoints were changed, by endpoint id. */
  Future<Map<Long, Instant>> changes(Collection<Integer> lanes) {
    return client
        .preparedQuery(CHANGES)
        .execute(Tuple.tuple().addArrayOfInteger(lanes.toArray(Integer[]::new)))
        .map(
            rows -> {
              Map<Long, Instant> changes = new HashMap<>();
              for (Row row : rows) {
                changes.put(row.getLong("id"), row.getOffsetDateTime("updated_at").toInstant());
              }
              return changes;
            });
  }

  private Future<List<Read>> read(String statement, Tuple parameters) {
    return client
        .preparedQuery(statement)
        .execute(parameters)
        .compose(
            rows -> {
              List<Long> ids = Rows.list(rows, row -> row.getLong("id"));
              return ids.isEmpty()
                  ? Future.succeededFuture(List.of())
                  : secrets.load(client, ids).map(loaded -> read(rows, loaded));
            });
  }

  private static List<Read> read(RowSet<Row> rows, Map<Long, List<SigningSecret>> secrets) {
    List<Read> read = new ArrayList<>(rows.size());
    for (Row row : rows) {
      DeliveryEndpoint endpoint =
          new DeliveryEndpoint(
              row.getLong("workspace_id"),
              row.getLong("id"),
              row.getInteger("lane"),
              URI.create(row.getString("url")),
              row.getBoolean("ordered"),
              row.getOffsetDateTime("updated_at").toInstant(),
              secrets.getOrDefault(row.getLong("id"), List.of()));
      boolean deleted = row.getString("status").equals("deleted");
      read.add(new Read(endpoint, health(row, deleted), deleted));
    }
    return read;
  }

  private static EndpointHealth health(Row row, boolean deleted) {
    return new EndpointHealth(
        deleted
            ? EndpointHealth.Status.DISABLED
            : EndpointHealth.Status.valueOf(row.getString("status").toUpperCase(Locale.ROOT)),
        row.getString("status_reason"),
        row.getInteger("failures"),
        instant(row, "failing_since"),
        row.getInteger("step"),
        instant(row, "probe_at"),
        instant(row, "paused_until"),
        row.getString("last_error"));
  }

  private static @Nullable Instant instant(Row row, String column) {
    OffsetDateTime time = row.getOffsetDateTime(column);
    return time == null ? null : time.toInstant();
  }

  Future<Void> write(List<Change> changes) {
    Tuple columns =
        Tuple.tuple()
            .addArrayOfLong(
                Columns.of(changes, new Long[changes.size()], c -> c.endpoint().workspaceId()))
            .addArrayOfLong(Columns.of(changes, new Long[changes.size()], c -> c.endpoint().id()))
            .addArrayOfString(
                Columns.of(changes, new String[changes.size()], c -> nameOf(c.known())))
            .addArrayOfString(
                Columns.of(changes, new String[changes.size()], c -> nameOf(c.health().status())))
            .addArrayOfString(
                Columns.of(changes, new String[changes.size()], c -> c.health().reason()))
            .addArrayOfInteger(
                Columns.of(changes, new Integer[changes.size()], c -> c.health().failures()))
            .addArrayOfOffsetDateTime(times(changes, EndpointHealth::failingSince))
            .addArrayOfShort(
                Columns.of(changes, new Short[changes.size()], c -> (short) c.health().step()))
            .addArrayOfOffsetDateTime(times(changes, EndpointHealth::probeAt))
            .addArrayOfOffsetDateTime(times(changes, EndpointHealth::pausedUntil))
            .addArrayOfString(
                Columns.of(changes, new String[changes.size()], c -> c.health().lastError()))
            .addArrayOfBoolean(Columns.of(changes, new Boolean[changes.size()], Change::delivered));
    return client.preparedQuery(WRITE).execute(columns).mapEmpty();
  }

  private static String nameOf(EndpointHealth.Status status) {
    return status.name().toLowerCase(Locale.ROOT);
  }

  private static OffsetDateTime[] times(
      List<Change> changes, Function<EndpointHealth, @Nullable Instant> time) {
    return Columns.of(
        changes,
        new OffsetDateTime[changes.size()],
        change -> {
          Instant at = time.apply(change.health());
          return at == null ? null : at.atOffset(ZoneOffset.UTC);
        });
  }
}
