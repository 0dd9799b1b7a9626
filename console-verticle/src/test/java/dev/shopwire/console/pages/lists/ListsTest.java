package dev.shopwire.console.pages.lists;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.PublicAddresses;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.Frame.Width;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.RequestFake;
import dev.shopwire.console.pages.Templates;
import dev.shopwire.console.pages.forms.Field;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Tests how lists of the API become parts of pages. */
class ListsTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final Curl CURL =
      new Curl(new PublicAddresses("http://console", "http://api"), "shopwire");
  private static final Lists LISTS = new Lists(VERTX, CURL);
  private static final String PATH = "/console/w/1/settings/things";
  private static final String ROWS =
      "{\"things\":[{\"id\":\"3\",\"name\":\"<b>A</b>\",\"n\":-1.50,\"at\":\"2026-01-02T03:04:05Z\"}],"
          + "\"cursor\":\"c 3\",\"hasNextPage\":true}";
  private static final String NO_ROWS = "{\"things\":[],\"cursor\":null,\"hasNextPage\":false}";

  private final Map<String, String> received = new LinkedHashMap<>();

  @AfterAll
  static void close() {
    VERTX.close();
  }

  private ListView view(PageRequest request, Future<?> response) {
    return ListView.of(
            "things",
            "Things",
            ApiList.ofWorkspace(Role.ANALYTICS, "listThings", 1, "things", "things"),
            parameters -> {
              received.putAll(parameters);
              return response;
            })
        .filteredBy(
            request,
            Stream.concat(Stream.of(Field.text("search", "Search")), TimeFilters.of(request))
                .toList())
        .columns(
            List.of(
                Column.link("Name", "/name", row -> PATH + "/" + row.path("id").asText()),
                Column.number("Number", "/n"),
                Column.number("Missing", "/missing"),
                Column.time("Time", "/at")))
        .whenEmpty("Make one.", CURL.tryWithKey("try", "/v1/things", "{}"));
  }

  private String html(Map<String, String> query, Future<?> response) {
    PageRequest request = RequestFake.of(PATH, query);
    PageResponse.Page page = page(request, response);
    assertEquals(200, page.status());
    return Templates.page(page.frame(), page.parts());
  }

  private PageResponse.Page page(PageRequest request, Future<?> response) {
    return (PageResponse.Page) LISTS.page(request, "Things", view(request, response)).result();
  }

  private static Future<?> rows(String json) {
    return Future.succeededFuture(new JsonResponse(json));
  }

  @Test
  void theListGetsTheParametersOfTheAddressAndThePagesZone() {
    html(Map.of("search", "a b", "cursor", "c", "export", "", "done", "x"), rows(ROWS));
    assertEquals(
        Map.of("search", "a b", "timezone", "Asia/Tokyo", "take", "50", "cursor", "c"), received);
  }

  @Test
  void whatChoosesThePagesSubjectIsNoParameterOfTheList() {
    PageRequest request = RequestFake.of(PATH, Map.of("app", "reports", "search", "x"));
    ListView view =
        view(request, rows(NO_ROWS))
            .filteredBy(
                request,
                List.of(Field.text("app", "App")),
                List.of(Field.text("search", "Search")));
    String html =
        Templates.page(request.frame("x", Width.WIDE), LISTS.parts(request, view).result());
    assertEquals(Map.of("search", "x", "take", "50"), received);
    assertTrue(html.contains("id=\"filter-app\" name=\"app\" value=\"reports\""), html);
    assertTrue(html.contains("export=1"), html);
    assertTrue(html.contains("/workspaces/1/things?search=x&amp;take=50"), html);
  }

  @Test
  void rowsAreShownAsTextWithTheirValues() {
    String html = html(Map.of(), rows(ROWS));
    assertTrue(html.contains("<a href=\"" + PATH + "/3\">&lt;b&gt;A&lt;/b&gt;</a>"), html);
    assertTrue(html.contains("<data value=\"-1.50\">-1.50</data>"), html);
    assertTrue(html.contains("<data value=\"\">"), html);
    assertTrue(
        html.contains("<time datetime=\"2026-01-02T03:04:05Z\">2026-01-02 12:04:05</time>"), html);
  }

  @Test
  void linksKeepTheFiltersAndDropWhatIsAboutTheMoment() {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("search", "a&b");
    query.put("done", "saved");
    String html = html(query, rows(ROWS));
    assertTrue(html.contains("href=\"" + PATH + "?search=a%26b&amp;cursor=c+3\""), html);
    assertTrue(html.contains("href=\"" + PATH + "?search=a%26b&amp;export=1\">Export</a>"), html);
    assertTrue(html.contains("action=\"/console/w/1/settings/views\""), html);
    assertTrue(html.contains("name=\"page\" value=\"/settings/things\""), html);
    assertTrue(html.contains("name=\"query\" value=\"search=a%26b\""), html);
    assertTrue(html.contains(">Save view</button>"), html);
    assertTrue(html.contains("The same by curl"), html);
  }

  @Test
  void aKeptFunnelHasTheStepWhoseShopsAreShown() {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("steps", "a,b");
    query.put("step", "2");
    query.put("cursor", "c");
    assertEquals(
        "steps=a%2Cb&step=2", Lists.saveView(RequestFake.of(PATH, query)).orElseThrow().query());
  }

  @Test
  void withoutRowsThePageSaysWhatToDo() {
    String empty = html(Map.of("timezone", "UTC"), rows(NO_ROWS));
    assertTrue(empty.contains("Nothing here yet") && empty.contains("Make one."), empty);
    assertTrue(empty.contains("Try it with curl") && empty.contains("http://api/v1/things"), empty);
    assertFalse(empty.contains("<table"), empty);
    String filtered = html(Map.of("search", "x"), rows(NO_ROWS));
    assertTrue(filtered.contains("No match"), filtered);
    assertTrue(filtered.contains("<a href=\"" + PATH + "\">Clear filters</a>"), filtered);
    assertFalse(filtered.contains("Nothing here yet"), filtered);
  }

  @Test
  void refusedFiltersAreShownWithTheirFaults() {
    Map<String, String> query = Map.of("startDate", "soon", "search", "\"x\"");
    PageRequest request = RequestFake.of(PATH, query);
    PageResponse.Page page =
        page(
            request,
            Future.failedFuture(
                Failure.invalidParameter(
                    "startDate", "invalid_date", "startDate must be a date, got soon")));
    assertEquals(422, page.status());
    String html = Templates.page(page.frame(), page.parts());
    assertTrue(html.contains("There is 1 problem"), html);
    assertTrue(html.contains("<a href=\"#filter-startDate\">From must be a date, got soon"), html);
    assertTrue(html.contains("value=\"soon\""), html);
    assertTrue(html.contains("value=\"&#34;x&#34;\""), html);
    assertTrue(
        html.contains("aria-invalid=\"true\" aria-describedby=\"filter-startDate-fault\""), html);
  }

  @Test
  void otherFailuresFailThePage() {
    PageRequest request = RequestFake.of(PATH, Map.of());
    Future<PageResponse> answer =
        LISTS.page(
            request,
            "Things",
            view(request, Future.failedFuture(Failure.of(Code.NOT_FOUND, "No such thing"))));
    assertEquals(Code.NOT_FOUND, ((Failure) answer.cause()).code());
  }

  @Test
  void withoutTheListsRoleThePageSaysSo() {
    Future<?> missing = Future.failedFuture(Failure.unavailable("The role is unavailable"));
    String html = html(Map.of(), missing);
    assertTrue(html.contains("analytics"), html);
    assertFalse(html.contains("<table"), html);
    PageRequest request = RequestFake.of(PATH, Map.of());
    PageResponse.Page slow =
        (PageResponse.Page) LISTS.slowPage(request, "Things", view(request, missing)).result();
    assertEquals(html, Templates.page(slow.frame(), slow.parts()));
  }

  @Test
  void aFurtherListHasPagesAndAnExportOfItsOwn() {
    PageRequest request =
        RequestFake.of(PATH, Map.of("cursor", "of the other list", "partsCursor", "c"));
    ListView further =
        ListView.of(
                "parts",
                "Parts",
                ApiList.ofWorkspace(Role.ANALYTICS, "listParts", 1, "parts", "things"),
                parameters -> {
                  received.putAll(parameters);
                  return rows(ROWS);
                })
            .columns(List.of(Column.text("Name", "/name")))
            .asFurther();
    String html =
        Templates.page(request.frame("x", Width.WIDE), LISTS.parts(request, further).result());
    assertEquals(Map.of("take", "50", "cursor", "c"), received);
    assertTrue(html.contains("export=parts\">Export Parts</a>"), html);
    assertFalse(html.contains("Save view"), html);
  }
}
