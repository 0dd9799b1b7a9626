package dev.shopwire.webhook.endpoints;

import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Accesses the table of endpoints for the console; workers write an endpoint's health themselves
 * (package {@code delivery}). Methods run on the caller's event loop.
 */
public final class EndpointTable {
  private static final String SELECT =
      """
      select e.workspace_id, e.id, e.url, e.topics, e.event_names, e.segment_ids, e.ordered, e.status,
        e.status_reason, e.status_at, e.failing_since, e.last_error, e.delivered_at, e.created_at,
        case when e.app_ids is not null then array(
          select slug from tenancy_apps where id = any (e.app_ids) order by slug
        ) end as apps,
        s.made, s.ends
      from webhook_endpoints e
      left join lateral (
        select array_agg(created_at order by id desc) as made,
          array_agg(expires_at order by id desc) as ends
        from webhook_secrets
        where workspace_id = e.workspace_id and endpoint_id = e.id
          and (expires_at is null or expires_at > now())
      ) s on true
      """;
  private static final String FIND = SELECT + " where e.id = $1 and e.status <> 'deleted'";
  private static final String LIST =
      SELECT
          + """
           where e.workspace_id = $1 and e.id > $2 and e.status <> 'deleted'
          order by e.id limit $3
          """;
  private static final String FIND_SUBSCRIBED =
      """
      select workspace_id, id, url, topics, event_names, app_ids, status, status_reason, status_at,
        created_at, updated_at
      from webhook_endpoints where id = $1 and status <> 'deleted'
      """;
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
        insert into webhook_endpoints
          (workspace_id, url, topics, event_names, segment_ids, app_ids, ordered)
        values ($1, $2, $3, $4, $5, $6, coalesce($7, false))
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
        segment_ids = case when $6 then $8 else segment_ids end,
        app_ids = case when $9 then $10 else app_ids end,
        ordered = case when $11 then $12 else ordered end,
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

  /** Fails with 404 if there is no such endpoint. */
  static Future<Endpoint> require(SqlClient client, long id) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(id))
        .map(rows -> Rows.first(rows, Endpoint::read).orElseThrow(EndpointTable::notFound));
  }

  /** Ordered by id, starting after the id {@code after}. */
  static Future<List<Endpoint>> list(SqlClient client, long workspaceId, long after, int take) {
    return client
        .preparedQuery(LIST)
        .execute(Tuple.of(workspaceId, after, take))
        .map(rows -> Rows.list(rows, Endpoint::read));
  }

  /** The rows of {@link #list} without a limit. */
  static ExportSource.Rows all(long workspaceId) {
    return ExportSource.Rows.of(
        LIST, Tuple.of(workspaceId, 0L, Integer.MAX_VALUE), row -> Endpoint.read(row).json());
  }

  /** Fails with 404 if there is no such endpoint. */
  public static Future<SubscribedEndpoint> requireSubscribed(SqlClient client, long id) {
    return client
        .preparedQuery(FIND_SUBSCRIBED)
        .execute(Tuple.of(id))
        .map(
            rows ->
                Rows.first(rows, SubscribedEndpoint::read).orElseThrow(EndpointTable::notFound));
  }

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

  private static Failure notFound() {
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
        Tuple.of(workspaceId, input.url().value()).addArrayOfString(texts(input.topics().value()));
    addFilter(columns, input.filter().value())
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
            .addBoolean(input.filter().present());
    addFilter(columns, input.filter().value())
        .addBoolean(input.apps().present())
        .addArrayOfLong(numbers(appIds))
        .addBoolean(input.ordered().present())
        .addBoolean(input.ordered().value());
    boolean resubscribe =
        input.topics().present() || input.filter().present() || input.apps().present();
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

  /**
   * Ends the endpoint's subscriptions; its due deliveries are left to {@link DueDeliveryCleanup}.
   */
  static Future<Void> delete(SqlConnection connection, long workspaceId, long id) {
    return connection
        .preparedQuery(DELETE)
        .execute(Tuple.of(id))
        .compose(deleted -> Subscriptions.delete(connection, workspaceId, id));
  }

  private static Tuple addFilter(Tuple columns, @Nullable FilterInput filter) {
    return columns
        .addArrayOfString(texts(filter == null ? null : filter.eventNames()))
        .addArrayOfLong(numbers(filter == null ? null : filter.distinctSegments()));
  }

  private static String @Nullable [] texts(@Nullable List<String> texts) {
    return texts == null ? null : texts.toArray(String[]::new);
  }

  private static Long @Nullable [] numbers(@Nullable List<Long> numbers) {
    return numbers == null ? null : numbers.toArray(Long[]::new);
  }
}
