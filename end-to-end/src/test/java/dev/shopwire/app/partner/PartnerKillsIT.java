package dev.shopwire.app.partner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.OwnStores;
import dev.shopwire.app.support.PartnerDialects;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.time.Interval;
import dev.shopwire.common.time.TimeRange;
import dev.shopwire.sources.figures.ReportBuckets;
import dev.shopwire.testing.FreePorts;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RedisCommands;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import dev.shopwire.testing.partner.Fault;
import dev.shopwire.testing.partner.HistoryCharge;
import dev.shopwire.testing.partner.HistoryEvent;
import dev.shopwire.testing.partner.HistoryKind;
import dev.shopwire.testing.partner.HistoryPlan;
import dev.shopwire.testing.partner.HistoryShop;
import dev.shopwire.testing.partner.PartnerEmulator;
import dev.shopwire.testing.partner.PartnerStream;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Kills the only process again and again, in a backfill and while shops install and uninstall, and
 * empties Redis each second: every figure is right in the end, and each transition is announced
 * exactly once.
 */
@Tag("full")
class PartnerKillsIT {
  private static final int EVENTS = RunSize.of("partnerKills.events", 2_000, 10_000);
  private static final int KILLS = RunSize.of("partnerKills.kills", 6, 20);
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** Of the shops that come and go while the process is killed. */
  private static final int FIRST_SHOP = 900_000;

  private final Random random = new Random();
  private OwnStores stores;
  private PartnerEmulator platform;
  private Sql sql;
  private Map<String, String> settings;
  private ServiceProcess process;
  private PartnerFixture fixture;
  private ScheduledExecutorService emptying;
  private ScheduledFuture<?> flushes;
  private int shops;

  @BeforeEach
  void start() {
    stores = new OwnStores("partner-kills");
    sql = stores.sql();
    platform = PartnerFixture.platform(EVENTS);
    platform.faults().share(Fault.SHORT_PAGE, 0.8);
    platform.faults().share(Fault.CUT_BODY, 0.02);
    Map<String, String> more = new HashMap<>(PartnerFixture.settings(PartnerDialects.directory()));
    more.put("SHOPWIRE_VERTICLES", "sources,console,ingest,webhook");
    more.put("SHOPWIRE_SECRET_KEYS", RunningService.WEBHOOK_KEY);
    for (String port : List.of("HTTP", "CONSOLE", "MANAGEMENT")) {
      more.put("SHOPWIRE_" + port + "_PORT", Integer.toString(FreePorts.next()));
    }
    settings = stores.settings(more);
    launch();
    fixture = PartnerFixture.of(tenants(), platform);
    emptying = Executors.newSingleThreadScheduledExecutor();
    flushes =
        emptying.scheduleAtFixedRate(
            () -> new RedisCommands(stores.redis().uri()).send("FLUSHALL"), 0, 1, TimeUnit.SECONDS);
  }

  @AfterEach
  void stop() {
    flushes.cancel(true);
    emptying.shutdownNow();
    process.close();
    sql.close();
    platform.close();
    stores.close();
  }

  private void launch() {
    process = ServiceProcess.launch(stores.directory(), settings);
    process.awaitReady();
  }

  private Tenants tenants() {
    return new Tenants(process.consoleUrl(), process.httpUrl(), RunningService.ADMIN_TOKEN);
  }

  private void kill() {
    LockSupport.parkNanos(Duration.ofMillis(random.nextInt(700)).toNanos());
    process.kill();
    launch();
  }

  private void subscribe() {
    Response response =
        tenants()
            .console()
            .post(
                "/console/api/workspaces/" + fixture.app().workspaceId() + "/webhook-endpoints",
                """
                {"url":"https://receiver.example/","topics":["apps/installed","apps/uninstalled",
                 "apps/reinstalled","subscriptions/activated","subscriptions/canceled"]}
                """);
    assertEquals(200, response.status(), response::body);
  }

  private void add(HistoryKind kind, HistoryShop shop, Instant at) {
    HistoryCharge charge =
        kind == HistoryKind.ACTIVATED
            ? new HistoryCharge(shop.number(), HistoryPlan.TWO_DIGITS.get(1), 0, false)
            : null;
    platform
        .log()
        .add(
            new HistoryEvent(
                platform.log().nextNumber(), at, kind, shop, charge, null, null, null, null));
  }

  /** Shops install and pay; half of them uninstall a second later. */
  private void addShops() {
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
    for (int i = 0; i < 10; i++) {
      HistoryShop shop = new HistoryShop(FIRST_SHOP + shops, false);
      shops++;
      add(HistoryKind.INSTALLED, shop, now);
      add(HistoryKind.ACTIVATED, shop, now);
      if (i % 2 == 0) {
        add(HistoryKind.UNINSTALLED, shop, now.plusSeconds(1));
      }
    }
  }

  @Test
  void killsLoseNothingAndAnnounceNothingTwice() {
    subscribe();
    fixture.connect("historical-events");
    for (int kill = 0; kill < KILLS / 2; kill++) {
      kill();
    }
    Poll.until(
        PATIENCE,
        () -> "the backfill is over",
        () -> fixture.show().path("status").asText().equals("live"));
    for (int kill = 0; kill < KILLS - KILLS / 2; kill++) {
      addShops();
      // Whether or not the process has time to respond.
      fixture.tenants().console().post(fixture.path() + "/sync", "");
      kill();
    }
    platform.faults().clear();
    long expected =
        platform.log().all().stream()
            .filter(event -> event.kind().name(PartnerStream.EVENTS).isPresent())
            .count();
    Poll.until(
        PATIENCE,
        () -> "all is read: " + fixture.show(),
        () -> {
          fixture.sync();
          return fixture.show().at("/counts/records").asLong() == expected
              && sql.number("select count(*) from partner_touched_shops") == 0;
        });
    assertEachIsAnnouncedOnce();
    assertFigures();
  }

  private void assertEachIsAnnouncedOnce() {
    String found =
        sql.text(
            """
            select string_agg(concat_ws(' ', topic, count), ',' order by topic) from (
              select topic, count(distinct payload->'customer'->>'myplatformDomain') as count
              from webhook_messages where topic ~ '^(apps|subscriptions)/' group by topic) t
            """);
    int left = shops / 2;
    assertEquals(
        "apps/installed %d,apps/uninstalled %d,subscriptions/activated %d,subscriptions/canceled %d"
            .formatted(shops, left, shops, left),
        found);
    assertEquals(
        2L * (shops + left),
        sql.number("select count(*) from webhook_messages where topic ~ '^(apps|subscriptions)/'"));
    assertTrue(shops > 20, () -> shops + " shops");
  }

  /** The records are those of the platform, and all figures those of the records. */
  private void assertFigures() {
    fixture.act("pause");
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    TimeRange range = TimeRange.ofDays(today.minusDays(600), today.plusDays(2), ZoneId.of("UTC"));
    Instant completeTo = Instant.parse(fixture.show().path("completeTo").asText());
    String query =
        "interval=monthly&startDate=%s&endDate=%s&timezone=UTC"
            .formatted(today.minusDays(600), today.plusDays(2));
    Response report =
        tenants()
            .console()
            .get("/console/api/apps/" + fixture.app().appId() + "/partner-report?" + query);
    assertEquals(200, report.status(), report::body);
    PartnerReportIT.check(
        report.json().path("report"),
        List.of(ListedPairs.of(fixture)),
        ReportBuckets.of(range, Interval.MONTHLY, completeTo),
        false);
  }
}
