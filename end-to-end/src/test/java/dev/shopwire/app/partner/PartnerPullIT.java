package dev.shopwire.app.partner;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.PartnerDialects;
import dev.shopwire.testing.ConcurrentCalls;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import dev.shopwire.testing.partner.EventLog;
import dev.shopwire.testing.partner.Fault;
import dev.shopwire.testing.partner.HistoryEvent;
import dev.shopwire.testing.partner.HistoryMoney;
import dev.shopwire.testing.partner.PartnerEmulator;
import dev.shopwire.testing.partner.PartnerStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Fetches the history of an emulated platform, which does everything wrong that it can. */
class PartnerPullIT {
  private static final String NEWER = "historical-events";
  private static final String OLDER = "app-events";
  private static final String FEWER = "fewer-events";

  /** The lock of the process, which one test restarts. */
  private static final String PROCESS = "PartnerPullIT.process";

  private static final Path DIALECTS = PartnerDialects.directory();

  private static OwnService service;
  private static Sql sql;

  @BeforeAll
  static void start() throws IOException {
    Files.writeString(
        DIALECTS.resolve(FEWER + ".yaml"),
        newerDialect().replaceAll("(?m)^      RELATIONSHIP_INSTALLED: .*\\n", ""));
    service = OwnService.onTestStores(PartnerFixture.settings(DIALECTS));
    sql = service.sql();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static String newerDialect() throws IOException {
    return Files.readString(DIALECTS.resolve(NEWER + ".yaml"));
  }

  /** PostgreSQL has another port then. */
  private static void startAgain() {
    service.startAgain();
    sql = service.sql();
  }

  private static PartnerFixture connected(PartnerEmulator platform) {
    return PartnerFixture.of(service.tenantsWithRetries(), platform);
  }

  private static long expected(PartnerEmulator platform, PartnerStream... streams) {
    long count = 0;
    for (PartnerStream stream : streams) {
      count +=
          platform.log().all().stream()
              .filter(event -> event.kind().name(stream).isPresent())
              .count();
    }
    return count;
  }

  /** Records that count, by type. */
  private static Map<String, Long> types(PartnerFixture fixture) {
    String rows =
        sql.text(
            """
            select coalesce(string_agg(type || '=' || n, ',' order by type), '') from (
              select r.type, count(*) as n from partner_records r
              join partner_connections c on c.app_id = r.app_id and c.shown_id = r.fetch_id
              join partner_streams s on s.app_id = r.app_id and s.fetch_id = r.fetch_id
                and s.name = r.stream and r.pass <= s.pass
              where r.app_id = ? and r.outcome = 'record' group by r.type) types
            """,
            Long.parseLong(fixture.app().appId()));
    Map<String, Long> types = new TreeMap<>();
    for (String row : rows.split(",", -1)) {
      List<String> parts = List.of(row.split("=", -1));
      types.put(parts.get(0), Long.parseLong(parts.get(1)));
    }
    return types;
  }

  private static Map<String, Long> expectedTypes(PartnerEmulator platform) {
    return new TreeMap<>(
        platform.log().all().stream()
            .flatMap(event -> event.kind().name(PartnerStream.EVENTS).stream())
            .collect(Collectors.groupingBy(type -> type, Collectors.counting())));
  }

  private static BigDecimal net(PartnerFixture fixture) {
    return new BigDecimal(
        sql.text(
            "select coalesce(sum(net), 0) from partner_records where app_id = ?",
            Long.parseLong(fixture.app().appId())));
  }

  private static BigDecimal net(PartnerEmulator platform) {
    return platform.log().all().stream()
        .filter(event -> event.kind().isEarning())
        .map(event -> requireNonNull(event.money()).net())
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  @ConcurrentTest
  @ResourceLock(value = PROCESS, mode = ResourceAccessMode.READ)
  @Tag("stores")
  void bothDialectsBringEveryRecordOnceAndTheCustomers() {
    try (PartnerEmulator platform = PartnerFixture.platform(3_000)) {
      PartnerFixture newer = connected(platform);
      PartnerFixture older = connected(platform);
      newer.connect(NEWER);
      older.connect(OLDER);
      JsonNode live = newer.awaitLive();
      older.awaitLive();
      assertEquals(expected(platform, PartnerStream.EVENTS), live.at("/counts/records").asLong());
      assertEquals(expectedTypes(platform), types(newer));
      assertEquals(0, net(platform).compareTo(net(newer)));
      assertEquals(0, net(platform).compareTo(net(older)), older::toString);
      assertEquals("{}", live.at("/counts/unknownTypes").toString());
      assertEquals(0, live.at("/counts/rejected").asLong());
      assertEquals("done", live.at("/backfill/status").asText());
      assertEquals(2, live.at("/backfill/windowsDone").asInt());
      assertTrue(
          Instant.parse(live.path("completeTo").asText()).isAfter(Instant.now().minusSeconds(120)));
      assertEquals(shops(platform, false), customers(newer));
      assertEquals(shops(platform, true), live.at("/counts/redactedShops").asLong());
      assertEquals(shops(platform, false), customers(older));
    }
  }

  private static long shops(PartnerEmulator platform, boolean redacted) {
    return platform.log().all().stream()
        .map(HistoryEvent::shop)
        .filter(shop -> shop != null && shop.redacted() == redacted)
        .distinct()
        .count();
  }

  private static long customers(PartnerFixture fixture) {
    return sql.number(
        "select count(*) from customers where workspace_id = ?",
        Long.parseLong(fixture.app().workspaceId()));
  }

  @ConcurrentTest
  @ResourceLock(value = PROCESS, mode = ResourceAccessMode.READ)
  void whatThePlatformDoesWrongOnlyTakesTime() {
    try (PartnerEmulator platform = PartnerFixture.platform(1_500)) {
      for (Fault fault :
          List.of(
              Fault.ERRORS_WITH_DATA,
              Fault.INVALID_CURSOR,
              Fault.TOO_MANY_REQUESTS_RETRY_AFTER,
              Fault.STALL,
              Fault.NO_ITEMS,
              Fault.DUPLICATES,
              Fault.EMPTY_ITEM)) {
        platform.faults().pass(1);
        platform.faults().next(fault, 1);
      }
      PartnerFixture fixture = connected(platform);
      fixture.connect(NEWER);
      JsonNode live = fixture.awaitLive();
      assertEquals(expectedTypes(platform), types(fixture));
      assertEquals(0, net(platform).compareTo(net(fixture)));
      assertEquals(1, live.at("/counts/rejected").asLong());
      // A busy machine may add some, since a request has only a second here.
      assertTrue(PartnerFixture.sum(live, "retries") >= 5, live::toString);
      assertFalse(live.at("/streams/0/lastError").isNull(), live::toString);
    }
  }

  /** Those of the build come one by one. */
  @ConcurrentTest
  @ResourceLock(value = PROCESS, mode = ResourceAccessMode.READ)
  @Tag("full")
  void everyFaultOfThePlatformOnlyTakesTime() {
    try (PartnerEmulator platform = PartnerFixture.platform(8_000)) {
      for (Fault fault :
          List.of(
              Fault.TOO_MANY_REQUESTS,
              Fault.SERVER_ERROR,
              Fault.UNAVAILABLE,
              Fault.ERRORS,
              Fault.THROTTLED,
              Fault.DRIP,
              Fault.CUT_BODY,
              Fault.CLOSE,
              Fault.HUGE_BODY,
              Fault.NOT_JSON,
              Fault.JSON_ARRAY,
              Fault.ITEMS_NO_ARRAY,
              Fault.NO_MORE_FLAG,
              Fault.NO_CURSOR,
              Fault.REPEATED_PAGE,
              Fault.SHORT_PAGE,
              Fault.EMPTY_PAGE)) {
        platform.faults().pass(2);
        platform.faults().next(fault, 1);
      }
      PartnerFixture fixture = connected(platform);
      fixture.connect(NEWER);
      fixture.awaitLive();
      assertEquals(expectedTypes(platform), types(fixture));
      assertEquals(0, net(platform).compareTo(net(fixture)));
    }
  }

  @ConcurrentTest
  @ResourceLock(value = PROCESS, mode = ResourceAccessMode.READ)
  @Tag("stores")
  void lateAndChangedRecordsAppearWithTheNextSyncAndAnUnchangedOneWritesNoRecord() {
    try (PartnerEmulator platform = PartnerFixture.platform(3_000)) {
      EventLog log = platform.log();
      Instant recent = log.all().get(log.size() - 1).at().minusSeconds(86_400);
      long held =
          log.hold(
              event ->
                  event.kind().name(PartnerStream.EVENTS).isPresent()
                      && event.at().isAfter(recent)
                      && event.number() % 3 == 0);
      PartnerFixture fixture = connected(platform);
      fixture.connect(NEWER);
      JsonNode live = fixture.awaitLive();
      long before = live.at("/counts/records").asLong();
      assertEquals(expected(platform, PartnerStream.EVENTS) - held, before);
      log.release();
      HistoryEvent earning =
          log.all().stream()
              .filter(event -> event.kind().isEarning() && event.number() % 3 != 0)
              .reduce((one, other) -> other)
              .orElseThrow();
      log.change(
          event -> event.number() == earning.number(),
          event -> event.withMoney(larger(requireNonNull(event.money()))));
      JsonNode after = fixture.sync();
      assertEquals(before + held, after.at("/counts/records").asLong());
      assertEquals(1, PartnerFixture.sum(after, "changed"));
      assertEquals(expectedTypes(platform), types(fixture));
      assertEquals(0, net(platform).compareTo(net(fixture)));
      String rows = rows(fixture);
      fixture.sync();
      assertEquals(rows, rows(fixture));
    }
  }

  private static HistoryMoney larger(HistoryMoney money) {
    return new HistoryMoney(
        money.gross(), money.fee(), money.net().add(BigDecimal.ONE), money.currency());
  }

  /** The versions of all rows of records and shops. */
  private static String rows(PartnerFixture fixture) {
    return sql.text(
        """
        select md5(string_agg(v, ',' order by v)) from (
          select key || xmin || ctid as v from partner_records where app_id = %1$s
          union all select shop || xmin || ctid from partner_shops where app_id = %1$s) versions
        """
            .formatted(fixture.app().appId()));
  }

  @ConcurrentTest
  @ResourceLock(value = PROCESS, mode = ResourceAccessMode.READ)
  void aDomainThatIsHiddenLaterStaysKnown() {
    try (PartnerEmulator platform = PartnerFixture.platform(600)) {
      PartnerFixture fixture = connected(platform);
      fixture.connect(NEWER);
      JsonNode live = fixture.awaitLive();
      long redacted = live.at("/counts/redactedShops").asLong();
      int last =
          platform.log().all().stream()
              .map(HistoryEvent::shop)
              .filter(shop -> shop != null && !shop.redacted())
              .reduce((one, other) -> other)
              .orElseThrow()
              .number();
      long known = customers(fixture);
      String rows = rows(fixture);
      platform.log().redact(last);
      JsonNode after = fixture.sync();
      assertEquals(redacted, after.at("/counts/redactedShops").asLong());
      assertEquals(0, PartnerFixture.sum(after, "changed"));
      assertEquals(known, customers(fixture));
      assertEquals(rows, rows(fixture));
    }
  }

  @ConcurrentTest
  @ResourceLock(value = PROCESS, mode = ResourceAccessMode.READ)
  void aStopSendsNothingUntilItIsResumedAndLosesNothing() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      List<Callable<Void>> stops =
          List.of(
              stop(Fault.UNAUTHORIZED, "unauthorized", "401"),
              stop(Fault.FORBIDDEN, "unauthorized", "403"),
              stop(Fault.BAD_REQUEST, "refused", "400"),
              stop(Fault.ACCESS_DENIED, "refused", ""),
              stop(Fault.WRONG_VERSION, "version_mismatch", "2026-10"),
              stop(Fault.NO_VERSION, "version_mismatch", "none"));
      assertEquals(stops.size(), ConcurrentCalls.call(threads, stops).size());
    } finally {
      threads.shutdownNow();
    }
  }

