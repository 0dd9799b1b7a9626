package dev.shopwire.benchmarks.reads;

import static dev.shopwire.benchmarks.measure.Output.line;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.benchmarks.measure.Spread;
import dev.shopwire.benchmarks.population.EventShape;
import dev.shopwire.common.json.Json;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** The reads of event lists, shallow and deep, and of a saved metric's values. */
final class Lists {
  private static final String PATH = "/v1/usage_events?take=50";
  private static final int GOAL = 20;
  private static final int PAGES = 1_000;
  private static final int LIGHT_SHOP = YearOfEvents.SHOPS - 1;

  private final Client client;
  private final long app;
  private final long firstCustomer;
  private final LocalDate last;

  Lists(Client client, long app, long firstCustomer, LocalDate last) {
    this.client = client;
    this.app = app;
    this.firstCustomer = firstCustomer;
    this.last = last;
  }

  List<Read> all() {
    LocalDate day = last.minusMonths(8);
    List<Read> all = new ArrayList<>();
    all.add(page("first page", "", ""));
    all.add(page("first page of one event", "&eventName=" + EventShape.SENT, named()));
    all.add(page("first page of the busiest shop", shop(0), ofShop(0)));
    all.add(page("first page of a quiet shop", shop(LIGHT_SHOP), ofShop(LIGHT_SHOP)));
    all.add(
        page(
            "first page of one event of a shop",
            shop(0) + "&eventName=" + EventShape.SENT,
            ofShop(0) + named()));
    all.add(
        page(
            "first page by a property",
            "&properties=" + property("plan", "enterprise"),
            " and properties ->> 'plan' = 'enterprise'"));
    String before = " and occurred_at < timestamp '%s' at time zone 'UTC'".formatted(day);
    all.add(page("eight months deep", "&endDate=" + day + "T00:00:00Z", before));
    all.add(
        page(
            "eight months deep, one event",
            "&eventName=" + EventShape.SENT + "&endDate=" + day + "T00:00:00Z",
            named() + before));
    all.add(afterManyPages("after 1,000 pages", "", ""));
    all.add(
        afterManyPages("one event, after 1,000 pages", "&eventName=" + EventShape.SENT, named()));
    all.add(metric());
    return all;
  }

  private Read page(String title, String parameters, String condition) {
    return Read.ofApi("list: " + title, PATH + parameters, select(condition, 0), GOAL);
  }

  /** Follows the cursors of the preceding pages. */
  private Read afterManyPages(String title, String parameters, String condition) {
    List<Double> millis = new ArrayList<>();
    String cursor = "";
    for (int page = 0; page < PAGES; page++) {
      Client.Response response = client.get(PATH + parameters + cursor);
      JsonNode next =
          response.isOk() ? json(response.body()).path("cursor") : Json.MAPPER.nullNode();
      if (!next.isTextual()) {
        break;
      }
      millis.add(response.millis());
      cursor = "&cursor=" + escaped(next.asText());
    }
    if (!millis.isEmpty()) {
      line("%,d pages, %s: %s ms each", millis.size(), title, Spread.of(millis).text("%.1f"));
    }
    return Read.ofApi(
        "list: " + title, PATH + parameters + cursor, select(condition, PAGES * 50), GOAL);
  }

  private Read metric() {
    Client.Response created =
        client.post(
            "/console/api/apps/" + app + "/usage-metrics",
            "{\"name\":\"exports %d\",\"eventName\":\"%s\",\"calculation\":\"count\"}"
                .formatted(System.nanoTime(), EventShape.EXPORTED));
    String id = created.isOk() ? json(created.body()).at("/metric/id").asText() : "0";
    String since = "count(*) filter (where occurred_at >= %s)";
    String sql =
        "select %s, %s, %s, %s, %s, %s, count(*) from usage_events"
            .formatted(
                since.formatted("date_trunc('month', now())"),
                since.formatted("now() - interval '24 hours'"),
                since.formatted("date_trunc('day', now()) - interval '6 days'"),
                since.formatted("date_trunc('day', now()) - interval '29 days'"),
                since.formatted("date_trunc('day', now()) - interval '89 days'"),
                since.formatted("date_trunc('day', now()) - interval '364 days'"));
    return Read.ofConsole(
        "values of a saved metric",
        "/console/api/usage-metrics/" + id,
        sql + " where app_id = " + app + " and event_name = '" + EventShape.EXPORTED + "'",
        0);
  }

  private String select(String condition, int offset) {
    return "select * from usage_events where app_id = %d%s".formatted(app, condition)
        + " order by occurred_at desc, event_key desc limit 50"
        + (offset == 0 ? "" : " offset " + offset);
  }

  private static String named() {
    return " and event_name = '" + EventShape.SENT + "'";
  }

  private static String shop(int number) {
    return "&customerId=" + EventShape.domain(number);
  }

  private String ofShop(int number) {
    return " and customer_id = " + (firstCustomer + number);
  }

  private static String property(String name, String value) {
    return escaped(
        "[{\"property\":\"%s\",\"operator\":\"equals\",\"value\":\"%s\"}]".formatted(name, value));
  }

  private static String escaped(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static JsonNode json(String text) {
    try {
      return Json.MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
