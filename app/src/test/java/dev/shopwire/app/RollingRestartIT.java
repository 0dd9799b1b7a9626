package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.app.SteadyCalls.Kind;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Received;
import dev.shopwire.testing.Receiver;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Stores;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Each process of several is restarted under load: clients that retry as documented see none of it,
 * and all is stored once. {@code -Dshopwire.rate=2000} for a load of so many calls a second
 * (default 150), {@code -Dshopwire.rounds=3} for so many restarts of each process (default 1).
 */
class RollingRestartIT {
  private static final int RATE = Integer.getInteger("shopwire.rate", 150);
  private static final int ROUNDS = Integer.getInteger("shopwire.rounds", 1);
  private static final Duration TIME = Duration.ofSeconds(120);
  private static final List<Kind> KINDS =
      List.of(
          Kind.EVENT,
          Kind.EVENT,
          Kind.EVENT,
          Kind.EVENT,
          Kind.EVENT,
          Kind.EVENT,
          Kind.EVENT,
          Kind.EVENT,
          Kind.EVENT,
          Kind.BATCH,
          Kind.IDENTIFY,
          Kind.IDENTIFY,
          Kind.STAFF,
          Kind.ATTRIBUTION,
          Kind.CUSTOMER,
          Kind.CUSTOMER,
          Kind.CONSOLE,
          Kind.CONSOLE);

  private final Path directory = TemporaryFiles.directory("rolling");
  private final Sql sql = new Sql(Stores.shared().postgresUri());

  private ServiceProcess start() {
    return ServiceProcess.start(directory, RunningService.onSharedStores(Map.of()));
  }

  @Test
  void processesOfAllRolesAreRestartedInTurn() {
    List<ServiceProcess> processes = new ArrayList<>();
    try (Balancer api = new Balancer(ServiceProcess::httpUrl);
        Balancer console = new Balancer(ServiceProcess::consoleUrl);
        Receiver receiver = new Receiver()) {
      for (int i = 0; i < 2; i++) {
        add(processes, start(), api, console);
      }
      Tenants.App app = tenants(processes.get(0)).app();
      prepare(tenants(processes.get(0)), app, receiver);
      SteadyCalls calls = SteadyCalls.of(app.workspaceId(), app.key(), KINDS);
      try (SteadyLoad load = new SteadyLoad(api.url(), console.url(), calls, RATE, true)) {
        awaitMore(load);
        for (int turn = 0; turn < ROUNDS * 2; turn++) {
          ServiceProcess leaver = processes.remove(0);
          assertEquals(0, leaver.stop(), leaver::output);
          api.remove(leaver);
          console.remove(leaver);
          add(processes, start(), api, console);
          awaitMore(load);
        }
        load.finish();
        System.out.println("RollingRestartIT: " + load.figures());
        assertEquals(List.of(), List.copyOf(load.failures()), load::figures);
      }
      assertStoredOnce(app, calls);
      awaitWebhooks(receiver, calls.count(Kind.EVENT));
    } finally {
      processes.forEach(ServiceProcess::close);
      TemporaryFiles.delete(directory);
    }
  }

  private static void add(
      List<ServiceProcess> processes, ServiceProcess started, Balancer api, Balancer console) {
    processes.add(started);
    api.add(started);
    console.add(started);
  }

  private static Tenants tenants(ServiceProcess process) {
    return new Tenants(process.consoleUrl(), process.httpUrl(), RunningService.ADMIN_TOKEN);
  }

  private static void prepare(Tenants tenants, Tenants.App app, Receiver receiver) {
    String workspace = "/console/api/workspaces/" + app.workspaceId();
    assertEquals(
        200,
        tenants
            .console()
            .post(
                workspace + "/affiliates",
                "{\"name\":\"Jane\",\"codes\":[\"" + SteadyCalls.CODE + "\"]}")
            .status());
    WebhookEndpoint.make(
        tenants, app.workspaceId(), receiver.url("/told"), ",\"eventNames\":[\"told\"]");
  }

  /** A second's worth of calls. */
  private static void awaitMore(SteadyLoad load) {
    int before = load.succeeded().size();
    Poll.until(TIME, load::figures, () -> load.succeeded().size() >= before + RATE);
  }

  private void assertStoredOnce(Tenants.App app, SteadyCalls calls) {
    int id = Integer.parseInt(app.appId());
    int workspace = Integer.parseInt(app.workspaceId());
    assertEquals(
        calls.eventIds(),
        sql.text(
            "select string_agg(event_id, ',' order by event_id collate \"C\")"
                + " from usage_events where app_id = ?",
            id));
    assertEquals(
        calls.count(Kind.IDENTIFY),
        sql.number(
            "select count(*) from custom_field_values v join customers c"
                + " on c.workspace_id = v.workspace_id and c.id = v.customer_id"
                + " where v.workspace_id = ? and c.domain = 'i' || v.number_value || '.example.com'",
            workspace));
    assertEquals(
        2L * calls.count(Kind.STAFF),
        sql.number("select count(*) from contacts where workspace_id = ?", workspace));
    assertEquals(
        calls.count(Kind.ATTRIBUTION),
        sql.number(
            "select count(*) from attribution_credits where workspace_id = ?"
                + " and affiliate_id is not null",
            workspace));
  }

  /** At least once each: what was under way when a worker left may come twice, under one id. */
  private static void awaitWebhooks(Receiver receiver, int events) {
    Set<String> expected =
        IntStream.range(0, events).mapToObj(n -> "e-" + n).collect(Collectors.toSet());
    Poll.until(
        TIME,
        () -> events + " webhooks, there are " + ids(receiver).size(),
        () -> ids(receiver).size() >= events);
    assertEquals(Collections.emptySet(), difference(expected, ids(receiver)));
  }

  private static Set<String> ids(Receiver receiver) {
    return receiver.received("/told").stream()
        .map(Received::eventId)
        .filter(id -> !id.isEmpty())
        .collect(Collectors.toSet());
  }

  private static Set<String> difference(Set<String> all, Set<String> there) {
    return all.stream().filter(id -> !there.contains(id)).collect(Collectors.toSet());
  }
}