  private static Callable<Void> stop(Fault fault, String code, String message) {
    return () -> {
      try (PartnerEmulator platform = PartnerFixture.platform(1_000)) {
        stops(platform, fault, code, message);
      }
      return null;
    };
  }

  private static void stops(PartnerEmulator platform, Fault fault, String code, String message) {
    platform.faults().pass(3);
    platform.faults().next(fault, 1);
    PartnerFixture fixture = connected(platform);
    fixture.connect(NEWER);
    JsonNode stopped =
        fixture.await(
            "stopped by " + fault,
            connection -> connection.path("status").asText().equals("stopped"));
    assertEquals(code, stopped.at("/stopped/code").asText());
    assertTrue(
        stopped.at("/stopped/message").asText().contains(message),
        () -> stopped.path("stopped").toString());
    assertFalse(stopped.toString().contains(PartnerFixture.TOKEN));
    long requests = platform.requests().total();
    fixture.act("sync");
    // The poller looks for work each second.
    fixture.await(
        "some time passes",
        connection ->
            Instant.parse(stopped.at("/stopped/at").asText())
                .plusSeconds(3)
                .isBefore(Instant.now()));
    assertEquals(requests, platform.requests().total());
    fixture.act("resume");
    fixture.awaitLive();
    assertEquals(expectedTypes(platform), types(fixture));
  }

