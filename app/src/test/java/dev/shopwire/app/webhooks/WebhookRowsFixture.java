package dev.shopwire.app.webhooks;

import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Answer;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import dev.shopwire.webhook.lanes.Lanes;
import java.time.Instant;
import java.util.UUID;

/**
 * A workspace with a webhook endpoint to which nothing is delivered, and rows as deliveries would
 * have left them: no connection is made to its address.
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
    this(tenants, sql, app, insert(sql, Integer.parseInt(app.workspaceId())));
  }

  private WebhookRowsFixture(Tenants tenants, Sql sql, Tenants.App app, String endpoint) {
    this.tenants = tenants;
    this.sql = sql;
    this.app = app;
    this.endpoint = endpoint;
  }

  private static String insert(Sql sql, int workspace) {
    return sql.text(
        """
            insert into webhook_endpoints (workspace_id, url, topics, status, status_reason)
            values (?, 'https://receiver.invalid/', '{customers/usage_event,contacts/created}',
              'disabled', 'test')
            returning id
            """,
        workspace);
  }

  /** The same after the service was started again. */
  WebhookRowsFixture on(Tenants again, Sql sqlAgain) {
    return new WebhookRowsFixture(again, sqlAgain, app, endpoint);
  }

  static WebhookRowsFixture shared() {
    RunningService service = RunningService.shared();
    return new WebhookRowsFixture(service.tenants(), service.sql());
  }

  int workspace() {
    return Integer.parseInt(app.workspaceId());
  }

  long endpointId() {
    return Long.parseLong(endpoint);
  }

  SchemaCheckedHttp console() {
    return tenants.console();
  }

  Answer get(String path) {
    return console().get(API + "/webhook-endpoints/" + endpoint + path);
  }

  Answer post(String path, String body) {
    return console().post(API + "/webhook-endpoints/" + endpoint + path, body);
  }

  Answer replay(String since) {
    return post("/replay", "{\"since\":\"" + since + "\"}");
  }

  /** A message of this moment. */
  UUID message() {
    return message("customers/usage_event", "");
  }

  UUID message(String topic, String eventId) {
    return UUID.fromString(
        sql.text(
            """
            insert into webhook_messages (workspace_id, id, app_id, topic, subject, payload)
            values (?, webhook_message_id(), ?, ?, nullif(?, ''),
              '{"eventId":"e","eventName":"opened"}')
            returning id
            """,
            workspace(),
            Integer.parseInt(app.appId()),
            topic,
            eventId));
  }

  /** A message of the moment {@code at}. */
  UUID messageOf(Instant at) {
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

  void due(UUID message, String kind) {
    sql.number(
        """
        insert into webhook_due (workspace_id, endpoint_id, message_id, lane, kind)
        values (?, ?, ?, ? % ?, ?) returning 1
        """,
        workspace(), endpointId(), message, endpointId(), Lanes.COUNT, kind);
  }

  void settled(UUID message, String status, String reason) {
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

  void attempt(UUID message, Instant at, String kind, int status) {
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

  /** As whoever delivers ends what is due of a replay. */
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

  long due() {
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
