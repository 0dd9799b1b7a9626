package dev.shopwire.app.customers.fields;

import static dev.shopwire.app.support.UsageEventResponses.assertFails;
import static dev.shopwire.common.outbox.Topic.CUSTOM_FIELDS_UPDATED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RecordingEndpoint;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.StaffRequests;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Stores;
import dev.shopwire.testing.Tenants;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests changing a field's type, and the type that its first value determines. */
@Tag("everywhere")
class RetypeIT {
  private static final Tenants TENANTS = RunningService.shared().tenants();
  private static final SchemaCheckedHttp CONSOLE = TENANTS.console();
  private static final Sql SQL = RunningService.shared().sql();
  private static final String API = "/console/api";

  private final Tenants.App app = TENANTS.app();

  private static Response push(Tenants.App app, String shop, String fields) {
    return app.api()
        .post(
            "/v1/identify",
            "{\"myplatformDomain\":\"%s.example.com\",\"customFields\":{%s}}"
                .formatted(shop, fields));
  }

  private static void pushOk(Tenants.App app, String shop, String fields) {
    Response response = push(app, shop, fields);
    assertEquals(200, response.status(), response::body);
  }

  /** Counts of the fields, as {@code written unchanged unset}. */
  private static String counts(Response response) {
    assertEquals(200, response.status(), response::body);
    JsonNode counts = response.json().path("customFields");
    return "%d %d %d"
        .formatted(
            counts.path("written").asInt(),
            counts.path("unchanged").asInt(),
            counts.path("unset").asInt());
  }

  private static String read(Tenants.App app, String shop) {
    return app.api()
        .get("/v1/customer?myplatformDomain=" + shop + ".example.com")
        .json()
        .at("/customer/customFields")
        .toString();
  }

