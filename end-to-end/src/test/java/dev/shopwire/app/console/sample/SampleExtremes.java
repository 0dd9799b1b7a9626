package dev.shopwire.app.console.sample;

import dev.shopwire.app.support.WebhookEndpoint;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Reaction;
import dev.shopwire.testing.Receiver;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Fills a workspace with values that are as long as the API accepts, without a space to break them
 * at, and with many rows.
 */
public final class SampleExtremes {
  private static final Duration TIME = Duration.ofSeconds(60);
  private static final String SLUG = "a".repeat(63);
  private static final String SHOP =
      "%1$s.%1$s.%1$s.%2$s.example".formatted("s".repeat(63), "t".repeat(52));
  private static final int MAX_STAFF = 1_000;
  private static final int MAX_DEPTH = 16;

  private SampleExtremes() {}

  /**
   * @param workspace an empty one
   * @param rows how many shops and events there are, and as many contacts of one shop, if these are
   *     allowed
   */
  public static Sample fill(Sample workspace, Receiver receiver, int rows) {
    Tenants.App app = workspace.app(SLUG, "W".repeat(100));
    Instant now = Instant.now();
    SampleApi.sendEvents(app, IntStream.range(0, rows).mapToObj(i -> event(i, now)).toList());
    identify(app);
    SampleApi.send(app, "/v1/staff", Map.of("myplatformDomain", SHOP, "staff", staff(rows)));
    affiliates(workspace, app);
    workspace
        .api()
        .post(
            "/apps/%s/usage-metrics".formatted(app.appId()),
            Map.of("name", "M".repeat(100), "eventName", "e".repeat(100)));
    segment(workspace);
    new SampleLinkedFields(workspace)
        .create("D".repeat(100), "l".repeat(100), "v".repeat(4_000), List.of(SHOP));
    webhooks(workspace, app, receiver);
    return workspace.showing(SampleApi.customerId(app, SHOP));
  }

  /** Of a shop of its own; some of the newest ones with everything that is long. */
  private static Map<String, Object> event(int number, Instant now) {
    boolean isLong = number % 10 == 0 && number < 200;
    Map<String, Object> event = new LinkedHashMap<>();
    event.put("eventName", isLong ? "e".repeat(100) : number % 2 == 0 ? "page_view" : "exported");
    event.put("customerId", isLong ? SHOP : "shop-%05d.myplatform.example".formatted(number));
    event.put("eventId", (isLong ? "i".repeat(120) : "row-") + number);
    event.put("timestamp", now.minusSeconds(number).toString());
    event.put("path", isLong ? "/" + "p".repeat(2_047) : "/" + number % 97);
    if (isLong) {
      event.put("sessionKey", "k".repeat(128));
      event.put("properties", properties(number));
    }
    return event;
  }

  /** Nearly 32 KiB for one event, so that a batch of them fits into a request. */
  private static Map<String, Object> properties(int number) {
    return number == 0
        ? Map.of("p".repeat(200), "v".repeat(30 * 1_024), "nested", Map.of("a", List.of(1, 2)))
        : Map.of("text", "v".repeat(1_000), "number", 123_456_789_012_345_678L);
  }

  private static void identify(Tenants.App app) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < 30; i++) {
      fields.put("f".repeat(97) + "_" + i, i == 0 ? "x".repeat(4_096) : "y".repeat(255));
    }
    fields.put("json", Map.of("j".repeat(100), "z".repeat(16_000)));
    fields.put("script", "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>");
    SampleApi.send(
        app,
        "/v1/identify",
        Map.of(
            "myplatformDomain",
            SHOP,
            "name",
            "N".repeat(255),
            "email",
            "m".repeat(64) + "@" + "d".repeat(63) + "." + "d".repeat(63) + ".example",
            "customFields",
            fields));
  }

  private static List<Map<String, Object>> staff(int rows) {
    List<Map<String, Object>> staff = new ArrayList<>();
    for (int i = 0; i < Math.min(rows, MAX_STAFF); i++) {
      staff.add(
          Map.of(
              "id",
              "u".repeat(i < 5 ? 240 : 3) + i,
              "firstName",
              "A".repeat(i < 5 ? 255 : 4),
              "tags",
              List.of("g".repeat(i < 5 ? 255 : 5))));
    }
    return staff;
  }

  private static void affiliates(Sample workspace, Tenants.App app) {
    List<String> codes = IntStream.range(0, 60).mapToObj(i -> "C".repeat(197) + (100 + i)).toList();
    workspace
        .api()
        .post(
            workspace.path("/affiliates"),
            Map.of("name", "J".repeat(200), "email", "j@partners.example", "codes", codes));
    for (String code : List.of("U".repeat(200), codes.get(0), codes.get(1))) {
      SampleApi.send(
          app, "/v1/attribution", Map.of("app", SLUG, "myplatformDomain", SHOP, "mref", code));
    }
  }

  /** As deep as conditions may be, with long values. */
  private static void segment(Sample workspace) {
    String text = "name contains \"%s\"".formatted("v".repeat(2_000));
    for (int depth = 1; depth < MAX_DEPTH; depth++) {
      String value = "w".repeat(400) + depth;
      text =
          (depth % 2 == 0 ? "(%s) AND name != \"%s\"" : "(%s) OR email = \"%s\"")
              .formatted(text, value);
    }
    workspace
        .api()
        .post(
            workspace.path("/segments"),
            Map.of("name", "S".repeat(100), "description", "D".repeat(2_000), "text", text));
  }

  private static void webhooks(Sample workspace, Tenants.App app, Receiver receiver) {
    String path = "/" + "h".repeat(1_900);
    receiver.react(path, Reaction.status(500));
    WebhookEndpoint endpoint =
        WebhookEndpoint.make(workspace.tenants(), workspace.workspaceId(), receiver.url(path), "");
    Instant later = Instant.now();
    Map<String, Object> event = new LinkedHashMap<>(event(0, later));
    event.put("eventId", "to-the-endpoint");
    SampleApi.sendEvents(app, List.of(event));
    Poll.until(
        TIME,
        () -> "an attempt: " + endpoint.deliveries(),
        () -> endpoint.deliveries().stream().anyMatch(each -> !each.path("attempts").isEmpty()));
  }
}
