package dev.shopwire.app.analytics.behavior;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.shopwire.app.support.PlainJson;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Test fixture: an app whose events are posted and read over HTTP, and its stored events. */
final class BehaviorApp {
  private static final String PATH = "/v1/usage_events";

  private final Tenants tenants;
  private final Tenants.App app;

  /** The accepted events by id. */
  private final Map<String, BehaviorEvent> stored = new LinkedHashMap<>();

  BehaviorApp(Tenants tenants, Tenants.App app) {
    this.tenants = tenants;
    this.app = app;
  }

  Tenants.App app() {
    return app;
  }

  List<BehaviorEvent> events() {
    return List.copyOf(stored.values());
  }

  /** Records events that were stored by other means. */
  void addStored(List<BehaviorEvent> events) {
    events.forEach(event -> stored.putIfAbsent(event.id(), event));
  }

  /** Posts one batch; events whose ids are stored already must be reported as duplicates. */
  void post(List<BehaviorEvent> events) {
    Response response = app.api().post(PATH, body(events));
    assertEquals(200, response.status(), response::body);
    int before = stored.size();
    events.forEach(event -> stored.putIfAbsent(event.id(), event));
    assertEquals(stored.size() - before, response.json().path("accepted").asInt(), response::body);
    assertEquals(
        events.size(),
        response.json().path("accepted").asInt() + response.json().path("duplicates").asInt(),
        response::body);
  }

  static String body(List<BehaviorEvent> events) {
    return PlainJson.write(
        Map.of("events", events.stream().map(event -> (Object) event.body()).toList()));
  }

  static String query(Map<String, String> parameters) {
    return parameters.entrySet().stream()
        .map(p -> p.getKey() + "=" + URLEncoder.encode(p.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&", "?", ""));
  }

  /** Reads from the public API; {@code path} follows {@code /v1/usage_events}. */
  Map<?, ?> read(String path, Map<String, String> parameters) {
    return fields(app.api().get(PATH + path + query(parameters)));
  }

  /** Reads from the console; {@code path} follows that of the app. */
  Map<?, ?> console(String path, Map<String, String> parameters) {
    return fields(
        tenants.console().get("/console/api/apps/" + app.appId() + path + query(parameters)));
  }

  private static Map<?, ?> fields(Response response) {
    assertEquals(200, response.status(), response::body);
    assertFalse(response.body().contains("\"asOf\":"), () -> "stale response: " + response.body());
    return response.json().isObject() && PlainJson.plain(response.json()) instanceof Map<?, ?> all
        ? all
        : Map.of();
  }

  /** Reads one page: the public API's or the console's. */
  interface Reader {
    Map<?, ?> page(Map<String, String> parameters);
  }

  /**
   * The items of all pages.
   *
   * @param take supplies the maximum number of items of each page
   * @param between runs between pages
   */
  static List<@Nullable Object> pages(
      Reader reader,
      String field,
      Map<String, String> parameters,
      IntSupplier take,
      Runnable between) {
    List<@Nullable Object> items = new ArrayList<>();
    Map<String, String> query = new TreeMap<>(parameters);
    while (true) {
      int max = take.getAsInt();
      query.put("take", Integer.toString(max));
      Map<?, ?> page = reader.page(query);
      List<?> pageItems = page.get(field) instanceof List<?> list ? list : List.of();
      items.addAll(pageItems);
      boolean hasNext = Boolean.TRUE.equals(page.get("hasNextPage"));
      if (pageItems.size() > max || (hasNext && pageItems.size() != max)) {
        throw new AssertionError("a page of " + pageItems.size() + " items, requested " + max);
      }
      if (!hasNext) {
        return items;
      }
      query.put("cursor", String.valueOf(page.get("cursor")));
      between.run();
    }
  }
}