  @ConcurrentTest
  @ResourceLock(value = PROCESS, mode = ResourceAccessMode.READ)
  void anotherConfigurationIsFetchedBesideWhatCountsUntilItIsComplete() {
    try (PartnerEmulator platform = PartnerFixture.platform(1_200)) {
      PartnerFixture fixture = connected(platform);
      fixture.connect(NEWER);
      JsonNode live = fixture.awaitLive();
      platform.faults().pass(1);
      platform.faults().share(Fault.SERVER_ERROR, 1);
      fixture.connect(OLDER);
      JsonNode beside =
          fixture.await(
              "something was fetched",
              connection ->
                  connection.path("status").asText().equals("backfilling")
                      && PartnerFixture.sum(connection, "retries") > 0);
      assertEquals(live.path("completeTo"), beside.path("completeTo"));
      assertEquals(live.at("/counts/records"), beside.at("/counts/records"));
      assertEquals(expectedTypes(platform), types(fixture));
      platform.faults().clear();
      fixture.act("pause");
      fixture.act("resume");
      fixture.awaitLive();
      assertEquals(0, net(platform).compareTo(shownNet(fixture)));
      assertFalse(types(fixture).containsKey("EARNING_REFUND"));
    }
  }

  private static BigDecimal shownNet(PartnerFixture fixture) {
    return new BigDecimal(
        sql.text(
            """
            select coalesce(sum(net), 0) from partner_records r
            join partner_connections c on c.app_id = r.app_id and c.shown_id = r.fetch_id
            where r.app_id = ?
            """,
            Long.parseLong(fixture.app().appId())));
  }

