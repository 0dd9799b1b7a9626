package dev.shopwire.app.analytics;

import static dev.shopwire.app.support.ReportRequests.query;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.UsageMetrics;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An export of a list of the analytics role has the rows of all of the list's pages. */
@Tag("everywhere")
@Tag("cluster")
class ListExportIT {
  private static final Tenants TENANTS = RunningService.shared().tenants();
  private static final EventReadFixture FIXTURE = new EventReadFixture(TENANTS);
  private static final Instant START = Instant.parse("2026-05-01T00:00:00Z");
  private static final int EVENTS = 2_000;

  /** The range of all events. */
  private static final String DAYS = "startDate=2026-05-01&endDate=2026-05-03";

  @BeforeAll
  static void store() {
    Random random = new Random(17);
    List<String> events = new ArrayList<>();
    for (int i = 0; i < EVENTS; i++) {
      String at = START.plusSeconds(random.nextInt(3 * 86_400)).toString();
      String more =
          switch (random.nextInt(4)) {
            case 0 -> ",\"path\":\"/p" + random.nextInt(30) + "\"";
            case 1 -> ",\"path\":\"/,\\\"\",\"sessionKey\":\"k" + random.nextInt(40) + "\"";
            case 2 -> ",\"properties\":{\"n\":1.50,\"text\":\"=1\",\"o\":{\"a.b\":[1]}}";
            // Long rows follow short ones.
            default ->
                ",\"properties\":{\"long\":\"" + "\\\"".repeat(i % 50 == 0 ? 15_000 : 1) + "\"}";
          };
      String name = more.startsWith(",\"path\"") ? "page_view" : "export";
      events.add(EventReadFixture.event("shop-" + random.nextInt(25), name, at, more));
    }
    FIXTURE.store(events);
    UsageMetrics.create(FIXTURE.app, "Rows", "export", "sum", "n");
    UsageMetrics.create(FIXTURE.app, "Views", "page_view", "count", "");
  }

  private static Response raw(String path) {
    return new Http(RunningService.shared().consoleUrl())
        .send(
            "GET",
            "/console/api/apps/" + FIXTURE.app.appId() + "/" + path,
            Map.of("Authorization", "Bearer " + RunningService.ADMIN_TOKEN),
            new byte[0]);
  }

  /** The rows of all pages. */
  private static List<JsonNode> pages(String path, String field, String parameters) {
    List<JsonNode> rows = new ArrayList<>();
    String cursor = "";
    boolean hasNext = true;
    while (hasNext) {
      String from =
          cursor.isEmpty() ? query("take", "300") : query("take", "300", "cursor", cursor);
      Response page = raw(path + from + "&" + parameters);
      assertEquals(200, page.status(), page::body);
      page.json().path(field).forEach(rows::add);
      cursor = page.json().path("cursor").asText();
      hasNext = page.json().path("hasNextPage").asBoolean();
    }
    return rows;
  }

  private static List<JsonNode> lines(Response response) {
    return Arrays.stream(response.body().split("\n", -1))
        .filter(line -> !line.isEmpty())
        .map(
            line -> {
              try {
                return Json.MAPPER.readTree(line);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            })
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "usage-events|events|",
        "usage-events|events|eventName=export",
        "usage-events|events|customerId=shop-1.example.com&startDate=2026-05-02",
        "usage-events|events|path=/p1",
        "sessions|sessions|" + DAYS,
        "sessions|sessions|myplatformDomain=shop-2.example.com&" + DAYS,
        "page-views|pages|" + DAYS,
        "funnels/dropouts|shops|steps=page_view,export,never&step=3&" + DAYS,
        "funnels/dropouts|shops|steps=page_view,export&step=2&window=1m&" + DAYS,
        "usage-metrics|metrics|",
        "catalogue/event-names|eventNames|",
        "catalogue/event-names|eventNames|search=EXP",
        "catalogue/properties|properties|eventName=export"
      })
  void anExportHasTheRowsOfAllPages(String path, String field, String parameters) {
    String filter = parameters == null ? "" : parameters;
    List<JsonNode> expected = pages(path, field, filter);
    assertTrue(!expected.isEmpty(), "the list has rows");
    Response export = raw(path + "?format=ndjson&" + filter);
    assertEquals(200, export.status(), export::body);
    assertEquals(expected, lines(export));
    assertEquals(Integer.toString(expected.size()), export.header("X-Total-Count"));
    Response count = raw(path + "?format=count&" + filter);
    assertEquals("{\"count\":" + expected.size() + "}", count.body());
  }

  @Test
  void anExportFailsAsTheListDoes() {
    for (String format : List.of("ndjson", "csv", "count")) {
      assertEquals(422, raw("usage-events?properties=x&format=" + format).status(), format);
      assertEquals(404, raw("usage-events?customerId=no.example.com&format=" + format).status());
      assertEquals(422, raw("funnels/dropouts?steps=a&step=2&format=" + format).status());
      assertEquals(422, raw("sessions?timezone=Mars&format=" + format).status());
    }
  }

  @Test
  void aReportIsExportedWithItsTotal() {
    String parameters = "interval=daily&" + DAYS;
    Response csv = raw("usage-events/report?format=csv&groupBy=text&" + parameters);
    assertEquals(200, csv.status(), csv::body);
    assertEquals("text/csv; charset=utf-8", csv.header("Content-Type"));
    JsonNode report = raw("usage-events/report?groupBy=text&" + parameters).json().path("report");
    StringBuilder expected = new StringBuilder("Date,'=1,rest\r\n");
    for (int i = 0; i < 3; i++) {
      expected.append(report.at("/data/" + i + "/date").asText());
      for (int group = 0; group < 2; group++) {
        expected.append(',').append(report.at("/groups/" + group + "/data/" + i + "/value"));
      }
      expected.append("\r\n");
    }
    expected
        .append("Total,")
        .append(report.at("/groups/0/value"))
        .append(',')
        .append(report.at("/groups/1/value"))
        .append("\r\n");
    assertEquals(expected.toString(), csv.body());
    assertEquals(422, raw("usage-events/report?format=xml").status());
    assertEquals(
        1,
        RunningService.shared()
            .sql()
            .number(
                "select count(*) from audit_log where action = 'export.finished'"
                    + " and object_id = 'getUsageReport' and after -> 'rows' = '4'"
                    + " and after ->> 'format' = 'csv' and after -> 'filter' ->> 'groupBy' = 'text'"
                    + " and request_id = ?",
                csv.header("X-Request-Id")));
  }
}
