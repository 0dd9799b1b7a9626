package dev.shopwire.app.attribution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Exports of affiliates, credits and the attribution log, compared with the lists. */
@Tag("everywhere")
class AttributionExportsIT {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final AttributionFixture app = AttributionFixture.inNewWorkspace();

  @BeforeEach
  void write() {
    for (int i = 0; i < 7; i++) {
      app.affiliate("=Jane " + i, "JANE" + i, ",\"apps\":[\"" + app.slug() + "\"]");
      app.sendCode("s" + i + ".example.com", "JANE" + i);
      app.sendCode("s0.example.com", "JANE" + i);
    }
    app.correct(app.customerId("s1.example.com"), "null", "a reason,\nwith a line");
  }

  private static HttpResponse<String> send(String path) throws IOException, InterruptedException {
    return CLIENT.send(
        HttpRequest.newBuilder(URI.create(RunningService.shared().consoleUrl() + path))
            .header("Authorization", "Bearer " + RunningService.ADMIN_TOKEN)
            .build(),
        BodyHandlers.ofString());
  }

  /** The rows of an export, whose count must be that of its header and that of the count. */
  private List<JsonNode> export(String path) throws IOException, InterruptedException {
    String separator = path.contains("?") ? "&" : "?";
    HttpResponse<String> response = send(path + separator + "format=ndjson");
    assertEquals(200, response.statusCode(), response::body);
    List<JsonNode> rows = new ArrayList<>();
    for (String line : response.body().lines().toList()) {
      rows.add(Json.MAPPER.readTree(line));
    }
    assertEquals(
        String.valueOf(rows.size()), response.headers().firstValue("X-Total-Count").orElse(""));
    assertEquals(
        rows.size(),
        Json.MAPPER.readTree(send(path + separator + "format=count").body()).path("count").asInt());
    return rows;
  }

  private List<JsonNode> list(String path, String field) {
    List<JsonNode> rows = new ArrayList<>();
    app.console().get(path).json().path(field).forEach(rows::add);
    return rows;
  }

  private void assertExported(String list, String field, int rows)
      throws IOException, InterruptedException {
    String path = app.workspace(list);
    List<JsonNode> expected = list(path, field);
    assertEquals(rows, expected.size());
    assertEquals(expected, export(path), list);
  }

  @Test
  void anExportHasTheRowsOfItsList() throws IOException, InterruptedException {
    assertExported("/affiliates", "affiliates", 7);
    assertExported("/attributions", "attributions", 7);
    assertExported("/attribution-log", "log", 15);
    assertExported("/attribution-log?code=%20jane3&app=" + app.slug(), "log", 2);
    assertExported("/attribution-log?shop=S0.example.com", "log", 8);
    assertExported("/attribution-log?app=unknown", "log", 0);
  }

  @Test
  void anExportOfATimelineHasItsEntries() throws IOException, InterruptedException {
    String path =
        AttributionFixture.API
            + "/customers/"
            + app.customerId("s0.example.com")
            + "/attribution-timeline";
    List<JsonNode> entries = list(path, "timeline");
    assertEquals(8, entries.size());
    assertEquals(entries, export(path));
    List<JsonNode> log = app.log("&shop=s0.example.com");
    Collections.reverse(log);
    assertEquals(log, entries);
  }

  @Test
  void anExportIsRejectedAsItsListIs() throws IOException, InterruptedException {
    assertEquals(
        404,
        send(AttributionFixture.API + "/workspaces/999999999/affiliates?format=csv").statusCode());
    assertEquals(
        404,
        send(AttributionFixture.API
                + "/customers/cus_5be193d07ac4f62d/attribution-timeline?format=count")
            .statusCode());
    assertEquals(422, send(app.workspace("/attribution-log?code=%00&format=csv")).statusCode());
  }
}
