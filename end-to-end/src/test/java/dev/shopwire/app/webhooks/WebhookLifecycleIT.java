package dev.shopwire.app.webhooks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Stores;
import dev.shopwire.webhook.endpoints.DueDeliveryCleanup;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests changing, disabling, enabling and deleting endpoints, also concurrently. */
@Tag("everywhere")
class WebhookLifecycleIT extends WebhookEndpointsFixture {
  @Test
  void everyChangeUpdatesTheTimestampThatWorkersPoll() {
    String id = createId(USAGE);
    String updated = "select updated_at from webhook_endpoints where id = ?";
    List<Runnable> changes =
        List.of(
            () -> change(id, "\"ordered\":true"),
            () -> change(id, "\"status\":\"disabled\""),
            () -> console.post(path(id) + "/resume", "{\"pending\":\"send\"}"),
            () -> console.post(path(id) + "/rotate-secret", "{}"),
            () -> console.delete(path(id)));
    String before = sql.text(updated, Long.parseLong(id));
    for (Runnable change : changes) {
      change.run();
      String after = sql.text(updated, Long.parseLong(id));
      assertNotEquals(before, after);
      before = after;
    }
  }

  @Test
  void disablingAndEnablingResetsTheFailures() {
    String id = createId(USAGE);
    sql.run(
        """
        update webhook_endpoints set status = 'probing', failures = 7, step = 2, probe_at = now(),
          failing_since = now(), last_error = 'timeout' where id =
        """
            + id);
    JsonNode disabled = change(id, "\"status\":\"disabled\"");
    assertEquals("disabled", disabled.path("status").asText());
    assertEquals("console", disabled.path("statusReason").asText());
    assertEquals("timeout", disabled.path("lastError").asText());
    JsonNode enabled = change(id, "\"status\":\"enabled\"");
    assertEquals("enabled", enabled.path("status").asText());
    assertTrue(enabled.path("statusReason").isNull());
    assertTrue(enabled.path("failingSince").isNull());
    assertEquals(
        "0 0 true",
        sql.text(
            """
            select failures || ' ' || step || ' ' || (probe_at is null)
            from webhook_endpoints where id = ?
            """,
            Long.parseLong(id)));
  }

  @Test
  void pendingDeliveriesAreSentOrSkipped() {
    identify(app);
    String id = createId(USAGE);
    String bystander = createId(USAGE);
    change(id, "\"status\":\"disabled\"");
    change(bystander, "\"status\":\"disabled\"");
    postEvent(app, "a");
    postEvent(app, "b");
    sql.run("update webhook_due set kind = 'test' where endpoint_id = " + bystander);
    Response sent = console.post(path(id) + "/resume", "{\"pending\":\"send\"}");
    assertEquals("enabled", sent.json().at("/webhookEndpoint/status").asText());
    assertTrue(sent.json().path("skipped").isMissingNode());
    change(id, "\"status\":\"disabled\"");
    sql.run(
        """
        insert into webhook_due (workspace_id, endpoint_id, message_id, lane, attempts)
        select e.workspace_id, e.id, webhook_message_id(), e.lane, 1
        from webhook_endpoints e, generate_series(1, 6000) where e.id =
        """
            + id);
    long waiting = due(id);
    Response skipped = console.post(path(id) + "/resume", "{\"pending\":\"skip\"}");
    assertEquals(200, skipped.status(), skipped::body);
    assertEquals("enabled", skipped.json().at("/webhookEndpoint/status").asText());
    assertEquals(waiting, skipped.json().path("skipped").longValue());
    assertEquals(0, due(id));
    assertEquals(
        waiting,
        sql.number(
            """
            select count(*) from webhook_deliveries
            where endpoint_id = ? and status = 'failed' and reason = 'skipped'
            """,
            Long.parseLong(id)));
    Response tests = console.post(path(bystander) + "/resume", "{\"pending\":\"skip\"}");
    assertEquals(0, tests.json().path("skipped").longValue());
    assertErrors(console.post(path(id) + "/resume", "{}"), "/pending required");
  }

