package dev.shopwire.app.affiliates;

import static dev.shopwire.app.support.AttributionFixture.API;
import static dev.shopwire.app.support.AttributionFixture.assertCredited;
import static dev.shopwire.app.support.AttributionFixture.assertErrors;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.testing.Http.Response;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The console's requests for affiliates and their codes. */
@Tag("everywhere")
class AffiliatesConsoleIT {
  private final AttributionFixture app = AttributionFixture.inNewWorkspace();

  private JsonNode affiliate(String id) {
    Response response = app.console().get(API + "/affiliates/" + id);
    assertEquals(200, response.status(), response::body);
    return response.json().path("affiliate");
  }

  private int count() {
    return app.console().get(app.workspace("/affiliates")).json().path("affiliates").size();
  }

  private Response addCode(String id, String fields) {
    return app.console().post(API + "/affiliates/" + id + "/codes", "{" + fields + "}");
  }

  @Test
  void anAffiliateIsCreatedWithCodesAsStringsAndAsObjects() {
    Response created =
        app.create(
            """
            "name":" Jane ","email":"jane@agency.example",
            "codes":[" JANE10 ",{"code":"Jane20"},
              {"code":"J30","expiresAt":"2099-01-01T02:00:00+02:00"}]
            """);
    assertEquals(200, created.status(), created::body);
    JsonNode affiliate = created.json().path("affiliate");
    assertEquals("Jane", affiliate.path("name").asText());
    assertEquals("active", affiliate.path("status").asText());
    assertTrue(affiliate.path("apps").isNull());
    // Created in one transaction, so in the order of the normalized codes.
    assertEquals(
        "[{\"code\":\"J30\",\"expiresAt\":\"2099-01-01T00:00:00.000Z\"},"
            + "{\"code\":\"JANE10\",\"expiresAt\":null},{\"code\":\"Jane20\",\"expiresAt\":null}]",
        affiliate.path("codes").toString());
    assertEquals(affiliate, affiliate(affiliate.path("id").asText()));
    for (String code : List.of("JANE10", "jane20", "j30")) {
      assertTrue(
          app.sendCode(code + ".example.com", code).json().path("attributed").booleanValue(), code);
    }
  }

  @Test
  void aTakenCodeCreatesNothing() {
    app.affiliate("Jane", "JANE10");
    Response taken = app.create("\"name\":\"John\",\"codes\":[\"JOHN10\",{\"code\":\" jane10\"}]");
    assertErrors(taken, "/codes/1 code_taken");
    assertEquals(1, count());
    assertFalse(app.console().get(app.workspace("/affiliates")).body().contains("John"));
    // The code that was free still is.
    app.affiliate("Joan", "JOHN10");
    String john = app.affiliate("John", "J20");
    assertErrors(addCode(john, "\"code\":\"john10\""), "/code code_taken");
    assertErrors(addCode(john, "\"code\":\"J20\""), "/code code_taken");
    assertEquals(1, affiliate(john).path("codes").size());
  }

  @Test
  void aCodeTwiceInOneRequestIsRejected() {
    assertErrors(
        app.create("\"name\":\"Jane\",\"codes\":[\"a\",\"b\",{\"code\":\" A\"}]"),
        "/codes/2 code_taken");
    assertEquals(0, count());
  }

  @Test
  void aChangeAffectsOnlyTheFieldsThatItNames() {
    String slug = app.slug();
    String jane =
        app.affiliate("Jane", "JANE10", ",\"email\":\"jane@agency.example\",\"apps\":null");
    app.change(jane, "\"status\":\"inactive\"");
    app.change(jane, "\"name\":\" Jane Doe \"");
    app.change(jane, "\"apps\":[\"" + slug + "\",\"" + slug + "\"]");
    JsonNode changed = affiliate(jane);
    assertEquals("Jane Doe", changed.path("name").asText());
    assertEquals("jane@agency.example", changed.path("email").asText());
    assertEquals("inactive", changed.path("status").asText());
    assertEquals("[\"" + slug + "\"]", changed.path("apps").toString());
    assertEquals("JANE10", changed.at("/codes/0/code").asText());
    Response unchanged = app.change(jane, "");
    assertEquals(changed, unchanged.json().path("affiliate"));
    app.change(jane, "\"email\":null,\"apps\":null,\"status\":\"active\"");
    assertTrue(affiliate(jane).path("email").isNull() && affiliate(jane).path("apps").isNull());
    assertErrors(
        app.change(jane, "\"name\":null,\"email\":\"x\",\"status\":\"gone\",\"apps\":[]"),
        "/name required, /email invalid_email, /status invalid_status, /apps no_apps");
    assertEquals("Jane Doe", affiliate(jane).path("name").asText());
  }

