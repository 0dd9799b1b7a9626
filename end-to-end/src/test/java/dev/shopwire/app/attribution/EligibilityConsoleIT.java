package dev.shopwire.app.attribution;

import static dev.shopwire.app.support.AttributionFixture.API;
import static dev.shopwire.app.support.AttributionFixture.assertErrors;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.testing.Http.Response;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The console's requests for eligibility: excluded shops and self-referrals. */
@Tag("everywhere")
class EligibilityConsoleIT {
  private final AttributionFixture app = AttributionFixture.inNewWorkspace();

  private Response exclude(String shops) {
    return app.put(app.appPath("/excluded-shops"), "{\"shops\":" + shops + "}");
  }

  private String excluded() {
    return app.console().get(app.appPath("/excluded-shops")).json().path("shops").toString();
  }

  private Response patchSettings(String body) {
    return app.console().patch(app.workspace("/attribution-settings"), body);
  }

  private String selfReferral() {
    return app.console()
        .get(app.workspace("/attribution-settings"))
        .json()
        .at("/attributionSettings/selfReferral")
        .asText();
  }

  @Test
  void theListOfExcludedShopsIsReplacedAsAWhole() {
    assertEquals("[]", excluded());
    Response put = exclude("[\" B.example.com \",\"a.example.com\",\"b.example.com\"]");
    assertEquals("[\"a.example.com\",\"b.example.com\"]", put.json().path("shops").toString());
    assertEquals("[\"a.example.com\",\"b.example.com\"]", excluded());
    exclude("[\"c.example.com\",\"a.example.com\"]");
    assertEquals("[\"a.example.com\",\"c.example.com\"]", excluded());
    AttributionFixture sibling = app.sibling();
    assertEquals(
        "[]",
        app.console().get(sibling.appPath("/excluded-shops")).json().path("shops").toString());
    exclude("[]");
    assertEquals("[]", excluded());
  }

  @Test
  void anInvalidListChangesNothing() {
    exclude("[\"a.example.com\"]");
    assertErrors(
        exclude("[\"b.example.com\",\"https://c.example.com\",\"\",\"d e\"]"),
        "/shops/1 invalid_domain, /shops/2 invalid_domain, /shops/3 invalid_domain");
    assertErrors(exclude("\"b.example.com\""), "/shops invalid_type");
    assertErrors(exclude("null"), "/shops invalid_type");
    assertErrors(
        exclude("[7,true,null,{}]"),
        "/shops/0 invalid_domain, /shops/1 invalid_domain, /shops/2 invalid_domain,"
            + " /shops/3 invalid_domain");
    assertEquals("[\"a.example.com\"]", excluded());
  }

  @Test
  void concurrentReplacementsLeaveOneCompleteList() {
    for (int round = 0; round < 10; round++) {
      List<CompletableFuture<Integer>> puts =
          IntStream.range(0, 6)
              .mapToObj(
                  i ->
                      CompletableFuture.supplyAsync(
                          () ->
                              exclude("[\"a%d.example.com\",\"b%d.example.com\"]".formatted(i, i))
                                  .status()))
              .toList();
      puts.forEach(put -> assertEquals(200, put.join()));
      String stored = excluded();
      assertTrue(
          stored.matches("\\[\"a(\\d)\\.example\\.com\",\"b\\1\\.example\\.com\"]"),
          "mixed lists: " + stored);
    }
  }

  @Test
  void atMostTenThousandShopsMayBeExcluded() {
    String shops =
        IntStream.range(0, 10_000)
            .mapToObj(i -> "\"s" + i + ".example.com\"")
            .collect(Collectors.joining(","));
    assertEquals(10_000, exclude("[" + shops + "]").json().path("shops").size());
    assertErrors(exclude("[" + shops + ",\"x.example.com\"]"), "/shops invalid_type");
  }

  @Test
  void selfReferralsAreRefusedByDefault() {
    assertEquals("refuse", selfReferral());
    assertEquals(200, patchSettings("{\"selfReferral\":\"flag\"}").status());
    assertEquals("flag", selfReferral());
    assertErrors(patchSettings("{\"selfReferral\":\"allow\"}"), "/selfReferral invalid_form");
    assertErrors(patchSettings("{}"), "/selfReferral required");
    assertEquals("flag", selfReferral());
    assertEquals(
        "refuse",
        patchSettings("{\"selfReferral\":\"refuse\"}")
            .json()
            .at("/attributionSettings/selfReferral")
            .asText());
  }

  @ParameterizedTest
  @ValueSource(strings = {"999999999", "2147483648", "999999999999999999", "x"})
  void unknownIdsAreNotFound(String id) {
    String shops = API + "/apps/" + id + "/excluded-shops";
    assertEquals(404, app.console().get(shops).status());
    assertEquals(404, app.put(shops, "{\"shops\":[\"a.example.com\"]}").status());
    String settings = API + "/workspaces/" + id + "/attribution-settings";
    assertEquals(404, app.console().get(settings).status());
    assertEquals(404, app.console().patch(settings, "{\"selfReferral\":\"flag\"}").status());
  }
}
