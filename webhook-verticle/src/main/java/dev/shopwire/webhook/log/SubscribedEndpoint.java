package dev.shopwire.webhook.log;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The properties of an endpoint that decide what it is notified of.
 *
 * @param eventNames null for all
 * @param appIds null for all
 * @param status enabled, probing or disabled
 */
public record SubscribedEndpoint(
    long workspaceId,
    long id,
    Set<String> topics,
    @Nullable Set<String> eventNames,
    @Nullable Set<Long> appIds,
    String status,
    @Nullable String statusReason,
    Instant statusAt,
    Instant createdAt,
    Instant updatedAt) {
  private static final String FIND =
      """
      select workspace_id, id, topics, event_names, app_ids, status, status_reason, status_at,
        created_at, updated_at
      from webhook_endpoints where id = $1 and status <> 'deleted'
      """;

  /** Fails with 404 if there is no such endpoint. Runs on the caller's event loop. */
  public static Future<SubscribedEndpoint> require(SqlClient client, long id) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(id))
        .map(
            rows ->
                Rows.first(rows, SubscribedEndpoint::read)
                    .orElseThrow(() -> Failure.notFound("webhook endpoint")));
  }

  private static SubscribedEndpoint read(Row row) {
    String[] eventNames = row.getArrayOfStrings("event_names");
    Long[] appIds = row.getArrayOfLongs("app_ids");
    return new SubscribedEndpoint(
        row.getLong("workspace_id"),
        row.getLong("id"),
        Set.copyOf(List.of(row.getArrayOfStrings("topics"))),
        eventNames == null ? null : Set.copyOf(List.of(eventNames)),
        appIds == null ? null : Set.copyOf(List.of(appIds)),
        row.getString("status"),
        row.getString("status_reason"),
        row.getOffsetDateTime("status_at").toInstant(),
        row.getOffsetDateTime("created_at").toInstant(),
        row.getOffsetDateTime("updated_at").toInstant());
  }
}
