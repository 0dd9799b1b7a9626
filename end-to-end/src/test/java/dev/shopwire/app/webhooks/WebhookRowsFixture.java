package dev.shopwire.app.webhooks;

import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import dev.shopwire.webhook.lanes.Lanes;
import java.time.Instant;
import java.util.UUID;

/**
 * Creates a workspace with a disabled webhook endpoint, and rows as deliveries would write them. No
 * connection is made to its address.
 */
final class WebhookRowsFixture {
  static final String API = "/console/api";

  final Tenants.App app;
  final String endpoint;
  private final Tenants tenants;
  private final Sql sql;

  WebhookRowsFixture(Tenants tenants, Sql sql) {
    this(tenants, sql, tenants.app());
  }

  WebhookRowsFixture(Tenants tenants, Sql sql, Tenants.App app) {
    this(tenants, sql, app, insert(sql, Long.parseLong(app.workspaceId())));
  }

  private WebhookRowsFixture(Tenants tenants, Sql sql, Tenants.App app, String endpoint) {
    this.tenants = tenants;
    this.sql = sql;
    this.app = app;
    this.endpoint = endpoint;
  }

  private static String insert(Sql sql, long workspace) {
    return sql.text(
        """
            insert into webhook_endpoints (workspace_id, url, topics, status, status_reason)
            values (?, 'https://receiver.invalid/', '{customers/usage_event,contacts/created}',
              'disabled', 'test')
            returning id
            """,
        workspace);
  }

  /** This fixture on the restarted service. */
  WebhookRowsFixture on(Tenants newTenants, Sql newSql) {
    return new WebhookRowsFixture(newTenants, newSql, app, endpoint);
  }

  static WebhookRowsFixture shared() {
    RunningService service = RunningService.shared();
    return new WebhookRowsFixture(service.tenants(), service.sql());
  }

  long workspace() {
    return Long.parseLong(app.workspaceId());
  }

  Tenants tenants() {
    return tenants;
  }

  long appId() {
    return Long.parseLong(app.appId());
  }

  long endpointId() {
    return Long.parseLong(endpoint);
  }

  SchemaCheckedHttp console() {
    return tenants.console();
  }

  Response get(String path) {
    return console().get(API + "/webhook-endpoints/" + endpoint + path);
  }

  Response post(String path, String body) {
    return console().post(API + "/webhook-endpoints/" + endpoint + path, body);
  }

  Response replay(String since) {
    return post("/replay", "{\"since\":\"" + since + "\"}");
  }

  /** Adds a message with the current time. */
  UUID addMessage() {
    return addMessage("customers/usage_event", "");
  }

  UUID addMessage(String topic, String eventId) {
    return UUID.fromString(
        sql.text(
            """
            insert into webhook_messages (workspace_id, id, app_id, topic, subject, payload)
            values (?, webhook_message_id(), ?, ?, nullif(?, ''),
              '{"eventId":"e","eventName":"opened"}')
            returning id
            """,
            workspace(),
            Long.parseLong(app.appId()),
            topic,
            eventId));
  }

  /** Adds a message with the time {@code at}. */
  UUID addMessageAt(Instant at) {
    return UUID.fromString(
        sql.text(
            """
            insert into webhook_messages (workspace_id, id, topic, payload)
            values (?, (left(webhook_message_floor(?::timestamptz)::text, 14) || '7'
              || substr(webhook_message_id()::text, 16))::uuid, 'customers/usage_event', '{}')
            returning id
            """,
            workspace(),
            at.toString()));
  }

  void addDue(UUID message, String kind) {
    sql.number(
        """
        insert into webhook_due (workspace_id, endpoint_id, message_id, lane, kind)
        values (?, ?, ?, ? % ?, ?) returning 1
        """,
        workspace(), endpointId(), message, endpointId(), Lanes.COUNT, kind);
  }

  void addSettled(UUID message, String status, String reason) {
    sql.number(
        """
        insert into webhook_deliveries (
          workspace_id, endpoint_id, message_id, kind, sequence, status, reason, attempts)
        values (?, ?, ?, 'live', 7, ?, nullif(?, ''), 1) returning 1
        """,
        workspace(),
        endpointId(),
        message,
        status,
        reason);
  }

  void addAttempt(UUID message, Instant at, String kind, int status) {
    sql.number(
        """
        insert into webhook_attempts (workspace_id, endpoint_id, message_id, at, kind, address,
          status, outcome, duration_millis, response)
        values (?, ?, ?, ?::timestamptz, ?, '192.0.2.1:443', ?, 'status', 12, 'no') returning 1
        """,
        workspace(),
        endpointId(),
        message,
        at.toString(),
        kind,
        status);
  }

  /** Settles due deliveries of a replay, as a worker would. */
  int deliver(String replay, int count) {
    return (int)
        sql.number(
            """
            with ended as (
              delete from webhook_due where workspace_id = ? and endpoint_id = ?
                and message_id = any (array(
                  select message_id from webhook_due
                  where workspace_id = ? and endpoint_id = ? and replay_id = ?
                  order by message_id limit ?))
              returning *
            ), settled as (
              update webhook_deliveries d set status = 'delivered', reason = null, kind = 'replay'
              from ended e
              where d.workspace_id = e.workspace_id and d.endpoint_id = e.endpoint_id
                and d.message_id = e.message_id
            ), counted as (
              update webhook_replays set done = done + (select count(*) from ended) where id = ?
            )
            select count(*) from ended
            """,
            workspace(),
            endpointId(),
            workspace(),
            endpointId(),
            Long.parseLong(replay),
            count,
            Long.parseLong(replay));
  }

  long dueCount() {
    return sql.number(
        "select count(*) from webhook_due where workspace_id = ? and endpoint_id = ?",
        workspace(),
        endpointId());
  }

  String id(UUID message) {
    return endpoint + "-" + message.toString().replace("-", "");
  }

  Sql sql() {
    return sql;
  }
}
