package dev.shopwire.app.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.Http.Answer;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Tenants;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** An app that reports referral codes, and the console of its workspace. */
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
            .filter(one -> one.path("id").asText().equals(app.appId()))
            .findFirst()
            .orElseThrow()
            .path("slug")
            .asText();
  }

  /** With an app in a workspace of its own. */
  public static AttributionFixture inNewWorkspace(Tenants tenants) {
    return new AttributionFixture(tenants, tenants.app());
  }

  public static AttributionFixture inNewWorkspace() {
    return inNewWorkspace(RunningService.shared().tenants());
  }

  /** With another app of this workspace. */
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

  /** The body that the app's backend posts. */
  public String body(String shop, String code) {
    return "{\"app\":%s,\"myplatformDomain\":%s,\"mref\":%s}"
        .formatted(quoted(slug), quoted(shop), quoted(code));
  }

  public Answer see(String shop, String code) {
    return post(body(shop, code));
  }

  /** With more members, which begin with a comma. */
  public Answer see(String shop, String code, String more) {
    String body = body(shop, code);
    return post(body.substring(0, body.length() - 1) + more + "}");
  }

  public Answer post(String body) {
    return app.api().post("/v1/attribution", body);
  }

  public Answer create(String members) {
    return console().post(workspace("/affiliates"), "{" + members + "}");
  }

  /** Makes an affiliate of that name with one code; {@code more} begins with a comma. Its id. */
  public String affiliate(String name, String code, String more) {
    Answer made =
        create("\"name\":%s,\"codes\":[%s]%s".formatted(quoted(name), quoted(code), more));
    assertEquals(200, made.status(), made::body);
    return made.json().at("/affiliate/id").asText();
  }

  public String affiliate(String name, String code) {
    return affiliate(name, code, "");
  }

  public Answer change(String affiliateId, String members) {
    return console().patch(API + "/affiliates/" + affiliateId, "{" + members + "}");
  }

  /** {@code expiresAt} is JSON. */
  public Answer expire(String affiliateId, String codeInPath, String expiresAt) {
    return console()
        .patch(
            API + "/affiliates/" + affiliateId + "/codes/" + codeInPath,
            "{\"expiresAt\":" + expiresAt + "}");
  }

  public Answer put(String path, String body) {
    return console()
        .send(
            "PUT",
            path,
            Map.of("Content-Type", "application/json"),
            body.getBytes(StandardCharsets.UTF_8));
  }

  /** {@code affiliateId} is JSON. */
  public Answer correct(String customerId, String affiliateId, String reason) {
    return console()
        .post(
            appPath("/attributions/" + customerId + "/correction"),
            "{\"affiliateId\":%s,\"reason\":%s}".formatted(affiliateId, quoted(reason)));
  }

  /** Decides refused rows of the log again; the body may be empty. */
  public JsonNode reevaluate(String body) {
    Answer answer = tryReevaluate(body);
    assertEquals(200, answer.status(), answer::body);
    return answer.json().path("reevaluation");
  }

  public Answer tryReevaluate(String body) {
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

  /**
   * Whom this app's own reading of the shop names, as {@code name/code/carrier}; none if nobody.
   */
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

  /** The log of the workspace, newest first; the filter begins with an ampersand. */
  public List<JsonNode> log(String filter) {
    Answer answer = console().get(workspace("/attribution-log?take=1000" + filter));
    assertEquals(200, answer.status(), answer::body);
    List<JsonNode> rows = new ArrayList<>();
    answer.json().path("log").forEach(rows::add);
    return rows;
  }

  /** Its rows in the order in which they were written: code, outcome and reason. */
  public String story() {
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

  public static void assertCredited(Answer answer, String name, String code) {
    assertEquals(200, answer.status(), answer::body);
    assertTrue(answer.json().path("attributed").booleanValue(), answer::body);
    assertEquals(name, answer.json().at("/affiliate/name").asText());
    assertEquals(code, answer.json().at("/affiliate/code").asText());
  }

  public static void assertRefused(Answer answer, String reason) {
    assertEquals(200, answer.status(), answer::body);
    assertFalse(answer.json().path("attributed").booleanValue(), answer::body);
    assertEquals(reason, answer.json().path("reason").asText(), answer::body);
  }

  /** Refused with exactly these faults, each a pointer and a code. */
  public static void assertFaults(Answer answer, String faults) {
    assertEquals(422, answer.status(), answer::body);
    assertEquals(
        faults,
        StreamSupport.stream(answer.json().path("errors").spliterator(), false)
            .map(fault -> fault.path("pointer").asText() + " " + fault.path("code").asText())
            .collect(Collectors.joining(", ")));
  }
}
