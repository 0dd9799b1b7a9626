package dev.shopwire.app.analytics.behavior;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.shopwire.app.support.PlainJson;
import dev.shopwire.testing.Http.Answer;
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

/** An app whose events are posted and read over HTTP, and what must be known of it. */
final class BehaviorApp {
  private static final String PATH = "/v1/usage_events";

  private final Tenants tenants;
  private final Tenants.App app;

  /** What was accepted, by id. */
  private final Map<String, BehaviorEvent> known = new LinkedHashMap<>();

  BehaviorApp(Tenants tenants, Tenants.App app) {
    this.tenants = tenants;
    this.app = app;
  }

  Tenants.App app() {
    return app;
  }

  List<BehaviorEvent> events() {
    return List.copyOf(known.values());
  }

  /** Takes it as said that these are stored, however they came there. */
  void know(List<BehaviorEvent> events) {
    events.forEach(event -> known.putIfAbsent(event.id(), event));
  }

  /** Posts as one batch; each id that is there already must be called a duplicate. */
  void post(List<BehaviorEvent> events) {
    Answer answer = app.api().post(PATH, body(events));
    assertEquals(200, answer.status(), answer::body);
    int before = known.size();
    events.forEach(event -> known.putIfAbsent(event.id(), event));
    assertEquals(known.size() - before, answer.json().path("accepted").asInt(), answer::body);
    assertEquals(
        events.size(),
        answer.json().path("accepted").asInt() + answer.json().path("duplicates").asInt(),
        answer::body);
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

  /** A read of the public API; {@code path} goes on after {@code /v1/usage_events}. */
  Map<?, ?> read(String path, Map<String, String> parameters) {
    return members(app.api().get(PATH + path + query(parameters)));
  }

  /** A read of the console; {@code path} goes on after the app's. */
  Map<?, ?> console(String path, Map<String, String> parameters) {
    return members(
        tenants.console().get("/console/api/apps/" + app.appId() + path + query(parameters)));
  }

  private static Map<?, ?> members(Answer answer) {
    assertEquals(200, answer.status(), answer::body);
    assertFalse(answer.body().contains("\"asOf\":"), () -> "lags behind: " + answer.body());
    return answer.json().isObject() && PlainJson.plain(answer.json()) instanceof Map<?, ?> all
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
   * @param take how many items each page shall have at most
   * @param between is run between pages
   */
  static List<@Nullable Object> pages(
      Reader reader,
      String member,
      Map<String, String> parameters,
      IntSupplier take,
      Runnable between) {
    List<@Nullable Object> items = new ArrayList<>();
    Map<String, String> asked = new TreeMap<>(parameters);
    while (true) {
      int most = take.getAsInt();
      asked.put("take", Integer.toString(most));
      Map<?, ?> page = reader.page(asked);
      List<?> part = page.get(member) instanceof List<?> list ? list : List.of();
      items.addAll(part);
      boolean hasNext = Boolean.TRUE.equals(page.get("hasNextPage"));
      if (part.size() > most || (hasNext && part.size() != most)) {
        throw new AssertionError("a page of " + part.size() + " where " + most + " were asked for");
      }
      if (!hasNext) {
        return items;
      }
      asked.put("cursor", String.valueOf(page.get("cursor")));
      between.run();
    }
  }
}
