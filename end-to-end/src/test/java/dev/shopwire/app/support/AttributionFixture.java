package dev.shopwire.app.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Tenants;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Test fixture: an app that sends referral codes, and the console of its workspace. */
public final class AttributionFixture {
  public static final String API = "/console/api";

  private final Tenants tenants;
  private final Tenants.App app;
  private final String slug;

  private AttributionFixture(Tenants tenants, Tenants.App app) {
    this.tenants = tenants;
    this.app = app;
    String apps = API + "/workspaces/" + app.workspaceId() + "/apps?take=1000";
    this.slug =
        StreamSupport.stream(tenants.console().get(apps).json().path("apps").spliterator(), false)
            .filter(candidate -> candidate.path("id").asText().equals(app.appId()))
            .findFirst()
            .orElseThrow()
            .path("slug")
            .asText();
  }

  /** Creates an app in a new workspace. */
  public static AttributionFixture inNewWorkspace(Tenants tenants) {
    return new AttributionFixture(tenants, tenants.app());
  }

  public static AttributionFixture inNewWorkspace() {
    return inNewWorkspace(RunningService.shared().tenants());
  }

  /** Creates another app in the same workspace. */
  public AttributionFixture sibling() {
    return new AttributionFixture(tenants, tenants.app(app.workspaceId()));
  }

  public Tenants.App app() {
    return app;
  }

  public String slug() {
    return slug;
  }

  public SchemaCheckedHttp console() {
    return tenants.console();
  }

  /** A console path within this workspace. */
  public String workspace(String path) {
    return API + "/workspaces/" + app.workspaceId() + path;
  }

  /** A console path within this app. */
  public String appPath(String path) {
    return API + "/apps/" + app.appId() + path;
  }

  static String quoted(String text) {
    return Json.MAPPER.getNodeFactory().textNode(text).toString();
  }

  /** The body of an attribution request. */
  public String body(String shop, String code) {
    return "{\"app\":%s,\"myplatformDomain\":%s,\"mref\":%s}"
        .formatted(quoted(slug), quoted(shop), quoted(code));
  }

  public Response sendCode(String shop, String code) {
    return post(body(shop, code));
  }

  /** Adds {@code more} JSON fields, which start with a comma. */
  public Response sendCode(String shop, String code, String more) {
    String body = body(shop, code);
    return post(body.substring(0, body.length() - 1) + more + "}");
  }

  public Response post(String body) {
    return app.api().post("/v1/attribution", body);
  }

  public Response create(String fields) {
    return console().post(workspace("/affiliates"), "{" + fields + "}");
  }

  /** Creates an affiliate with one code and returns its id; {@code more} starts with a comma. */
  public String affiliate(String name, String code, String more) {
    Response created =
        create("\"name\":%s,\"codes\":[%s]%s".formatted(quoted(name), quoted(code), more));
    assertEquals(200, created.status(), created::body);
    return created.json().at("/affiliate/id").asText();
  }

  public String affiliate(String name, String code) {
    return affiliate(name, code, "");
  }

  public Response change(String affiliateId, String fields) {
    return console().patch(API + "/affiliates/" + affiliateId, "{" + fields + "}");
  }

  /** {@code expiresAt} is a JSON value. */
  public Response expire(String affiliateId, String codeInPath, String expiresAt) {
    return console()
        .patch(
            API + "/affiliates/" + affiliateId + "/codes/" + codeInPath,
            "{\"expiresAt\":" + expiresAt + "}");
  }

  public Response put(String path, String body) {
    return console()
        .send(
            "PUT",
            path,
            Map.of("Content-Type", "application/json"),
            body.getBytes(StandardCharsets.UTF_8));
  }

  /** {@code affiliateId} is a JSON value. */
  public Response correct(String customerId, String affiliateId, String reason) {
    return console()
        .post(
            appPath("/attributions/" + customerId + "/correction"),
            "{\"affiliateId\":%s,\"reason\":%s}".formatted(affiliateId, quoted(reason)));
  }

  /** Reevaluates refused log rows; the body may be empty. */
  public JsonNode reevaluate(String body) {
    Response response = tryReevaluate(body);
    assertEquals(200, response.status(), response::body);
    return response.json().path("reevaluation");
  }

  public Response tryReevaluate(String body) {
    return console().post(workspace("/attribution-log/reevaluate"), body);
  }

  public String customerId(String shop) {
    JsonNode customer = customer(shop);
    assertTrue(customer.path("id").isTextual(), "no customer " + shop);
    return customer.path("id").asText();
  }

  public JsonNode customer(String shop) {
    return app.api().get("/v1/customer?myplatformDomain=" + shop).json().path("customer");
  }

  /** The credit that this app reads of the shop, as {@code name/code/carrier}, or {@code none}. */
  public String credit(String shop) {
    JsonNode credit = customer(shop).path("attribution");
    return credit.isNull()
        ? "none"
        : credit.at("/affiliate/name").asText()
            + "/"
            + credit.at("/affiliate/code").asText()
            + "/"
            + credit.path("carrier").asText();
  }

  /** The attribution log of the workspace, newest first; a filter starts with an ampersand. */
  public List<JsonNode> log(String filter) {
    Response response = console().get(workspace("/attribution-log?take=1000" + filter));
    assertEquals(200, response.status(), response::body);
    List<JsonNode> rows = new ArrayList<>();
    response.json().path("log").forEach(rows::add);
    return rows;
  }

  /** The code and the outcome or reason of each log row, oldest first. */
  public String logSummary() {
    List<String> rows =
        log("").stream()
            .map(
                row ->
                    row.path("code").asText()
                        + ": "
                        + row.path(row.path("reason").isNull() ? "outcome" : "reason").asText())
            .collect(Collectors.toCollection(ArrayList::new));
    Collections.reverse(rows);
    return String.join(", ", rows);
  }

  public static void assertCredited(Response response, String name, String code) {
    assertEquals(200, response.status(), response::body);
    assertTrue(response.json().path("attributed").booleanValue(), response::body);
    assertEquals(name, response.json().at("/affiliate/name").asText());
    assertEquals(code, response.json().at("/affiliate/code").asText());
  }

  public static void assertRefused(Response response, String reason) {
    assertEquals(200, response.status(), response::body);
    assertFalse(response.json().path("attributed").booleanValue(), response::body);
    assertEquals(reason, response.json().path("reason").asText(), response::body);
  }

  /** Asserts status 422 with exactly these errors, each a pointer and a code. */
  public static void assertErrors(Response response, String errors) {
    assertEquals(422, response.status(), response::body);
    assertEquals(
        errors,
        StreamSupport.stream(response.json().path("errors").spliterator(), false)
            .map(error -> error.path("pointer").asText() + " " + error.path("code").asText())
            .collect(Collectors.joining(", ")));
  }
}
