package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.WebhookEndpoint;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the timeline of a customer that all roles know something of. */
@Tag("everywhere")
class CustomerTimelineIT {
  private static final String SHOP = "timeline.platform.example";
  private static final Instant FIRST = Instant.parse("2026-11-20T08:00:00.123Z");
  private static final Comparator<JsonNode> ORDER =
      Comparator.comparing((JsonNode entry) -> Instant.parse(entry.path("at").asText()))
          .reversed()
          .thenComparing(entry -> entry.path("type").asText());

  private static final AttributionFixture APP = AttributionFixture.inNewWorkspace();
  private static final AttributionFixture SIBLING = APP.sibling();
  private static String path = "";

  @BeforeAll
  static void createEntries() {
    WebhookEndpoint.make(
        RunningService.shared().tenants(), APP.app().workspaceId(), "http://127.0.0.1:9/", "");
    APP.affiliate("Jane", "JANE10");
    APP.sendCode(SHOP, "JANE10");
    SIBLING.sendCode(SHOP, "unknown");
    for (int i = 0; i < 4; i++) {
      // Several entries of the same time, in two apps.
      event(i % 2 == 0 ? APP : SIBLING, i, i < 2 ? "opened" : "page_view");
    }
    String customer = APP.customerId(SHOP);
    assertEquals(200, APP.correct(customer, "null", "moved").status());
    assertEquals(
        200,
        APP.console()
            .post("/console/api/customers/" + customer + "/contacts", "{\"firstName\":\"Jane\"}")
            .status());
    path = "/console/api/customers/" + customer + "/timeline";
    Poll.until(
        Duration.ofSeconds(20),
        () -> "deliveries of the four events in " + types(""),
        () -> types("").stream().filter("webhook_delivery"::equals).count() == 4);
  }

  private static void event(AttributionFixture app, int number, String name) {
    Response stored =
        app.app()
            .api()
            .post(
                "/v1/usage_events",
                "{\"eventName\":\"%s\",\"customerId\":\"%s\",\"eventId\":\"e%d\",\"timestamp\":\"%s\",\"path\":\"/a\"}"
                    .formatted(name, SHOP, number, FIRST));
    assertEquals(200, stored.status(), stored::body);
  }

  private static List<JsonNode> timeline(String query) {
    List<JsonNode> entries = new ArrayList<>();
    String cursor = "";
    do {
      Response page = APP.console().get(path + "?" + query + cursor);
      assertEquals(200, page.status(), page::body);
      assertEquals("[]", page.json().path("missing").toString());
      page.json().path("timeline").forEach(entries::add);
      cursor =
          page.json().path("hasNextPage").asBoolean()
              ? "&cursor=" + page.json().path("cursor").asText()
              : "";
    } while (!cursor.isEmpty());
    return entries;
  }

  private static List<String> types(String query) {
    return timeline(query).stream().map(entry -> entry.path("type").asText()).toList();
  }

  @Test
  void entriesOfAllRolesAreMergedNewestFirst() {
    List<JsonNode> all = timeline("");
    assertEquals(all.stream().sorted(ORDER).toList(), all);
    Set<String> ids = new HashSet<>();
    all.forEach(entry -> assertTrue(ids.add(entry.path("id").asText()), entry::toString));
    assertEquals(
        Set.of("usage_event", "page_view", "attribution", "webhook_delivery", "console"),
        all.stream().map(entry -> entry.path("type").asText()).collect(Collectors.toSet()));
    assertEquals(
        Set.of("attribution.corrected", "contact.created"),
        all.stream()
            .filter(entry -> entry.path("type").asText().equals("console"))
            .map(entry -> entry.at("/detail/action").asText())
            .collect(Collectors.toSet()));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7})
  void pagesOfAnySizeHaveTheSameEntries(int take) {
    assertEquals(timeline(""), timeline("take=" + take));
  }

  @Test
  void filtersSelectEntries() {
    List<JsonNode> all = timeline("");
    for (String type : new HashSet<>(types(""))) {
      assertEquals(
          all.stream().filter(entry -> entry.path("type").asText().equals(type)).toList(),
          timeline("types=" + type));
    }
    assertEquals(
        all.stream()
            .filter(entry -> entry.at("/app/slug").asText().equals(SIBLING.slug()))
            .toList(),
        timeline("app=" + SIBLING.slug()));
    assertEquals(
        all.stream().filter(entry -> entry.path("at").asText().startsWith("2026-11-20")).toList(),
        timeline("startDate=2026-11-20&endDate=2026-11-20&timezone=UTC"));
  }

  @Test
  void filesAreMergedAsTheListIs() {
    for (String query : List.of("", "types=usage_event,attribution", "app=" + SIBLING.slug())) {
      List<JsonNode> listed = timeline(query);
      Response file = APP.console().get(path + "?format=ndjson&" + query);
      assertEquals(200, file.status(), file::body);
      assertEquals(listed, file.body().lines().map(CustomerTimelineIT::parse).toList());
      assertEquals(Integer.toString(listed.size()), file.header("X-Total-Count"));
      Response count = APP.console().get(path + "?format=count&" + query);
      assertEquals(listed.size(), count.json().path("count").asInt());
    }
    Response csv = APP.console().get(path + "?format=csv&types=attribution");
    assertEquals("id,type,at,app,title,detail", csv.body().lines().findFirst().orElseThrow());
  }

  @Test
  void anAnalystsFileHasNoChangesMadeInTheConsole() {
    ConsoleUsers users = new ConsoleUsers(RunningService.shared().sql());
    ConsoleBrowser analyst =
        new ConsoleBrowser(RunningService.shared().consoleUrl())
            .signedIn(users.add(APP.app().workspaceId(), "analyst"));
    String own = path.replace("/console/api", "");
    assertEquals(0, analyst.get(own + "?format=count&types=console").json().path("count").asInt());
    assertEquals("", analyst.get(own + "?format=ndjson&types=console").body());
    assertEquals(
        timeline("").stream()
            .filter(entry -> !entry.path("type").asText().equals("console"))
            .toList(),
        analyst.get(own + "?format=ndjson").body().lines().map(CustomerTimelineIT::parse).toList());
  }

  private static JsonNode parse(String line) {
    try {
      return Json.MAPPER.readTree(line);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void invalidParametersAndCursorsOfOtherListsAreRejected() {
    String cursor = APP.console().get(path + "?take=1").json().path("cursor").asText();
    for (String query :
        List.of(
            "types=usage_event,other",
            "startDate=yesterday",
            "timezone=Mars",
            "take=0",
            "cursor=x",
            "format=csv&take=1",
            "types=attribution&cursor=" + cursor)) {
      assertEquals(422, APP.console().get(path + "?" + query).status(), query);
    }
    assertEquals(
        404, APP.console().get("/console/api/customers/cus_5be193d041ab3cd2/timeline").status());
  }
}