  private JsonNode field(String name) {
    JsonNode fields =
        CONSOLE
            .get(API + "/workspaces/" + app.workspaceId() + "/custom-fields")
            .json()
            .path("customFields");
    return StreamSupport.stream(fields.spliterator(), false)
        .filter(field -> field.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private Response retype(String name, String body) {
    return CONSOLE.post(
        API + "/custom-fields/" + field(name).path("id").asText() + "/retype", body);
  }

  private JsonNode retyped(String name, String body) {
    Response response = retype(name, body);
    assertEquals(200, response.status(), response::body);
    return response.json().path("retype");
  }

  private Response share(String fields) {
    return CONSOLE.post(API + "/workspaces/" + app.workspaceId() + "/custom-fields", fields);
  }

  /** The numbers of the workspace's values by column, and of unfinished retypes. */
  private String stored() {
    return SQL.text(
        """
        select count(number_value) || ' ' || count(text_value) || ' ' || count(boolean_value) || ' '
          || count(long_value) || ' ' || (select count(*) from custom_field_retypes where workspace_id = $1)
        from custom_field_values where workspace_id = $1
        """
            .replace("$1", app.workspaceId()));
  }

  @Test
  void textsThatAreNumbersBecomeNumbers() {
    pushOk(app, "a", "\"seats\":\"5\"");
    pushOk(app, "b", "\"seats\":\"-12.50\"");
    assertFails(push(app, "a", "\"seats\":5"), 422, "field_type_mismatch");
    JsonNode preview = retyped("seats", "{\"type\":\"number\",\"dryRun\":true}");
    assertEquals("{\"converted\":2,\"failed\":0,\"examples\":[]}", preview.toString());
    assertEquals("text", field("seats").path("type").asText());
    assertEquals(preview, retyped("seats", "{\"type\":\"number\"}"));
    assertEquals("number", field("seats").path("type").asText());
    assertEquals("{\"seats\":-12.50}", read(app, "b"));
    assertEquals("2 0 0 0 0", stored());
    assertEquals("0 1 0", counts(push(app, "a", "\"seats\":5.0")));
    assertEquals("1 0 0", counts(push(app, "a", "\"seats\":6")));
    assertFails(push(app, "a", "\"seats\":\"6\""), 422, "field_type_mismatch");
    // As a caller that lost the response retries.
    assertEquals(
        "{\"converted\":0,\"failed\":0,\"examples\":[]}",
        retyped("seats", "{\"type\":\"number\"}").toString());
  }

  @Test
  void valuesThatDoNotConvertPreventARetypeUntilTheyMayBeUnset() {
    pushOk(app, "a", "\"seats\":\"5\"");
    pushOk(app, "b", "\"seats\":\"many\"");
    pushOk(app, "c", "\"seats\":\"" + "x".repeat(300) + "\"");
    String before = StaffRequests.rowVersions("custom_field_values", app);
    Response refused = retype("seats", "{\"type\":\"number\"}");
    assertFails(refused, 409, "values_do_not_convert");
    assertTrue(refused.body().contains("2 of its 3 values"), refused::body);
    assertEquals("text", field("seats").path("type").asText());
    assertEquals(before, StaffRequests.rowVersions("custom_field_values", app));
    pushOk(app, "d", "\"seats\":\"few\"");

    JsonNode preview = retyped("seats", "{\"type\":\"number\",\"dryRun\":true}");
    assertEquals(1, preview.path("converted").asInt());
    assertEquals(3, preview.path("failed").asInt());
    JsonNode few = preview.at("/examples/0");
    assertEquals("d.example.com", few.path("myplatformDomain").asText());
    assertEquals("few", few.path("value").asText());
    assertTrue(few.path("app").isNull());
    assertEquals("x".repeat(200) + "…", preview.at("/examples/2/value").asText());

    assertEquals(preview, retyped("seats", "{\"type\":\"number\",\"unsetFailures\":true}"));
    assertEquals("{\"seats\":5}", read(app, "a"));
    assertEquals("{}", read(app, "b"));
    assertEquals(1, field("seats").path("customers").asInt());
    assertEquals("1 0 0 0 0", stored());
  }

  @Test
  void valuesOfAllAppsInASharedFieldConvertAndItStaysPrivate() {
    Tenants.App other = TENANTS.app(app.workspaceId());
    Response shared =
        share("{\"name\":\"plan\",\"type\":\"text\",\"scope\":\"all-apps\",\"private\":true}");
    assertTrue(shared.json().at("/customField/private").booleanValue(), shared::body);
    assertTrue(field("plan").path("private").booleanValue());
    pushOk(app, "a", "\"plan\":\"true\"");
    pushOk(other, "a", "\"plan\":\"yes\"");
    assertEquals("{}", read(app, "a"));
    JsonNode preview = retyped("plan", "{\"type\":\"boolean\",\"dryRun\":true}");
    assertEquals(other.appId(), preview.at("/examples/0/app/id").asText());
    retyped("plan", "{\"type\":\"boolean\",\"unsetFailures\":true}");
    assertEquals("0 0 1 0 0", stored());
    assertTrue(field("plan").path("private").booleanValue());
    pushOk(other, "a", "\"plan\":false");
    assertEquals("0 0 2 0 0", stored());
  }

  @ParameterizedTest
  @CsvSource({
    "'{ \"a\" : [1.0] }', json, '{\"a\":[1.0]}', text, '\"{\\\"a\\\":[1.0]}\"'",
    "'12.50', text, '\"12.50\"', number, '12.50'",
    "'true', text, '\"true\"', boolean, 'true'"
  })
  void retypingBackAndForthLosesNothing(
      String value, String type, String converted, String next, String back) {
    boolean isJson = type.equals("json");
    pushOk(app, "a", "\"f\":" + (isJson ? "\"" + value.replace("\"", "\\\"") + "\"" : value));
    retyped("f", "{\"type\":\"" + type + "\"}");
    assertEquals("{\"f\":" + converted + "}", read(app, "a"));
    retyped("f", "{\"type\":\"" + next + "\"}");
    assertEquals("{\"f\":" + back + "}", read(app, "a"));
  }

  @Test
  void convertedValuesWriteNoMessage() {
    pushOk(app, "a", "\"seats\":\"5\"");
    RecordingEndpoint endpoint = RecordingEndpoint.inWorkspaceOf(app, CUSTOM_FIELDS_UPDATED);
    retyped("seats", "{\"type\":\"number\"}");
    pushOk(app, "a", "\"seats\":5");
    endpoint.assertNothingRecorded();
    pushOk(app, "a", "\"seats\":6");
    assertEquals(1, endpoint.recorded().size());
  }

  /** As with many values for some time, or after the process that converts them has died. */
  @Test
  void valuesNotConvertedYetAreReadAndComparedAsTheNewType() throws Exception {
    pushOk(app, "a", "\"seats\":\"5\",\"more\":true");
    pushOk(app, "b", "\"seats\":\"many\"");
    pushOk(app, "c", "\"seats\":\"7\"");
    RecordingEndpoint endpoint = RecordingEndpoint.inWorkspaceOf(app, CUSTOM_FIELDS_UPDATED);
    try (Connection lock = holdConversion(field("seats").path("id").asText())) {
      assertEquals("{\"more\":true,\"seats\":5}", read(app, "a"));
      assertEquals("{}", read(app, "b"));
      assertEquals("0 3 1 0 1", stored());
      assertFails(push(app, "a", "\"seats\":\"5\""), 422, "field_type_mismatch");
      assertEquals("0 1 0", counts(push(app, "a", "\"seats\":5")));
      assertEquals("0 2 0", counts(push(app, "b", "\"seats\":null,\"more\":null")));
      endpoint.assertNothingRecorded();
      assertEquals("1 1 0", counts(push(app, "a", "\"seats\":5,\"more\":false")));
      assertEquals(1, endpoint.recorded().size());
      assertEquals(
          "{\"more\":false}", endpoint.recorded().get(0).payload().path("customFields").toString());
      assertEquals("1 0 0", counts(push(app, "b", "\"seats\":8")));
      assertEquals("{\"seats\":8}", read(app, "b"));
      assertFails(retype("seats", "{\"type\":\"text\"}"), 409, "retype_under_way");
      lock.rollback();
    }
    Poll.until(
        Duration.ofSeconds(20),
        () -> "the rest is converted: " + stored(),
        () -> stored().equals("3 0 1 0 0"));
    assertEquals("{\"seats\":7}", read(app, "c"));
    retyped("seats", "{\"type\":\"text\"}");
  }

  /** Changes a field's type to number and prevents all processes from converting its values. */
  private Connection holdConversion(String field) throws SQLException {
    Postgres postgres = new Postgres(Stores.shared().postgresUri());
    Connection lock =
        DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(), postgres.password());
    lock.setAutoCommit(false);
    try (Statement statement = lock.createStatement()) {
      String row = "(" + app.workspaceId() + ", " + field + ", 'text', 'number')";
      statement.execute("update custom_fields set type = 'number' where id = " + field);
      statement.execute(
          "insert into custom_field_retypes (workspace_id, field_id, from_type, to_type) values "
              + row);
      statement.execute(
          "update custom_field_catalogs set version = version + 1 where workspace_id = "
              + app.workspaceId());
      lock.commit();
      statement.execute(
          "select from custom_field_retypes where field_id = " + field + " for update");
    }
    return lock;
  }

  @Test
  void invalidCallsAreRefused() {
    pushOk(app, "a", "\"f\":\"x\"");
    assertFails(retype("f", "{}"), 422, "required");
    assertFails(retype("f", "{\"type\":\"date\"}"), 422, "invalid_type");
    assertFails(retype("f", "{\"type\":\"json\",\"dryRun\":\"yes\"}"), 422, "invalid_type");
    assertFails(retype("f", ""), 400, "malformed_json");
    for (String unknown : new String[] {"999999999", "x", "99999999999"}) {
      String path = API + "/custom-fields/" + unknown + "/retype";
      assertEquals(404, CONSOLE.post(path, "{\"type\":\"text\"}").status());
      assertEquals(404, CONSOLE.post(path, "{\"type\":\"text\",\"dryRun\":true}").status());
    }
    String shared = "{\"name\":\"s\",\"type\":\"text\",\"scope\":\"customers\",\"private\":7}";
    assertFails(share(shared), 422, "invalid_type");
  }

  @Test
  void anEmptyTextCreatesNoFieldAndTheFirstNonEmptyValueDoes() {
    Response empty = push(app, "a", "\"seats\":\"\",\"plan\":null,\"trial\":true");
    assertEquals("1 2 0", counts(empty));
    assertEquals("[\"trial\"]", empty.json().at("/customFields/created").toString());
    assertEquals("/customFields/seats", StaffRequests.pointers(empty, "warnings"));
    assertEquals("field_not_created", empty.json().at("/warnings/0/code").asText());
    pushOk(app, "a", "\"seats\":7,\"plan\":\"pro\"");
    assertEquals("number", field("seats").path("type").asText());
    assertFails(push(app, "a", "\"seats\":\"\""), 422, "field_type_mismatch");
    Response known = push(app, "a", "\"plan\":\"\"");
    assertEquals("1 0 0", counts(known));
    assertTrue(known.json().path("warnings").isMissingNode(), known::body);
    assertEquals("{\"plan\":\"\",\"seats\":7,\"trial\":true}", read(app, "a"));
  }

  @Test
  void anInvalidEmailOfAShopIsIgnoredAndTheRestIsKept() {
    String shop = "{\"myplatformDomain\":\"a.example.com\",";
    app.api().post("/v1/identify", shop + "\"name\":\"Acme\",\"email\":\"a@acme.example\"}");
    Response bad =
        app.api()
            .post(
                "/v1/identify",
                shop + "\"name\":\"\",\"email\":\"nobody\",\"customFields\":{\"f\":1}}");
    assertEquals("1 0 0", counts(bad));
    assertEquals("/email", StaffRequests.pointers(bad, "warnings"));
    assertEquals("a@acme.example", bad.json().at("/customer/email").textValue());
    assertTrue(bad.json().at("/customer/name").isNull());
    Response empty = app.api().post("/v1/identify", shop + "\"email\":\"\"}");
    assertTrue(empty.json().at("/customer/email").isNull(), empty::body);
    assertTrue(empty.json().path("warnings").isMissingNode(), empty::body);
  }
}
