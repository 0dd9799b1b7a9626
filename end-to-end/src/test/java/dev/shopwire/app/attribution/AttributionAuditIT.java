package dev.shopwire.app.attribution;

import static dev.shopwire.app.support.AttributionFixture.API;
import static dev.shopwire.app.support.AttributionFixture.assertCredited;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.app.support.AuditRows;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.RunSize;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The rows that attribution writes to the audit log. */
@Tag("everywhere")
class AttributionAuditIT {
  private static final int WRITES = RunSize.of("attributionAudit.writes", 80, 500);
  private static final List<String> SHOPS = List.of("a.example.com", "b.example.com");
  private static final List<String> FIELDS = List.of("name", "email", "status", "apps");

  private final AttributionFixture app = AttributionFixture.inNewWorkspace();
  private final Random random = new Random(18);
  private final List<String> affiliates = new ArrayList<>();
  private int names;

  /** Rows about the setup of the workspace itself are written by the console. */
  private List<JsonNode> audit() {
    return AuditRows.of(app.app().workspaceId()).stream()
        .filter(row -> !row.path("action").asText().matches("(workspace|app|key)\\..*"))
        .toList();
  }

  private String actions() {
    return audit().stream()
        .map(row -> row.path("action").asText())
        .collect(Collectors.joining(", "));
  }

