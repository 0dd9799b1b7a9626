package dev.shopwire.app.partner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.PausedConnection;
import dev.shopwire.app.support.WebhookEndpoint;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.sources.connections.ConnectionTable;
import dev.shopwire.sources.connections.LifecycleChanges;
import dev.shopwire.sources.lifecycle.store.Announcing;
import dev.shopwire.sources.lifecycle.store.FetchRef;
import dev.shopwire.sources.lifecycle.store.HistoryChange;
import dev.shopwire.sources.lifecycle.store.Recomputation;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Receiver;
import dev.shopwire.testing.Tenants;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that members of tracked segments with conditions on lifecycles follow what happens while no
 * process runs: scheduled ends, and the rest of the deletion of a connection.
 */
@Tag("full")
class LifecycleOutagesIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String NO_RECORDS = "select id from fetched";

  /** A subscription of a month ago whose end is scheduled, of a shop that is a customer. */
  private static final String RECORDS =
      """
      with fetched as (select app_id, id from partner_fetches where app_id = %1$s),
      records as (
        insert into partner_records (app_id, fetch_id, stream, key, pass, outcome, type, kind, at,
          shop, plan, amount, currency, billing, effective_at, digest, raw)
        select app_id, id, 'events', '%2$s/' || n, 1, 'record', 'A',
          (array['installed', 'subscription_activated', 'subscription_cancel_scheduled'])[n],
          timestamptz '%3$s' - make_interval(days => 40 - n), '%2$s', 'pro', 25, 'USD', 'monthly',
          case when n = 3 then timestamptz '%3$s' end, '', '{}'
        from fetched, generate_series(1, 3) n),
      shops as (
        insert into partner_shops (app_id, fetch_id, shop, domain, customer_id)
        select app_id, f.id, '%2$s', c.domain, c.id
        from fetched f, customers c where c.workspace_id = %4$s and c.domain = '%2$s')
      insert into partner_touched_shops (app_id, fetch_id, shop, is_quiet)
      select app_id, id, '%2$s', true from fetched
      """;

  private static final int SHOPS = 5_000;

  /** Customers with a shop each of the app's last fetch, which have installed it. */
  private static final String INSTALLED =
      """
      with known as (
        insert into customers (workspace_id, domain)
        select %1$s, 'shop' || n || '.example.com' from generate_series(1, %2$s) n
        on conflict (workspace_id, domain) do update set domain = excluded.domain
        returning id, domain),
      fetched as (select app_id, id from partner_fetches where app_id = %3$s order by id desc limit 1),
      shops as (
        insert into partner_shops (app_id, fetch_id, shop, domain, customer_id)
        select f.app_id, f.id, k.domain, k.domain, k.id from fetched f, known k)
      insert into partner_lifecycles (app_id, fetch_id, shop, history, history_keys, transitions,
        state, installs, is_test, is_frozen, is_paying, revenue, installed_at)
      select f.app_id, f.id, k.domain, '', '', 0, 'installed', 1, false, false, false, '[]', now()
      from fetched f, known k
      """;

  private OwnService service;
  private Receiver receiver;
  private Tenants.App app;
  private SegmentWorkspace workspace;
  private String canceling = "";
  private String canceled = "";

  @BeforeEach
  void start() {
    service = new OwnService(Map.of("SHOPWIRE_WEBHOOK_ALLOW_PRIVATE", "true"));
    receiver = new Receiver();
    app = service.tenants().app();
    workspace = new SegmentWorkspace(service.tenants(), app);
    service.sql().run(PausedConnection.with(app, NO_RECORDS));
  }

  @AfterEach
  void stop() {
    receiver.close();
    service.close();
  }

  private String tracked(String text) {
    Response saved =
        workspace.save(SegmentWorkspace.body("name", text, "text", text).put("tracked", true));
    assertEquals(200, saved.status(), saved::body);
    String id = saved.json().at("/segment/id").asText();
    Poll.until(
        PATIENCE,
        () -> text + " is built",
        () -> workspace.segment(id).at("/tracking/status").asText().equals("current"));
    return id;
  }

  /** Stores the records of a shop, and computes its lifecycle as the pull does. */
  private void store(String shop, Instant end) throws Exception {
    workspace.push(shop, "{}");
    service.sql().run(RECORDS.formatted(app.appId(), shop, end, app.workspaceId()));
    FetchRef fetch =
        new FetchRef(
            Long.parseLong(app.appId()),
            service
                .sql()
                .number(
                    "select id from partner_fetches where app_id = ?",
                    Long.parseLong(app.appId())));
    Announcing quiet = new Announcing(Long.parseLong(app.workspaceId()), Instant.now(), true);
    Vertx vertx = Vertx.vertx();
    try {
      Pool pool = new Postgres(service.postgresUri()).pool(vertx, 1, SessionSettings.BACKGROUND);
      new Recomputation(
              pool,
              fetch,
              quiet,
              () -> {},
              (client, changes) -> note(client, fetch.appId(), changes),
              client -> Future.succeededFuture())
          .run()
          .toCompletionStage()
          .toCompletableFuture()
          .get(1, TimeUnit.MINUTES);
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().get(1, TimeUnit.MINUTES);
    }
  }

  private static Future<Void> note(SqlConnection client, long appId, List<HistoryChange> changes) {
    return ConnectionTable.find(client, appId)
        .compose(
            connection ->
                LifecycleChanges.note(
                    client,
                    connection.orElseThrow(),
                    changes.stream().map(HistoryChange::shop).toList()));
  }

  /** A shop, and when its subscription ends. */
  private record Ending(String shop, Instant end) {
    boolean isOver() {
      return !Instant.now().isBefore(end);
    }

    boolean isNear() {
      return !Instant.now().isBefore(end.minusSeconds(1));
    }
  }

  /** A shop that is a member before its end: on a slow machine that takes longer. */
  private Ending entered(String name) throws Exception {
    for (int lead = 5; lead < 60; lead *= 2) {
      Instant end = Instant.now().truncatedTo(ChronoUnit.MILLIS).plusSeconds(lead);
      Ending ending = new Ending("%s-%d.example.com".formatted(name, lead), end);
      store(ending.shop(), end);
      Poll.until(
          PATIENCE,
          () -> ending + " is a member: " + transitions(canceling, ending.shop()),
          () -> ending.isNear() || !transitions(canceling, ending.shop()).isEmpty());
      if (!ending.isNear()) {
        assertEquals(List.of("entered partner"), transitions(canceling, ending.shop()));
        assertEquals(List.of(), transitions(canceled, ending.shop()));
        return ending;
      }
    }
    throw new AssertionError("the machine is too slow");
  }

  private JsonNode all(String segment) {
    return workspace.get("/segments/" + segment + "/transitions?take=1000").json();
  }

  private List<JsonNode> of(String segment, String shop) {
    return all(segment)
        .path("transitions")
        .valueStream()
        .filter(each -> each.path("myplatformDomain").asText().equals(shop))
        .toList();
  }

  /** Newest first. */
  private List<String> transitions(String segment, String shop) {
    return of(segment, shop).stream()
        .map(each -> each.path("type").asText() + " " + each.at("/cause/type").asText())
        .toList();
  }

  private void awaitMoved(Ending ending) {
    Poll.until(
        PATIENCE,
        () -> ending + ": " + all(canceling) + all(canceled),
        () ->
            transitions(canceling, ending.shop()).equals(List.of("exited time", "entered partner"))
                && transitions(canceled, ending.shop()).equals(List.of("entered time")));
    for (String segment : List.of(canceling, canceled)) {
      JsonNode moved = of(segment, ending.shop()).get(0);
      Instant due = Instant.parse(moved.at("/cause/at").asText());
      assertEquals(ending.end().plus(1, ChronoUnit.MICROS), due, moved::toString);
      assertFalse(Instant.parse(moved.path("at").asText()).isBefore(due), moved::toString);
    }
    Poll.until(
        PATIENCE,
        () -> "three webhooks of " + ending + ": " + messages(ending.shop()),
        () -> messages(ending.shop()).size() == 3);
  }

  /** What was received about a shop: a message that was sent again after a kill has the same id. */
  private List<String> messages(String shop) {
    return receiver.received("/moves").stream()
        .map(received -> received.json())
        .filter(json -> json.at("/customer/myplatformDomain").asText().equals(shop))
        .collect(
            Collectors.toMap(json -> json.path("id").asText(), json -> json, (one, same) -> one))
        .values()
        .stream()
        .map(json -> json.path("topic").asText() + " " + json.at("/segment/id").asText())
        .sorted()
        .toList();
  }

  private void assertAnnouncedOnce(Ending ending) {
    List<String> expected =
        Stream.of(
                "segments/entered " + canceling,
                "segments/exited " + canceling,
                "segments/entered " + canceled)
            .sorted()
            .toList();
    assertEquals(expected, messages(ending.shop()));
    assertEquals(2, of(canceling, ending.shop()).size());
    assertEquals(1, of(canceled, ending.shop()).size());
  }

  @Test
  void aScheduledEndMovesMembersOnceAlsoIfNoProcessRunsThen() throws Exception {
    canceling = tracked("app:any state = canceling");
    canceled = tracked("app:any canceled");
    WebhookEndpoint.make(service.tenants(), app.workspaceId(), receiver.url("/moves"), "")
        .change("{\"topics\":[\"segments/entered\",\"segments/exited\"]}");
    Ending seen = entered("seen");
    awaitMoved(seen);
    Ending missed = entered("missed");
    service.process().kill();
    assertFalse(missed.isOver(), "no process runs at the end of " + missed);
    Poll.until(PATIENCE, () -> missed + " is over", missed::isOver);
    service.startAgain();
    workspace = new SegmentWorkspace(service.tenants(), app);
    awaitMoved(missed);
    awaitMoved(entered("later"));
    assertAnnouncedOnce(seen);
    assertAnnouncedOnce(missed);
  }

  private long members(String segment) {
    return service
        .sql()
        .number(
            "select count(*) from segment_members where segment_id = ? and member",
            Long.parseLong(segment));
  }

  private long fetches() {
    return service
        .sql()
        .number(
            "select count(*) from partner_fetches where app_id = ?", Long.parseLong(app.appId()));
  }

  /** The process ends right after the deletion, and the app is connected again meanwhile. */
  @Test
  void theCustomersOfADeletedConnectionAreLookedAtLater() {
    service.sql().run(INSTALLED.formatted(app.workspaceId(), SHOPS, app.appId()));
    String installed = tracked("app:any installed");
    assertEquals(SHOPS, members(installed));
    String path = "/apps/" + app.appId() + "/partner-connection";
    Response deleted = workspace.delete(path);
    assertEquals(200, deleted.status(), deleted::body);
    service.process().kill();
    service.startAgain();
    workspace = new SegmentWorkspace(service.tenants(), app);
    assertEquals(404, workspace.get(path).status());
    service.sql().run(PausedConnection.with(app, NO_RECORDS));
    service.sql().run(INSTALLED.formatted(app.workspaceId(), 1, app.appId()));
    Poll.until(
        PATIENCE,
        () -> "one member is left, there are " + members(installed),
        () -> members(installed) == 1);
    Poll.until(PATIENCE, () -> "what was fetched is deleted", () -> fetches() == 1);
    assertEquals(1, members(installed));
  }
}
