package dev.shopwire.app.partner;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.partner.HistoryEvent;
import dev.shopwire.testing.partner.PartnerEmulator;
import dev.shopwire.testing.partner.PartnerStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists the records that were fetched from an emulated platform. */
class PartnerEventsIT {
  private static final int EVENTS = 500;
  private static final Comparator<JsonNode> OLDEST_FIRST =
      Comparator.comparing((JsonNode event) -> Instant.parse(event.path("at").asText()))
          .thenComparing(event -> event.path("stream").asText());

  private static final RunningService SERVICE = RunningService.shared();
  private static PartnerEmulator platform;
  private static Sql sql;

  /** An app whose connection is live, in either dialect. */
  private static PartnerFixture newer;

  private static PartnerFixture older;

  @BeforeAll
  static void start() {
    platform = PartnerFixture.platform(EVENTS);
    sql = SERVICE.sql();
    newer = PartnerFixture.of(SERVICE.tenants(), platform);
    older = PartnerFixture.of(SERVICE.tenants(), platform);
    newer.connect("historical-events");
    older.connect("app-events");
    newer.awaitLive();
    older.awaitLive();
  }

  @AfterAll
  static void stop() {
    platform.close();
  }

  private static String path(PartnerFixture fixture, String query) {
    return "/console/api/apps/" + fixture.app().appId() + "/partner-events?" + query;
  }

  private static Response get(PartnerFixture fixture, String query) {
    return SERVICE.tenants().console().get(path(fixture, query));
  }

  private static List<JsonNode> page(PartnerFixture fixture, String query) {
    Response response = get(fixture, query);
    assertEquals(200, response.status(), response::body);
    return response.json().path("events").valueStream().toList();
  }

  private static List<JsonNode> whole(PartnerFixture fixture) {
    return page(fixture, "take=1000");
  }

  /** All pages of a list. */
  private static List<List<JsonNode>> pages(PartnerFixture fixture, String query) {
    List<List<JsonNode>> pages = new ArrayList<>();
    String cursor = "";
    do {
      Response response = get(fixture, query + cursor);
      assertEquals(200, response.status(), response::body);
      pages.add(response.json().path("events").valueStream().toList());
      cursor =
          response.json().path("hasNextPage").asBoolean()
              ? "&cursor=" + response.json().path("cursor").asText()
              : "";
    } while (!cursor.isEmpty());
    return pages;
  }

  private static List<JsonNode> joined(List<List<JsonNode>> pages) {
    return pages.stream().flatMap(List::stream).toList();
  }

  private static List<JsonNode> matching(PartnerFixture fixture, Predicate<JsonNode> condition) {
    return whole(fixture).stream().filter(condition).toList();
  }

  @Test
  void everyRecordIsListedOnceNewestFirstWithItsValuesAndItsNode() {
    List<JsonNode> whole = whole(newer);
    Map<String, HistoryEvent> expected =
        platform.log().all().stream()
            .filter(event -> event.kind().name(PartnerStream.EVENTS).isPresent())
            .collect(Collectors.toMap(event -> "events:" + event.id(), Function.identity()));
    assertEquals(
        expected.keySet(),
        whole.stream().map(event -> event.path("id").asText()).collect(Collectors.toSet()));
    assertEquals(expected.size(), whole.size());
    assertEquals(whole.stream().sorted(OLDEST_FIRST.reversed()).toList(), whole);
    for (JsonNode event : whole) {
      HistoryEvent happened = requireNonNull(expected.get(event.path("id").asText()));
      assertEquals(happened.at(), Instant.parse(event.path("at").asText()));
      assertEquals(happened.id(), event.at("/raw/id").asText());
      assertEquals(event.at("/raw/eventType"), event.path("type"));
      assertEquals(event.at("/raw/netAmount/amount"), event.path("net"), event::toString);
      boolean known = happened.shop() != null && !happened.shop().redacted();
      assertEquals(
          known ? event.at("/raw/shop/domain").asText() : "",
          event.at("/customer/myplatformDomain").asText(),
          event::toString);
    }
  }

  @Test
  void pagesAreTheWholeList() {
    for (PartnerFixture fixture : List.of(newer, older)) {
      List<JsonNode> whole = whole(fixture);
      assertEquals(whole, joined(pages(fixture, "take=37")));
      assertEquals(whole.stream().sorted(OLDEST_FIRST.reversed()).toList(), whole);
      Set<String> ids = new HashSet<>();
      whole.forEach(event -> assertTrue(ids.add(event.path("id").asText()), event::toString));
    }
    assertEquals(
        Set.of("events", "transactions"),
        whole(older).stream()
            .map(event -> event.path("stream").asText())
            .collect(Collectors.toSet()));
  }

