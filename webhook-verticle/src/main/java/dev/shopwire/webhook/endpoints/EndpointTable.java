package dev.shopwire.webhook.endpoints;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the tables of endpoints and their counters. Methods run on the caller's event
 * loop.
 */
public final class EndpointTable {
  private static final String LOCK =
      """
      select workspace_id from webhook_endpoints where id = $1 and status <> 'deleted' for update
      """;
  // Serializes the creation of a workspace's endpoints, so that the limit holds.
  private static final String LOCK_WORKSPACE =
      "select from tenancy_workspaces where id = $1 for no key update";
  private static final String COUNT =
      """
      select count(*) as endpoints from webhook_endpoints
      where workspace_id = $1 and status <> 'deleted'
      """;
  private static final String INSERT =
      """
      with made as (
        insert into webhook_endpoints (workspace_id, url, topics, event_names, app_ids, ordered)
        values ($1, $2, $3, $4, $5, coalesce($6, false))
        returning workspace_id, id
      ), counted as (
        insert into webhook_counters (workspace_id, endpoint_id) select workspace_id, id from made
      )
      select id from made
      """;
  private static final String UPDATE =
      """
      update webhook_endpoints
      set url = case when $2 then $3 else url end,
        topics = case when $4 then $5 else topics end,
        event_names = case when $6 then $7 else event_names end,
        app_ids = case when $8 then $9 else app_ids end,
        ordered = case when $10 then $11 else ordered end,
        updated_at = now()
      where id = $1
      """;
  private static final String TOUCH =
      "update webhook_endpoints set updated_at = now() where id = $1";
  private static final String ENABLE =
      """
      update webhook_endpoints
      set status = 'enabled', status_reason = null,
        status_at = case when status = 'enabled' then status_at else now() end,
        failures = 0, step = 0, probe_at = null, failing_since = null, paused_until = null,
        updated_at = now()
      where id = $1
      """;
  private static final String DISABLE =
      """
      update webhook_endpoints
      set status = 'disabled', status_reason = 'console',
        status_at = case when status = 'disabled' then status_at else now() end,
        probe_at = null, updated_at = now()
      where id = $1
      """;
  private static final String DELETE =
      """
      update webhook_endpoints
      set status = 'deleted', status_reason = 'console', status_at = now(), probe_at = null,
        updated_at = now()
      where id = $1
      """;

  private EndpointTable() {}

  /**
   * Locks an endpoint's row until the end of the transaction; fails with 404 if it does not exist.
   *
   * @return the id of its workspace
   */
  static Future<Long> lock(SqlConnection connection, long id) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(id))
        .map(
            rows ->
                Rows.first(rows, row -> row.getLong("workspace_id"))
                    .orElseThrow(EndpointTable::notFound));
  }

  static Failure notFound() {
    return Failure.notFound("webhook endpoint");
  }

  /**
   * Blocks other transactions from creating endpoints of the workspace until the end of this one;
   * fails with 404 if the workspace does not exist.
   *
   * @return the number of its endpoints
   */
  static Future<Long> count(SqlConnection connection, long workspaceId) {
    return connection
        .preparedQuery(LOCK_WORKSPACE)
        .execute(Tuple.of(workspaceId))
        .compose(
            locked ->
                locked.size() == 0
                    ? Future.failedFuture(Failure.notFound("workspace"))
                    : connection.preparedQuery(COUNT).execute(Tuple.of(workspaceId)))
        .map(rows -> rows.iterator().next().getLong("endpoints"));
  }

  /**
   * @param appIds null for all apps
   * @return the new endpoint's id
   */
  static Future<Long> insert(
      SqlConnection connection,
      long workspaceId,
      EndpointInput input,
      @Nullable List<Long> appIds) {
    Tuple columns =
        Tuple.of(workspaceId, input.url().value())
            .addArrayOfString(texts(input.topics().value()))
            .addArrayOfString(texts(input.eventNames().value()))
            .addArrayOfLong(numbers(appIds))
            .addBoolean(input.ordered().value());
    return connection
        .preparedQuery(INSERT)
        .execute(columns)
        .map(rows -> rows.iterator().next().getLong("id"))
        .compose(id -> Subscriptions.write(connection, workspaceId, id).map(id));
  }

  /** Updates the fields present in {@code input}; the endpoint's row must be locked. */
  static Future<Void> update(
      SqlConnection connection,
      long workspaceId,
      long id,
      EndpointInput input,
      @Nullable List<Long> appIds) {
    Tuple columns =
        Tuple.of(id, input.url().present(), input.url().value(), input.topics().present())
            .addArrayOfString(texts(input.topics().value()))
            .addBoolean(input.eventNames().present())
            .addArrayOfString(texts(input.eventNames().value()))
            .addBoolean(input.apps().present())
            .addArrayOfLong(numbers(appIds))
            .addBoolean(input.ordered().present())
            .addBoolean(input.ordered().value());
    boolean resubscribe =
        input.topics().present() || input.eventNames().present() || input.apps().present();
    return connection
        .preparedQuery(UPDATE)
        .execute(columns)
        .compose(
            updated ->
                resubscribe
                    ? Subscriptions.delete(connection, workspaceId, id)
                        .compose(deleted -> Subscriptions.write(connection, workspaceId, id))
                    : Future.succeededFuture());
  }

  /** Marks the endpoint as changed, for changes stored in other tables. */
  static Future<Void> touch(SqlConnection connection, long id) {
    return connection.preparedQuery(TOUCH).execute(Tuple.of(id)).mapEmpty();
  }

  /** Enables the endpoint and clears its failure state. */
  static Future<Void> enable(SqlConnection connection, long id) {
    return connection.preparedQuery(ENABLE).execute(Tuple.of(id)).mapEmpty();
  }

  static Future<Void> disable(SqlConnection connection, long id) {
    return connection.preparedQuery(DISABLE).execute(Tuple.of(id)).mapEmpty();
  }

  /** Ends the endpoint's subscriptions; its due deliveries are left to {@link #sweepDeleted}. */
  static Future<Void> delete(SqlConnection connection, long workspaceId, long id) {
    return connection
        .preparedQuery(DELETE)
        .execute(Tuple.of(id))
        .compose(deleted -> Subscriptions.delete(connection, workspaceId, id));
  }

  /**
   * Deletes the due deliveries of deleted endpoints, in statements of 5,000 rows. Call it
   * periodically: a transaction that was in progress may write more.
   *
   * @return the number of rows deleted
   */
  public static Future<Long> sweepDeleted(Pool pool) {
    return DueDeliveryCleanup.sweepDeleted(pool);
  }

  private static String @Nullable [] texts(@Nullable List<String> texts) {
    return texts == null ? null : texts.toArray(String[]::new);
  }

  private static Long @Nullable [] numbers(@Nullable List<Long> numbers) {
    return numbers == null ? null : numbers.toArray(Long[]::new);
  }
}
