package dev.shopwire.app.partner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.json.Times;
import dev.shopwire.sources.lifecycle.Lifecycle;
import dev.shopwire.sources.lifecycle.LifecycleEntry;
import dev.shopwire.sources.lifecycle.LifecycleState;
import dev.shopwire.sources.lifecycle.LifecycleTopic;
import dev.shopwire.sources.lifecycle.Transition.Counted;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.partner.HistoryCharge;
import dev.shopwire.testing.partner.HistoryEvent;
import dev.shopwire.testing.partner.HistoryKind;
import dev.shopwire.testing.partner.HistoryPlan;
import dev.shopwire.testing.partner.HistoryShop;
import dev.shopwire.testing.partner.PartnerEmulator;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Follows the lifecycles of shops of an emulated platform. */
class PartnerLifecycleIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int EVENTS = 500;

  private static final RunningService SERVICE = RunningService.shared();
  private static Sql sql;

  @BeforeAll
  static void start() {
    sql = SERVICE.sql();
  }

  private static PartnerFixture connected(PartnerEmulator platform, String dialect) {
    PartnerFixture fixture = PartnerFixture.of(SERVICE.tenants(), platform);
    fixture.connect(dialect);
    fixture.awaitLive();
    awaitLifecycles(fixture);
    return fixture;
  }

  /** Waits until all that was read counts in the lifecycles. */
  private static void awaitLifecycles(PartnerFixture fixture) {
    Poll.until(
        PATIENCE,
        () -> "lifecycles are computed: " + fixture.show(),
        () ->
            sql.number(
                    """
                    select count(*) from partner_connections c
                    join partner_lifecycle_times t on t.app_id = c.app_id and t.fetch_id = c.shown_id
                    where c.app_id = ? and t.complete_to = (select min(s.complete_to)
                        from partner_streams s where s.app_id = c.app_id and s.fetch_id = c.shown_id)
                      and not exists (
                        select from partner_touched_shops n where n.app_id = c.app_id)
                    """,
                    appId(fixture))
                == 1);
  }

  private static long appId(PartnerFixture fixture) {
    return Long.parseLong(fixture.app().appId());
  }

  private static Response get(PartnerFixture fixture, String path) {
    Response response = fixture.tenants().console().get("/console/api" + path);
    assertEquals(200, response.status(), response::body);
    return response;
  }

  private static JsonNode lifecycle(PartnerFixture fixture, String customer) {
    return get(fixture, "/customers/" + customer + "/lifecycle?take=1000").json();
  }

  private static JsonNode lifecycle(PartnerFixture fixture, HistoryShop shop) {
    return lifecycle(
        fixture,
        sql.text(
            "select customer_ref(id) from customers where workspace_id = ? and domain = ?",
            Long.parseLong(fixture.app().workspaceId()),
            shop.domain()));
  }

  private static Map<String, List<JsonNode>> eventsOfCustomers(PartnerFixture fixture) {
    return get(fixture, "/apps/" + appId(fixture) + "/partner-events?take=1000")
        .json()
        .path("events")
        .valueStream()
        .filter(event -> !event.path("customer").isNull())
        .collect(Collectors.groupingBy(event -> event.at("/customer/id").asText()));
  }

  private static Lifecycle expected(PartnerFixture fixture, List<JsonNode> events) {
    Instant until =
        Instant.parse(
            sql.text(
                """
                select to_char(max(complete_to) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
                from partner_lifecycle_times where app_id = ?
                """,
                appId(fixture)));
    return Lifecycle.of(events.stream().map(ListedRecords::read).toList(), until);
  }

  private static String text(Optional<Instant> time) {
    return time.map(Times::format).orElse("null");
  }

  @ParameterizedTest
  @ValueSource(strings = {"historical-events", "app-events"})
  void entriesAndHistoriesFollowFromTheRecords(String dialect) {
    try (PartnerEmulator platform = PartnerFixture.platform(EVENTS)) {
      PartnerFixture fixture = connected(platform, dialect);
      Map<String, Long> reasons = new HashMap<>();
      int transitions = 0;
      for (Map.Entry<String, List<JsonNode>> customer : eventsOfCustomers(fixture).entrySet()) {
        Lifecycle expected = expected(fixture, customer.getValue());
        JsonNode shown = lifecycle(fixture, customer.getKey());
        assertEntry(expected.entry(), shown.path("lifecycle"));
        assertEquals(history(expected), history(shown));
        transitions += expected.transitions().size();
        expected.transitions().stream()
            .filter(each -> each.counted() == Counted.UNINSTALL)
            .forEach(each -> reasons.merge("all", 1L, Long::sum));
      }
      assertTrue(transitions > 50, "the history is too short");
      JsonNode uninstalls =
          get(fixture, "/apps/" + appId(fixture) + "/uninstall-reasons?startDate=2010-01-01")
              .json()
              .path("reasons");
      long counted =
          uninstalls.valueStream().mapToLong(one -> one.path("uninstalls").asLong()).sum();
      // Those of hidden shops count too.
      assertTrue(counted >= reasons.getOrDefault("all", 0L) && counted > 0, uninstalls::toString);
      assertEquals(
          sql.number("select count(*) from partner_uninstalls where app_id = ?", appId(fixture)),
          counted);
    }
  }

  private static void assertEntry(Optional<LifecycleEntry> expected, JsonNode shown) {
    assertEquals(expected.isPresent() ? 1 : 0, shown.size(), shown::toString);
    expected.ifPresent(
        entry -> {
          JsonNode one = shown.get(0);
          assertEquals(entry.state().id(), one.path("state").asText());
          assertEquals(Times.format(entry.since()), one.path("since").asText());
          assertEquals(entry.installs(), one.path("installs").asInt());
          assertEquals(text(entry.installedAt()), one.path("installedAt").asText());
          assertEquals(text(entry.uninstalledAt()), one.path("uninstalledAt").asText());
          assertEquals(entry.note().orElse("null"), one.path("note").asText());
          assertEquals(entry.subscription().isPresent(), one.path("subscription").isObject());
          assertEquals(
              entry.subscription().flatMap(subscription -> subscription.plan()).orElse(""),
              one.at("/subscription/plan").asText("").replace("null", ""));
          assertEquals(entry.mrr().isPresent(), one.path("mrr").isObject());
          assertEquals(
              entry.revenue().stream().map(each -> each.net().toPlainString()).toList(),
              one.path("revenue").valueStream().map(each -> each.path("net").asText()).toList());
        });
  }

  private static List<String> history(Lifecycle expected) {
    List<String> history = new ArrayList<>();
    expected
        .transitions()
        .forEach(
            each ->
                history.add(
                    String.join(
                        " ",
                        Times.format(each.at()),
                        each.from().map(LifecycleState::id).orElse("null"),
                        each.to().id(),
                        each.topic().map(LifecycleTopic::id).orElse("null"),
                        each.recordId().orElse("null"))));
    Collections.reverse(history);
    return history;
  }

  private static List<String> history(JsonNode shown) {
    return shown
        .path("history")
        .valueStream()
        .map(
            each ->
                String.join(
                    " ",
                    each.path("at").asText(),
                    each.path("from").asText(),
                    each.path("to").asText(),
                    each.path("topic").asText(),
                    each.path("event").asText()))
        .toList();
  }

  @ConcurrentTest
  void pagesOfAHistoryMakeTheWhole() {
    try (PartnerEmulator platform = PartnerFixture.platform(EVENTS)) {
      PartnerFixture fixture = connected(platform, "historical-events");
      String customer =
          eventsOfCustomers(fixture).entrySet().stream()
              .max(Map.Entry.comparingByValue((one, other) -> one.size() - other.size()))
              .orElseThrow()
              .getKey();
      JsonNode whole = lifecycle(fixture, customer);
      List<JsonNode> rows = new ArrayList<>();
      String cursor = "";
      JsonNode page;
      do {
        page = get(fixture, "/customers/" + customer + "/lifecycle?take=2" + cursor).json();
        assertEquals(whole.path("lifecycle"), page.path("lifecycle"));
        page.path("history").forEach(rows::add);
        cursor = "&cursor=" + page.path("cursor").asText();
      } while (page.path("hasNextPage").asBoolean());
      assertEquals(whole.path("history").valueStream().toList(), rows);
      assertTrue(rows.size() > 2, rows::toString);
      String path = "/customers/" + customer + "/lifecycle?format=";
      assertEquals(rows.size(), get(fixture, path + "count").json().path("count").asInt());
      assertEquals(rows.size(), get(fixture, path + "ndjson").body().lines().count());
      assertEquals(
          "id,app,at,from,to,topic,event",
          get(fixture, path + "csv")
              .body()
              .lines()
              .findFirst()
              .orElseThrow()
              .replace("\uFEFF", ""));
    }
  }

  /** The versions of all rows of lifecycles, by shop. */
  private static Map<String, String> versions(PartnerFixture fixture) {
    String rows =
        sql.text(
            """
            select string_agg(shop || ' ' || xmin || ctid, ';')
            from partner_lifecycles where app_id = ?
            """,
            appId(fixture));
    Map<String, String> versions = new HashMap<>();
    for (String row : rows.split(";", -1)) {
      String[] parts = row.split(" ", 2);
      versions.put(parts[0], parts[1]);
    }
    return versions;
  }

  private static HistoryEvent of(
      PartnerEmulator platform, HistoryKind kind, HistoryShop shop, Instant at) {
    return new HistoryEvent(
        platform.log().nextNumber(), at, kind, shop, null, null, null, null, null);
  }

  /** A shop that is not hidden, by the last change of its relation. */
  private static HistoryShop shop(PartnerEmulator platform, HistoryKind last) {
    Map<HistoryShop, HistoryKind> relations = new HashMap<>();
    for (HistoryEvent event : platform.log().all()) {
      if (event.shop() != null
          && List.of(HistoryKind.INSTALLED, HistoryKind.UNINSTALLED, HistoryKind.DEACTIVATED)
              .contains(event.kind())) {
        relations.put(event.shop(), event.kind());
      }
    }
    return relations.entrySet().stream()
        .filter(each -> !each.getKey().redacted() && each.getValue() == last)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow();
  }

  @ConcurrentTest
  void aSyncWritesTheLifecyclesOfShopsThatChangedAndNoOther() {
    try (PartnerEmulator platform = PartnerFixture.platform(EVENTS)) {
      PartnerFixture fixture = connected(platform, "historical-events");
      fixture.sync();
      awaitLifecycles(fixture);
      Map<String, String> before = versions(fixture);
      fixture.sync();
      awaitLifecycles(fixture);
      assertEquals(before, versions(fixture));
      HistoryShop shop = shop(platform, HistoryKind.INSTALLED);
      Instant late = Instant.now().truncatedTo(ChronoUnit.SECONDS).minusSeconds(3_600);
      platform.log().add(of(platform, HistoryKind.UNINSTALLED, shop, late));
      fixture.sync();
      awaitLifecycles(fixture);
      Map<String, String> after = versions(fixture);
      assertEquals(before.keySet(), after.keySet());
      assertEquals(
          List.of(shop.id()),
          after.entrySet().stream()
              .filter(each -> !each.getValue().equals(before.get(each.getKey())))
              .map(Map.Entry::getKey)
              .toList());
      assertEquals("uninstalled", lifecycle(fixture, shop).at("/lifecycle/0/state").asText());
      fixture.act("rebuild");
      Poll.until(
          PATIENCE,
          () -> "the rebuild is shown",
          () ->
              sql.number(
                          "select count(*) from partner_fetches where app_id = ? and not dropped",
                          appId(fixture))
                      == 1
                  && sql.number(
                          """
                          select count(*) from partner_connections
                          where app_id = ? and rebuild_at is null
                          """,
                          appId(fixture))
                      == 1);
      awaitLifecycles(fixture);
      assertEquals("uninstalled", lifecycle(fixture, shop).at("/lifecycle/0/state").asText());
    }
  }

  /** Messages about lifecycles, each with its topic, customer and time. */
  private static List<String> messages(PartnerFixture fixture) {
    String found =
        sql.text(
            """
            select coalesce(string_agg(topic || ' ' || (payload->'customer'->>'myplatformDomain')
              || ' ' || (payload->'lifecycle'->>'state'), ',' order by id), '')
            from webhook_messages where workspace_id = ? and topic ~ '^(apps|subscriptions)/'
            """,
            Long.parseLong(fixture.app().workspaceId()));
    return found.isEmpty() ? List.of() : List.of(found.split(",", -1));
  }

  private static void subscribe(PartnerFixture fixture) {
    Response response =
        fixture
            .tenants()
            .console()
            .post(
                "/console/api/workspaces/" + fixture.app().workspaceId() + "/webhook-endpoints",
                """
                {"url":"https://receiver.example/","topics":["customers/installed","apps/installed",
                 "apps/uninstalled","apps/reinstalled","apps/deactivated","customers/trial_expired"]}
                """);
    assertEquals(200, response.status(), response::body);
    assertEquals(
        "[\"apps/installed\",\"apps/uninstalled\",\"apps/reinstalled\",\"apps/deactivated\","
            + "\"subscriptions/trial_ended\"]",
        response.json().at("/webhookEndpoint/topics").toString());
  }

  private static void syncUntil(
      PartnerFixture fixture, String what, Predicate<List<String>> condition) {
    Poll.until(
        PATIENCE,
        () -> what + ": " + messages(fixture),
        () -> {
          fixture.sync();
          awaitLifecycles(fixture);
          return condition.test(messages(fixture));
        });
  }

  @ConcurrentTest
  @Tag("stores")
  void aTransitionIsAnnouncedOnceAndNothingOfBackfillsOrHiddenShops() {
    try (PartnerEmulator platform = PartnerFixture.platform(EVENTS)) {
      PartnerFixture fixture = PartnerFixture.of(SERVICE.tenants(), platform);
      subscribe(fixture);
      fixture.connect("historical-events");
      fixture.awaitLive();
      awaitLifecycles(fixture);
      assertEquals(List.of(), messages(fixture));
      HistoryShop shop = shop(platform, HistoryKind.INSTALLED);
      HistoryShop hidden = new HistoryShop(999_999, true);
      HistoryShop other = shop(platform, HistoryKind.UNINSTALLED);
      // After the app was connected, also in whole seconds.
      Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(2);
      platform.log().add(of(platform, HistoryKind.INSTALLED, hidden, now));
      platform.log().add(of(platform, HistoryKind.UNINSTALLED, shop, now));
      // Before the app was connected.
      platform.log().add(of(platform, HistoryKind.INSTALLED, other, now.minusSeconds(7_200)));
      String uninstalled = "apps/uninstalled " + shop.domain() + " uninstalled";
      syncUntil(fixture, "the uninstall is announced", each -> !each.isEmpty());
      assertEquals(List.of(uninstalled), messages(fixture));
      assertEquals("installed", lifecycle(fixture, other).at("/lifecycle/0/state").asText());
      // A late uninstall before it takes its place.
      platform.log().add(of(platform, HistoryKind.UNINSTALLED, shop, now.minusSeconds(1)));
      fixture.sync();
      awaitLifecycles(fixture);
      assertEquals(
          Times.format(now.minusSeconds(1)),
          lifecycle(fixture, shop).at("/lifecycle/0/uninstalledAt").asText());
      assertEquals(List.of(uninstalled), messages(fixture));
      fixture.act("backfill");
      Poll.until(
          PATIENCE,
          () -> "the backfill is over",
          () -> fixture.show().at("/backfill/status").asText().equals("done"));
      fixture.sync();
      awaitLifecycles(fixture);
      assertEquals(List.of(uninstalled), messages(fixture));
      platform.log().add(of(platform, HistoryKind.INSTALLED, shop, now.plusSeconds(1)));
      syncUntil(fixture, "the reinstall is announced", each -> each.size() > 1);
      assertEquals("apps/reinstalled " + shop.domain() + " installed", messages(fixture).get(1));
      assertEquals(2, messages(fixture).size());
    }
  }

  @ConcurrentTest
  void aTrialEndsByItselfOnceItsInstantWasRead() {
    try (PartnerEmulator platform = PartnerFixture.platform(EVENTS)) {
      PartnerFixture fixture = PartnerFixture.of(SERVICE.tenants(), platform);
      subscribe(fixture);
      fixture.connect("historical-events");
      fixture.awaitLive();
      HistoryShop shop = new HistoryShop(999_998, false);
      HistoryCharge charge = new HistoryCharge(999_998, HistoryPlan.TWO_DIGITS.get(1), 1, false);
      // Long enough for a sync beside other tests.
      Instant end = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(8);
      platform
          .log()
          .add(
              new HistoryEvent(
                  platform.log().nextNumber(),
                  end.minus(Duration.ofDays(1)),
                  HistoryKind.ACTIVATED,
                  shop,
                  charge,
                  null,
                  null,
                  null,
                  null));
      fixture.sync();
      awaitLifecycles(fixture);
      JsonNode trial = lifecycle(fixture, shop).at("/lifecycle/0");
      assertEquals("trial", trial.path("state").asText(), trial::toString);
      assertEquals(Times.format(end), trial.at("/subscription/trialEndsAt").asText());
      assertEquals(List.of(), messages(fixture));
      long unpriced = fixture.show().at("/counts/unpriced").asLong();
      syncUntil(fixture, "the end of the trial is announced", each -> !each.isEmpty());
      assertEquals(
          List.of("subscriptions/trial_ended " + shop.domain() + " subscribed"), messages(fixture));
      JsonNode paying = lifecycle(fixture, shop);
      assertEquals("subscribed", paying.at("/lifecycle/0/state").asText());
      assertTrue(paying.at("/history/0/event").isNull(), paying::toString);
      // Nothing was charged yet, so that the price is unknown.
      assertEquals(unpriced + 1, fixture.show().at("/counts/unpriced").asLong());
      JsonNode excluded =
          get(fixture, "/apps/" + appId(fixture) + "/partner-report").json().at("/report/excluded");
      for (String count : List.of("unpriced", "unknownInterval")) {
        assertEquals(excluded.path(count), fixture.show().at("/counts/" + count), count);
      }
    }
  }
}