  @Test
  void filtersSelectByKindDayAndCustomer() {
    List<JsonNode> whole = whole(older);
    for (String kind :
        whole.stream().map(event -> event.path("kind").asText()).collect(Collectors.toSet())) {
      assertEquals(
          matching(older, event -> event.path("kind").asText().equals(kind)),
          joined(pages(older, "take=20&kind=" + kind)));
    }
    String first = day(whole.get(whole.size() / 2));
    String last = day(whole.get(whole.size() / 4));
    Predicate<JsonNode> between =
        event -> day(event).compareTo(first) >= 0 && day(event).compareTo(last) <= 0;
    String days = "take=20&startDate=" + first + "&endDate=" + last;
    assertEquals(matching(older, between), joined(pages(older, days)));
    assertEquals(
        matching(older, event -> day(event).equals(first)),
        page(older, "take=1000&startDate=" + first + "&endDate=" + first));
    JsonNode customer =
        whole.stream()
            .map(event -> event.path("customer"))
            .filter(JsonNode::isObject)
            .findFirst()
            .orElseThrow();
    List<JsonNode> ofCustomer = matching(older, event -> event.path("customer").equals(customer));
    String id = customer.path("id").asText();
    assertEquals(ofCustomer, joined(pages(older, "take=2&customerId=" + id)));
    assertEquals(
        ofCustomer,
        page(older, "take=1000&customerId=" + customer.path("myplatformDomain").asText()));
    assertEquals(
        ofCustomer.stream().filter(between).toList(),
        joined(pages(older, days + "&customerId=" + id)));
    assertEquals(
        ofCustomer.stream().map(JsonNode::toString).toList(),
        get(older, "format=ndjson&customerId=" + id).body().lines().toList());
  }

  private static String day(JsonNode event) {
    return event.path("at").asText().substring(0, 10);
  }

  @Test
  void onlyRecordsThatCountAreListedAndPagesOfLargeNodesEndEarly() {
    PartnerFixture fixture = PartnerFixture.of(SERVICE.tenants(), platform);
    fixture.connect("historical-events");
    fixture.awaitLive();
    fixture.act("pause");
    int before = whole(fixture).size();
    long app = Long.parseLong(fixture.app().appId());
    // Copies of one record: of a pass that isn't complete, of no known type, and too new.
    sql.run(
        """
        insert into partner_records (app_id, fetch_id, stream, key, pass, outcome, type, kind, at,
          digest, raw)
        select r.app_id, r.fetch_id, r.stream, 'copy ' || n, case when n = 1 then s.pass + 1 else r.pass end,
          case when n = 2 then 'unknown' else 'record' end, r.type, r.kind,
          case when n = 3 then s.complete_to else r.at end, r.digest, r.raw
        from partner_streams s, generate_series(1, 4) n, lateral (
          select * from partner_records r where r.app_id = s.app_id and r.fetch_id = s.fetch_id limit 1) r
        where s.app_id = %1$s;
        """
            .formatted(app));
    List<JsonNode> after = whole(fixture);
    assertEquals(before + 1, after.size());
    assertTrue(after.stream().anyMatch(event -> event.path("id").asText().equals("events:copy 4")));
    sql.run(
        """
        update partner_records set raw = json_build_object('text', repeat('x', 250000))
        where app_id = %s and at > (select percentile_disc(0.95) within group (order by at)
          from partner_records where app_id = %1$s)
        """
            .formatted(app));
    List<List<JsonNode>> pages = pages(fixture, "take=1000");
    assertTrue(pages.size() > 2, () -> "pages: " + pages.size());
    for (List<JsonNode> page : pages) {
      int bytes = page.toString().getBytes(StandardCharsets.UTF_8).length;
      assertTrue(bytes < (2 << 20), () -> "a page has " + bytes + " bytes");
      assertFalse(page.isEmpty());
    }
    assertEquals(
        after.stream().map(event -> event.path("id")).toList(),
        joined(pages).stream().map(event -> event.path("id")).toList());
  }

  @Test
  void anotherWorkspaceHasNeitherTheAppNorItsCustomers() {
    PartnerFixture other = PartnerFixture.of(SERVICE.tenants(), platform);
    ConsoleUsers.User owner = new ConsoleUsers(sql).add(other.app().workspaceId(), "owner");
    ConsoleBrowser browser = new ConsoleBrowser(SERVICE.process().consoleUrl()).signedIn(owner);
    String foreign = path(newer, "take=1").replace("/console/api", "");
    assertEquals(404, browser.get(foreign).status());
    Response none = get(other, "take=1");
    assertEquals(404, none.status());
    assertEquals("unknown_partner_connection", none.json().path("code").asText(), none::body);
    String customer =
        whole(newer).stream()
            .map(event -> event.at("/customer/id").asText())
            .filter(id -> !id.isEmpty())
            .findFirst()
            .orElseThrow();
    Response unknown = get(older, "customerId=" + customer);
    assertEquals(404, unknown.status());
    assertEquals("unknown_customer", unknown.json().path("code").asText(), unknown::body);
  }

  @ParameterizedTest
  @CsvSource({
    "kind=bought,kind",
    "startDate=2026-02-30,startDate",
    "startDate=yesterday,startDate",
    "endDate=2026-01-01T00:00:00Z,endDate",
    "startDate=2026-02-02&endDate=2026-02-01,endDate",
    "customerId=4711,customerId",
    "customerId=no_domain,customerId",
    "take=0,take",
    "take=1001,take",
    "cursor=x,cursor"
  })
  void badInputIsRefusedWithTheNameOfTheParameter(String query, String parameter) {
    Response response = get(newer, query);
    assertEquals(422, response.status(), response::body);
    assertEquals(parameter, response.json().at("/errors/0/parameter").asText(), response::body);
  }

  @Test
  void aCursorIsOfItsListOnly() {
    String cursor = get(newer, "take=1").json().path("cursor").asText();
    assertEquals(422, get(newer, "take=1&kind=installed&cursor=" + cursor).status());
    assertEquals(422, get(older, "take=1&cursor=" + cursor).status());
  }
}