  @Test
  void aDeletedEndpointIsUnknownAndGetsNoMessages() {
    identify(app);
    String id = createId(USAGE);
    assertEquals(200, console.delete(path(id)).status());
    postEvent(app, "a");
    for (String table :
        List.of("webhook_messages", "webhook_due", "webhook_subscriptions", "webhook_secrets")) {
      assertEquals(0, count(table, app.workspaceId()), table);
    }
    assertUnknown(id);
    assertEquals(
        0, console.get(endpointsOf(app.workspaceId())).json().path("webhookEndpoints").size());
  }

  @Test
  void aWorkspaceHasAtMostAThousandEndpoints() throws Exception {
    sql.run(
        """
        insert into webhook_endpoints (workspace_id, url, topics, status)
        select %s, 'https://receiver.invalid', '{contacts/created}',
          case when n <= 10 then 'deleted' else 'enabled' end
        from generate_series(1, 1005) as n
        """
            .formatted(app.workspaceId()));
    List<Integer> statuses = concurrently(8, () -> create(USAGE).status());
    assertEquals(5, statuses.stream().filter(status -> status == 200).count(), statuses::toString);
    assertEquals("endpoint_limit_reached", create(USAGE).json().path("code").asText());
    assertEquals(
        1_000,
        sql.number(
            "select count(*) from webhook_endpoints where workspace_id = ? and status <> 'deleted'",
            Long.parseLong(app.workspaceId())));
  }

  @Test
  void concurrentChangesLeaveTheStateOfOneOfThem() throws Exception {
    String id = createId(USAGE);
    String other = "\"topics\":[\"contacts/created\",\"contacts/deleted\"],\"filter\":null";
    String names = USAGE + ",\"filter\":{\"eventNames\":[\"a\",\"b\",\"c\"]}";
    for (int round = 0; round < 10; round++) {
      List<Integer> statuses =
          concurrently(
              6,
              () ->
                  console
                      .patch(path(id), "{" + (System.nanoTime() % 2 == 0 ? other : names) + "}")
                      .status());
      assertEquals(Set.of(200), Set.copyOf(statuses));
      boolean isOther = show(id).path("filter").isNull();
      assertEquals(
          isOther
              ? "contacts/created * , contacts/deleted * "
              : "customers/usage_event * a, customers/usage_event * b, customers/usage_event * c",
          subscriptions(id));
    }
  }

  @Test
  void onlyDueDeliveriesOfDeletedEndpointsAreSwept() {
    identify(app);
    String id = createId(USAGE);
    String other = createId(USAGE);
    change(id, "\"status\":\"disabled\"");
    postEvent(app, "a");
    sql.run(
        """
        insert into webhook_due (workspace_id, endpoint_id, message_id, lane)
        select e.workspace_id, e.id, webhook_message_id(), e.lane
        from webhook_endpoints e, generate_series(1, 11000) where e.id =
        """
            + id);
    assertEquals(200, console.delete(path(id)).status());
    // The service sweeps periodically too; either may come first.
    Vertx vertx = Vertx.vertx();
    try {
      Pool pool = new Postgres(Stores.shared().postgresUri()).pool(vertx, 1, SessionSettings.CALLS);
      Poll.until(
          Duration.ofSeconds(10),
          () -> "swept",
          () -> DueDeliveryCleanup.sweepDeleted(pool).await() == 0 && due(id) == 0);
    } finally {
      vertx.close().await();
    }
    assertEquals(1, due(other));
  }

  private interface Call {
    int status();
  }

  private static List<Integer> concurrently(int times, Call call) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(times);
    try {
      List<Future<Integer>> calls = new ArrayList<>();
      for (int i = 0; i < times; i++) {
        calls.add(threads.submit(call::status));
      }
      List<Integer> statuses = new ArrayList<>();
      for (Future<Integer> status : calls) {
        statuses.add(status.get());
      }
      return statuses;
    } finally {
      threads.shutdownNow();
    }
  }
}