  private <T> T any(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  /** What a write may change, as the console shows it. */
  private String state() {
    return affiliates.stream()
            .map(id -> app.console().get(API + "/affiliates/" + id).body())
            .collect(Collectors.joining())
        + app.console().get(app.workspace("/affiliates")).body()
        + app.console().get(app.appPath("/excluded-shops")).body()
        + app.console().get(app.workspace("/attribution-settings")).body()
        + app.log("");
  }

  private Response createAffiliate() {
    // Half of the codes are taken.
    Response created =
        app.create(
            "\"name\":\"Jane %d\",\"codes\":[\"C%d\",\"D%d\"]"
                .formatted(names, random.nextInt(8), names++));
    if (created.status() == 200) {
      affiliates.add(created.json().at("/affiliate/id").asText());
    }
    return created;
  }

  private Response changeAffiliate() {
    return app.change(
        any(affiliates),
        any(
            List.of(
                "",
                "\"name\":\"John\"",
                "\"name\":\"Joan\",\"status\":\"inactive\"",
                "\"status\":\"active\"",
                "\"email\":\"j@example.com\"",
                "\"email\":null",
                "\"apps\":[\"" + app.slug() + "\"]",
                "\"apps\":null",
                "\"name\":\"Rejected\",\"apps\":[\"no-such-app\"]")));
  }

  private Response addCode() {
    return app.console()
        .post(
            API + "/affiliates/" + any(affiliates) + "/codes",
            "{\"code\":\"E" + random.nextInt(12) + "\"}");
  }

  private Response expireCode() {
    return app.expire(
        any(affiliates),
        "D" + random.nextInt(Math.max(1, names)),
        any(List.of("null", "\"2099-01-01T00:00:00Z\"", "\"2099-01-01T00:00:00.000001Z\"", "7")));
  }

  private Response excludeShops() {
    return app.put(
        app.appPath("/excluded-shops"),
        "{\"shops\":"
            + any(
                List.of(
                    "[]",
                    "[\"x.example.com\"]",
                    "[\"y.example.com\",\"x.example.com\"]",
                    "[\"z.example.com\"]",
                    "[\"no host\"]"))
            + "}");
  }

  private Response changeSettings() {
    return app.console()
        .patch(
            app.workspace("/attribution-settings"),
            "{\"selfReferral\":\"" + any(List.of("flag", "refuse", "maybe")) + "\"}");
  }

  private Response correct() {
    return app.correct(
        app.customerId(any(SHOPS)),
        any(List.of("null", "999999999", any(affiliates), any(affiliates))),
        "because");
  }

  private Response write() {
    return switch (random.nextInt(7)) {
      case 0 -> createAffiliate();
      case 1, 2 -> changeAffiliate();
      case 3 -> addCode();
      case 4 -> expireCode();
      case 5 -> random.nextBoolean() ? excludeShops() : changeSettings();
      default -> correct();
    };
  }

  /**
   * Checks that each value before a change is the one after the previous change of it.
   *
   * @return the last known values of each object
   */
  private static Map<String, Map<String, JsonNode>> assertChained(List<JsonNode> rows) {
    Map<String, Map<String, JsonNode>> known = new HashMap<>();
    for (JsonNode row : rows) {
      // A customer has a credit in each app.
      String object = row.path("object").asText() + row.at("/after/app").asText();
      Map<String, JsonNode> values = known.computeIfAbsent(object, any -> new HashMap<>());
      row.path("before")
          .properties()
          .forEach(
              field ->
                  assertEquals(
                      values.getOrDefault(field.getKey(), field.getValue()),
                      field.getValue(),
                      row::toString));
      row.path("after").properties().forEach(field -> values.put(field.getKey(), field.getValue()));
    }
    return known;
  }

  @Test
  void randomWritesLeaveOneRowForEachChangeAndNoneOtherwise() {
    createAffiliate();
    SHOPS.forEach(shop -> app.sendCode(shop, "D0"));
    int changes = audit().size();
    assertEquals(1, changes);
    String before = state();
    for (int i = 0; i < WRITES; i++) {
      Response response = write();
      String after = state();
      boolean changed = !after.equals(before);
      assertTrue(response.status() == 200 || !changed, response::toString);
      changes += changed ? 1 : 0;
      List<JsonNode> rows = audit();
      assertEquals(changes, rows.size(), () -> response + " " + rows.get(rows.size() - 1));
      if (changed) {
        JsonNode last = rows.get(rows.size() - 1);
        assertEquals("admin_token", last.path("actor").asText());
        assertEquals(response.header("X-Request-Id"), last.path("requestId").asText());
        assertTrue(!last.path("before").equals(last.path("after")), last::toString);
      }
      before = after;
    }
    assertTrue(changes > WRITES / 4, "too few of the writes changed anything: " + changes);
    Map<String, Map<String, JsonNode>> last = assertChained(audit());
    for (String id : affiliates) {
      JsonNode shown = app.console().get(API + "/affiliates/" + id).json().path("affiliate");
      Map<String, JsonNode> recorded = requireNonNull(last.get("affiliate/" + id));
      FIELDS.forEach(field -> assertEquals(shown.path(field), recorded.get(field), field));
    }
  }

  @Test
  void concurrentChangesOfOneAffiliateChain() {
    String jane = app.affiliate("Jane", "JANE10");
    List<CompletableFuture<Response>> writes =
        IntStream.range(0, 24)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        () ->
                            i % 2 == 0
                                ? app.change(jane, "\"name\":\"Jane " + i + "\"")
                                : app.expire(
                                    jane, "JANE10", "\"2099-01-%02dT00:00:00Z\"".formatted(i))))
            .toList();
    writes.forEach(write -> assertEquals(200, write.join().status()));
    assertEquals(25, audit().size());
    assertChained(audit());
  }

  @Test
  void aLongListOfExcludedShopsIsTruncated() {
    String shops =
        IntStream.range(0, 150)
            .mapToObj("\"s%04d.example.com\""::formatted)
            .collect(Collectors.joining(","));
    app.put(app.appPath("/excluded-shops"), "{\"shops\":[" + shops + "]}");
    JsonNode row = audit().get(0);
    assertEquals("app/" + app.app().appId(), row.path("object").asText());
    assertEquals(100, row.at("/after/shops").size());
    assertEquals(150, row.at("/after/count").asInt());
    assertEquals(0, row.at("/before/count").asInt());
  }

  @Test
  void aReevaluationIsRecordedIfItCredits() {
    app.sendCode("s.example.com", "LATER");
    app.reevaluate("");
    assertEquals("", actions());
    app.affiliate("Jane", "later");
    app.reevaluate("{\"dryRun\":true}");
    assertEquals("affiliate.created", actions());
    app.reevaluate("");
    assertEquals("affiliate.created, attribution_log.reevaluated", actions());
    assertEquals("{\"credited\":1,\"examined\":1}", sorted(audit().get(1).path("after")));
    app.reevaluate("");
    assertEquals(2, audit().size());
  }

  private static String sorted(JsonNode counts) {
    return "{\"credited\":%s,\"examined\":%s}"
        .formatted(counts.path("credited"), counts.path("examined"));
  }

  @Test
  void aCorrectionSaysWhatItReplaced() {
    String jane = app.affiliate("Jane", "JANE10");
    String john = app.affiliate("John", "JOHN10");
    assertCredited(app.sendCode("s.example.com", "JANE10"), "Jane", "JANE10");
    app.correct(app.customerId("s.example.com"), john, "she called first");
    JsonNode row = audit().get(2);
    assertEquals("attribution.corrected", row.path("action").asText());
    assertEquals("customer/" + app.customerId("s.example.com"), row.path("object").asText());
    assertEquals("s.example.com", row.path("name").asText());
    assertEquals(jane, row.at("/before/affiliateId").asText());
    assertEquals("JANE10", row.at("/before/code").asText());
    assertEquals(john, row.at("/after/affiliateId").asText());
    assertEquals(app.slug(), row.at("/after/app").asText());
    assertEquals("she called first", row.at("/after/reason").asText());
  }
}
