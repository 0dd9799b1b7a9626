package dev.shopwire.app.partner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.partner.HistoryEvent;
import dev.shopwire.testing.partner.HistoryKind;
import dev.shopwire.testing.partner.HistoryShop;
import dev.shopwire.testing.partner.PartnerEmulator;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

/** Tests runs of flows that transitions of lifecycles start. */
class LifecycleTriggersIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int EVENTS = 300;

  private static final RunningService SERVICE = RunningService.shared();

  private static JsonNode ok(Response response) {
    assertEquals(200, response.status(), response::body);
    return response.json();
  }

  private static JsonNode post(String path, String body) {
    return ok(SERVICE.tenants().console().post("/console/api" + path, body));
  }

  private static JsonNode get(String path) {
    return ok(SERVICE.tenants().console().get("/console/api" + path));
  }

  private static String published(PartnerFixture fixture, String name, String trigger) {
    return published(fixture, name, trigger, "");
  }

  private static String published(
      PartnerFixture fixture, String name, String trigger, String condition) {
    String flow =
        post(
                "/workspaces/" + fixture.app().workspaceId() + "/flows",
                """
                {"name":"%s","definition":{"trigger":{"type":"lifecycle",%s},
                 "entry":{"frequency":"always"%s},"steps":[{"id":"end","type":"exit"}]}}
                """
                    .formatted(name, trigger, condition))
            .at("/flow/id")
            .asText();
    post("/flows/" + flow + "/publish", "{}");
    return flow;
  }

  private static JsonNode runs(String flow) {
    return get("/flows/" + flow + "/runs").path("runs");
  }

  private static void add(
      PartnerEmulator platform, HistoryKind kind, HistoryShop shop, Instant at) {
    platform
        .log()
        .add(
            new HistoryEvent(
                platform.log().nextNumber(), at, kind, shop, null, null, null, null, null));
  }

  @Test
  void aTransitionStartsARunOfTheFlowsThatWantItOnceAndABackfillNone() {
    try (PartnerEmulator platform = PartnerFixture.platform(EVENTS)) {
      PartnerFixture fixture = PartnerFixture.of(SERVICE.tenants(), platform);
      String slug =
          SERVICE
              .sql()
              .text("select slug from apps where id = ?", Long.parseLong(fixture.app().appId()));
      String installs = published(fixture, "installs", "\"topic\":\"apps/installed\"");
      String here =
          published(fixture, "here", "\"topic\":\"apps/uninstalled\",\"app\":\"" + slug + "\"");
      String paying =
          published(
              fixture,
              "paying",
              "\"topic\":\"apps/installed\"",
              ",\"condition\":\"app:any paying\",\"grace\":\"0s\"");
      String deactivations = published(fixture, "deactivations", "\"topic\":\"apps/deactivated\"");
      Instant from = Instant.now().minusSeconds(60);
      fixture.connect("historical-events");
      fixture.awaitLive();
      HistoryShop shop = new HistoryShop(999_997, false);
      HistoryShop hidden = new HistoryShop(999_996, true);
      Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(2);
      for (HistoryShop each : new HistoryShop[] {shop, hidden}) {
        add(platform, HistoryKind.INSTALLED, each, now);
        add(platform, HistoryKind.UNINSTALLED, each, now.plusSeconds(1));
      }
      Poll.until(
          PATIENCE,
          () -> "the flows have started: " + runs(installs) + runs(here),
          () -> {
            fixture.sync();
            return runs(installs).size() == 1 && runs(here).size() == 1;
          });
      JsonNode run = runs(here).get(0);
      assertEquals("lifecycle", run.at("/cause/type").asText());
      assertEquals(shop.domain(), run.path("myplatformDomain").asText());
      fixture.act("backfill");
      fixture.await(
          "the backfill is over",
          connection -> connection.at("/backfill/status").asText().equals("done"));
      fixture.sync();
      assertEquals(1, runs(installs).size());
      assertEquals(1, runs(here).size());
      assertEquals(0, runs(deactivations).size());
      assertTried(here, from, shop);
      assertExplained(fixture, here, paying, shop);
    }
  }

  private static JsonNode explained(String flow, String query) {
    return get("/flows/" + flow + "/explain?customerId=" + query).path("explanation");
  }

  private static void assertExplained(
      PartnerFixture fixture, String entered, String paying, HistoryShop shop) {
    JsonNode explanation = explained(entered, shop.domain());
    assertEquals("entered", explanation.at("/reasons/0/code").asText(), explanation::toString);
    assertEquals(runs(entered).get(0), explanation.at("/runs/0"));
    assertEquals(
        explanation.at("/runs/0/enteredAt"), explanation.at("/reasons/0/at"), "the run's entry");
    JsonNode refused = explained(paying, shop.domain());
    assertFalse(refused.path("entered").asBoolean(), refused::toString);
    assertEquals(1, refused.at("/refusals/condition_false").asInt(), refused::toString);
    assertEquals(0, runs(paying).size());
    JsonNode none = explained(entered, anotherShop(fixture));
    assertEquals(0, none.path("reasons").size() + none.path("runs").size(), none::toString);
    Response event =
        fixture
            .app()
            .api()
            .post(
                "/v1/usage_events",
                "{\"eventName\":\"a\",\"eventId\":\"e-1\",\"customerId\":\"%s\"}"
                    .formatted(shop.domain()));
    assertEquals(200, event.status(), event::body);
    JsonNode ofEvent = explained(entered, shop.domain() + "&eventId=e-1");
    assertEquals("not_this_trigger", ofEvent.at("/reasons/0/code").asText(), ofEvent::toString);
    assertEquals(1, ofEvent.path("reasons").size(), ofEvent::toString);
  }

  /** A customer whose transitions are older than the connection. */
  private static String anotherShop(PartnerFixture fixture) {
    return get("/workspaces/" + fixture.app().workspaceId() + "/customers?take=1&sort=id")
        .at("/customers/0/myplatformDomain")
        .asText();
  }

  /** A dry run finds the same cause. */
  private static void assertTried(String flow, Instant from, HistoryShop shop) {
    String dryRun =
        post("/flows/" + flow + "/dry-runs", "{\"from\":\"" + from + "\"}")
            .at("/dryRun/id")
            .asText();
    Poll.until(
        PATIENCE,
        () -> "the dry run is done",
        () -> get("/dry-runs/" + dryRun).at("/dryRun/status").asText().equals("done"));
    JsonNode tried = get("/dry-runs/" + dryRun + "/runs").path("runs");
    assertEquals(1, tried.size(), tried::toString);
    assertEquals(shop.domain(), tried.get(0).path("myplatformDomain").asText());
    assertEquals("lifecycle", tried.get(0).at("/cause/type").asText());
  }
}