  @Test
  void appsMustBelongToTheWorkspaceOrNothingChanges() {
    String foreign = AttributionFixture.inNewWorkspace().slug();
    String jane = app.affiliate("Jane", "JANE10", ",\"apps\":[\"" + app.slug() + "\"]");
    for (String slug : List.of("no-such-app", foreign)) {
      assertErrors(
          app.change(jane, "\"name\":\"X\",\"apps\":[\"" + app.slug() + "\",\"" + slug + "\"]"),
          "/apps unknown_app");
      assertErrors(
          app.create("\"name\":\"X\",\"codes\":[\"X\"],\"apps\":[\"" + slug + "\"]"),
          "/apps unknown_app");
    }
    assertEquals("Jane", affiliate(jane).path("name").asText());
    assertEquals("[\"" + app.slug() + "\"]", affiliate(jane).path("apps").toString());
    assertEquals(1, count());
  }

  @Test
  void codesAreAddedLater() {
    String jane = app.affiliate("Jane", "JANE10");
    Response added =
        addCode(jane, "\"code\":\"JANE20\",\"expiresAt\":\"2099-01-01T00:00:00.000Z\"");
    assertEquals("JANE10", added.json().at("/affiliate/codes/0/code").asText());
    assertEquals("JANE20", added.json().at("/affiliate/codes/1/code").asText());
    assertCredited(app.sendCode("s.example.com", "jane20"), "Jane", "JANE20");
    assertErrors(
        addCode(jane, "\"expiresAt\":\"soon\""), "/code required, /expiresAt invalid_timestamp");
  }

  @ParameterizedTest
  @CsvSource({
    "JANE10, jane10",
    "a/b, A%2Fb",
    "50%off, 50%25OFF",
    "two words, two%20WORDS",
    "a+b, a%2BB",
    "a+b, a+b",
    "ünï, %C3%BCn%C3%AF",
    "ÜNÏ, %C3%BCn%C3%AF",
    "?&#;=, %3F%26%23%3B%3D",
    "a.b, %20a.B%20"
  })
  void aCodeInAPathMatchesInAnyCaseAndEncoding(String code, String path) {
    String jane = app.affiliate("Jane", code);
    Response changed = app.expire(jane, path, "\"2020-01-01T00:00:00.123Z\"");
    assertEquals(200, changed.status(), changed::body);
    assertEquals(code, changed.json().at("/affiliate/codes/0/code").asText());
    assertEquals("2020-01-01T00:00:00.123Z", affiliate(jane).at("/codes/0/expiresAt").asText());
    assertTrue(app.expire(jane, path, "null").json().at("/affiliate/codes/0/expiresAt").isNull());
  }

  @Test
  void aChangeOfACodeRequiresAnExpiry() {
    String jane = app.affiliate("Jane", "JANE10");
    assertErrors(app.expire(jane, "JANE10", "7"), "/expiresAt invalid_timestamp");
    assertErrors(
        app.console().patch(API + "/affiliates/" + jane + "/codes/JANE10", "{}"),
        "/expiresAt required");
    String john = app.affiliate("John", "JOHN10");
    for (String path : List.of("JOHN10", "unknown's", "%20")) {
      assertEquals(404, app.expire(jane, path, "null").status(), path);
    }
    assertTrue(affiliate(john).at("/codes/0/expiresAt").isNull());
  }

  @Test
  void theListIsPagedByCursor() {
    List<String> created = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      created.add(app.affiliate("Jane " + i, "JANE" + i));
    }
    List<String> seen = new ArrayList<>();
    String cursor = "";
    boolean more = true;
    while (more) {
      JsonNode page = app.console().get(app.workspace("/affiliates?take=3" + cursor)).json();
      page.path("affiliates").forEach(affiliate -> seen.add(affiliate.path("id").asText()));
      more = page.path("hasNextPage").asBoolean();
      cursor = "&cursor=" + page.path("cursor").asText();
    }
    assertEquals(created, seen);
    assertEquals(422, app.console().get(app.workspace("/affiliates?take=0")).status());
    assertEquals(422, app.console().get(app.workspace("/affiliates?cursor=x")).status());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"999999999", "2147483648", "999999999999999999", "9999999999999999999", "x"})
  void unknownIdsAreNotFound(String id) {
    assertEquals(404, app.console().get(API + "/affiliates/" + id).status());
    assertEquals(404, app.change(id, "").status());
    assertEquals(404, addCode(id, "\"code\":\"a\"").status());
    assertEquals(404, app.expire(id, "a", "null").status());
    String workspace = API + "/workspaces/" + id;
    assertEquals(404, app.console().get(workspace + "/affiliates").status());
    assertEquals(
        404,
        app.console()
            .post(workspace + "/affiliates", "{\"name\":\"a\",\"codes\":[\"a\"]}")
            .status());
  }

  @Test
  void anotherWorkspaceMayHaveTheSameCode() {
    AttributionFixture other = AttributionFixture.inNewWorkspace();
    app.affiliate("Jane", "WELCOME");
    other.affiliate("John", "welcome");
    assertCredited(app.sendCode("s.example.com", "Welcome"), "Jane", "WELCOME");
    assertCredited(other.sendCode("s.example.com", "Welcome"), "John", "welcome");
  }
}
