package dev.shopwire.app.flows;

import static dev.shopwire.app.flows.FlowRuns.definition;
import static dev.shopwire.app.flows.FlowRuns.waiting;
import static dev.shopwire.app.flows.FlowRuns.webhook;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.segments.tracking.TrackingProcesses;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Kills the processes that run flows and PostgreSQL while events come, and compares what is stored
 * in the end with what the events say.
 */
class FlowCrashIT {
  private static final int ORDERS = RunSize.of("flowCrash.orders", 200, 4_000);
  private static final int SHOPS = 25;
  private static final int UNPAID = 30;
  private static final int KILLS = RunSize.of("flowCrash.kills", 4, 40);
  private static final Duration TIME = Duration.ofMinutes(2);

  // What must have become of an order: its run, and how its wait ended, and when.
  private static final String WRONG =
      """
      with ordered as (
        select e.customer_id, e.received_at, e.properties->>'order' as number,
          e.received_at + interval '1 second' as remind_at
        from usage_events e where e.event_name = 'ordered'
      ), expected as (
        select o.*, (
          select min(p.received_at) from usage_events p
          where p.event_name = 'paid' and p.customer_id = o.customer_id
            and p.properties->>'order' = o.number and p.received_at > o.remind_at
            and p.received_at <= o.remind_at + interval '3 seconds') as paid_at
        from ordered o
      )
      select count(*) from expected x
      left join flow_runs r on r.customer_id = x.customer_id and r.key = x.number
      left join lateral (
        select string_agg(step || ' ' || outcome || ' ' || at, ', ' order by number) as log,
          count(*) filter (where outcome = 'queued') as mails,
          count(*) filter (where outcome = 'emitted') as messages
        from flow_run_steps s where s.workspace_id = r.workspace_id and s.run_id = r.id
      ) l on true
      where r.entered_at is distinct from x.received_at
        or r.reason is distinct from 'completed'
        or l.log is distinct from
          'wait elapsed ' || x.remind_at || ', mail queued ' || x.remind_at || ', paid '
          || case when x.paid_at is null then 'timeout ' || x.remind_at + interval '3 seconds'
            else 'event ' || x.paid_at end
          || ', tell emitted ' || coalesce(x.paid_at, x.remind_at + interval '3 seconds')
        or l.mails <> (select count(*) from mail_messages m where m.run_id = r.id)
        or l.messages <> (
          select count(*) from webhook_messages m where m.payload->'run'->>'id' = r.id::text)
      """;

  @Test
  void nothingIsLostOrDoubledWhateverIsKilled() {
    String worker = "automation,enrichment";
    long seed = System.nanoTime();
    Random random = new Random(seed);
    try (TrackingProcesses processes =
        new TrackingProcesses("ingest,console,automation,enrichment", worker, worker)) {
      Tenants tenants = processes.tenants(0);
      Tenants.App app = tenants.app();
      FlowWorkspace workspace = new FlowWorkspace(new SegmentWorkspace(tenants, app));
      keepMessages(processes, app);
      for (int shop = 0; shop < SHOPS; shop++) {
        identify(app, shop);
      }
      String flow =
          workspace.published(
              definition(
                  "ordered",
                  "{\"frequency\":\"key\",\"key\":\"order\"}",
                  waiting("wait", "\"for\":\"1s\""),
                  "{\"id\":\"mail\",\"type\":\"email\",\"template\":\"%s\",\"to\":[\"shop\"]}"
                      .formatted(workspace.template()),
                  waiting(
                      "paid",
                      "\"event\":{\"eventName\":\"paid\",\"sameKey\":true},\"timeout\":\"3s\""),
                  webhook("tell")));
      int kills = 0;
      List<Integer> unpaid = new ArrayList<>();
      for (int order = 0; order < ORDERS; order++) {
        send(workspace, "ordered", order);
        unpaid.add(order);
        while (unpaid.size() > UNPAID) {
          int paid = unpaid.remove(random.nextInt(unpaid.size()));
          if (random.nextInt(3) > 0) {
            send(workspace, "paid", paid);
          }
        }
        if (order % (ORDERS / KILLS) == ORDERS / KILLS / 2) {
          if (kills++ % 4 == 3) {
            // A process exits if PostgreSQL is down while it starts.
            processes.awaitReady();
            processes.killPostgres();
          } else {
            int victim = 1 + random.nextInt(2);
            processes.kill(victim);
            processes.startAgain(victim);
          }
        }
      }
      processes.awaitReady();
      Poll.until(
          TIME,
          () -> "all runs have ended, actual " + ended(processes, flow),
          () -> ended(processes, flow) == ORDERS);
      assertEquals(0, processes.sql().number(WRONG), () -> "seed " + seed);
      long events =
          processes.sql().number("select count(*) from flow_run_steps where outcome = 'event'");
      assertTrue(events > ORDERS / 20 && events < ORDERS, () -> events + " paid in time");
    }
  }

  /** Adds an endpoint that is disabled: messages are kept. */
  private static void keepMessages(TrackingProcesses processes, Tenants.App app) {
    processes
        .sql()
        .run(
            """
            with endpoint as (
              insert into webhook_endpoints (workspace_id, url, topics, status)
              values (%s, 'https://receiver.example', array['flows/step'], 'disabled')
              returning workspace_id, id
            )
            insert into webhook_subscriptions
              (workspace_id, topic, app_id, event_name, endpoint_id)
            select workspace_id, 'flows/step', 0, '', id from endpoint
            """
                .formatted(app.workspaceId()));
  }

  private static long ended(TrackingProcesses processes, String flow) {
    return processes
        .sql()
        .number(
            "select count(*) from flow_runs where flow_id = ? and status = 'ended'",
            Long.parseLong(flow));
  }

  private static void identify(Tenants.App app, int shop) {
    Response response =
        app.api()
            .post(
                "/v1/identify",
                "{\"myplatformDomain\":\"s%d.example.com\",\"email\":\"s%d@acme.example\"}"
                    .formatted(shop, shop));
    assertEquals(200, response.status(), response::body);
  }

  /** Until it is stored: an event id counts once. */
  private static void send(FlowWorkspace workspace, String name, int order) {
    String event =
        "{\"eventName\":\"%s\",\"eventId\":\"%s-%d\",\"customerId\":\"s%d.example.com\",\"properties\":{\"order\":%d}}"
            .formatted(name, name, order, order % SHOPS, order);
    Poll.until(
        TIME,
        () -> "the event is stored",
        () -> workspace.segments.app().api().post("/v1/usage_events", event).status() == 200);
  }
}
