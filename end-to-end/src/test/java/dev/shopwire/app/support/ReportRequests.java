package dev.shopwire.app.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Sends events and requests reports about them. */
public final class ReportRequests {
  public static final String PATH = "/v1/usage_events/report";

  private ReportRequests() {}

  /** Sends events, each given as JSON fields; without a shop, it is {@code s.example.com}. */
  public static void send(Tenants.App app, List<String> events) {
    for (int from = 0; from < events.size(); from += 200) {
      List<String> batch = events.subList(from, Math.min(events.size(), from + 200));
      Response response =
          app.api()
              .post(
                  "/v1/usage_events",
                  "{\"myplatformDomain\":\"s.example.com\",\"events\":["
                      + batch.stream().map(e -> "{" + e + "}").collect(Collectors.joining(","))
                      + "]}");
      UsageEventResponses.assertCounts(response, batch.size(), 0, 0);
    }
  }

  public static void send(Tenants.App app, String... events) {
    send(app, List.of(events));
  }

  /** The JSON fields {@code eventName}, {@code timestamp} and {@code properties}. */
  public static String event(String name, String at, String properties) {
    return "\"eventName\":\""
        + name
        + "\",\"timestamp\":\""
        + at
        + "\",\"properties\":{"
        + properties
        + "}";
  }

  /**
   * @param parameters alternating names and values
   */
  public static String query(String... parameters) {
    StringBuilder query = new StringBuilder();
    for (int i = 0; i < parameters.length; i += 2) {
      query
          .append(i == 0 ? '?' : '&')
          .append(parameters[i])
          .append('=')
          .append(URLEncoder.encode(parameters[i + 1], StandardCharsets.UTF_8));
    }
    return query.toString();
  }

  public static JsonNode report(Tenants.App app, String... parameters) {
    Response response = app.api().get(PATH + query(parameters));
    assertEquals(200, response.status(), response::body);
    return response.json().path("report");
  }

  /** The points of {@code series}, as {@code date=value}. */
  public static String data(JsonNode series) {
    return StreamSupport.stream(series.path("data").spliterator(), false)
        .map(point -> point.path("date").asText() + "=" + point.path("value"))
        .collect(Collectors.joining(" "));
  }

  /** The groups of {@code report} with their values, as {@code "pro"=7}. */
  public static String groups(JsonNode report) {
    return StreamSupport.stream(report.path("groups").spliterator(), false)
        .map(
            group ->
                (group.has("rest") ? "rest" : group.path("group").toString())
                    + "="
                    + group.path("value"))
        .collect(Collectors.joining(" "));
  }
}