  /** The dialect that lacks a type is there from the start. */
  @ConcurrentTest
  @ResourceLock(PROCESS)
  void typesThatADialectLacksAreKeptForARebuild() throws IOException {
    try (PartnerEmulator platform = PartnerFixture.platform(800)) {
      PartnerFixture fixture = connected(platform);
      String body = fixture.body(NEWER, "").replace(NEWER + "\",\"par", FEWER + "\",\"par");
      assertEquals(200, fixture.tenants().console().put(fixture.path(), body).status());
      JsonNode live = fixture.awaitLive();
      long installs = requireNonNull(expectedTypes(platform).get("RELATIONSHIP_INSTALLED"));
      assertEquals(installs, live.at("/counts/unknownTypes/RELATIONSHIP_INSTALLED").asLong());
      assertFalse(types(fixture).containsKey("RELATIONSHIP_INSTALLED"));
      long requests = platform.requests().total();
      Files.writeString(DIALECTS.resolve(FEWER + ".yaml"), newerDialect());
      service.process().stop();
      startAgain();
      PartnerFixture again =
          new PartnerFixture(service.tenantsWithRetries(), fixture.app(), platform);
      again.act("rebuild");
      JsonNode rebuilt =
          again.await(
              "it is rebuilt", connection -> connection.at("/counts/unknownTypes").isEmpty());
      assertEquals(expectedTypes(platform), types(again));
      assertEquals(
          expected(platform, PartnerStream.EVENTS), rebuilt.at("/counts/records").asLong());
      assertEquals(requests, platform.requests().total());
    }
  }

  @ConcurrentTest
  @ResourceLock(value = PROCESS, mode = ResourceAccessMode.READ)
  void aWorkspaceWhosePlatformsFailLeavesPullsToOthers() {
    try (PartnerEmulator failing = PartnerFixture.platform(1);
        PartnerEmulator working = PartnerFixture.platform(50)) {
      failing.faults().share(Fault.UNAVAILABLE, 1);
      Tenants tenants = service.tenantsWithRetries();
      Tenants.App first = tenants.app();
      List<PartnerFixture> apps = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        Tenants.App app = i == 0 ? first : tenants.app(first.workspaceId());
        PartnerFixture fixture = new PartnerFixture(tenants, app, failing);
        fixture.connect(NEWER);
        apps.add(fixture);
      }
      Poll.until(
          Duration.ofSeconds(30),
          () -> "32 leases, actual " + leases(first),
          () -> leases(first) == 32);
      PartnerFixture other = connected(working);
      other.connect(NEWER);
      other.awaitLive();
      assertEquals(32, leases(first));
      apps.forEach(app -> tenants.console().delete(app.path()));
    }
  }

  private static long leases(Tenants.App app) {
    return sql.number(
        """
        select count(*) from partner_leases l join partner_connections c on c.app_id = l.app_id
        where c.workspace_id = ? and l.ends_at > clock_timestamp()
        """,
        Long.parseLong(app.workspaceId()));
  }
}
