package dev.shopwire.app.customers.fields;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests the instants that are stored with texts that are dates. */
class FieldInstantsIT {
  private static final int TEXTS = 20_000;
  private static final Sql SQL = RunningService.shared().sql();

  private final Tenants.App app = RunningService.shared().tenants().app();

  private void push(String shop, String fields) {
    Response response =
        app.api()
            .post(
                "/v1/identify",
                "{\"myplatformDomain\":\"%s.example.com\",\"customFields\":{%s}}"
                    .formatted(shop, fields));
    assertEquals(200, response.status(), response::body);
  }

  /** The instants of all values of the workspace in UTC, in the order of the customers. */
  private String instants() {
    return SQL.text(
        """
        select coalesce(string_agg(coalesce(to_char(instant_value at time zone 'UTC',
          'YYYY-MM-DD"T"HH24:MI:SS.US'), '-'), ' ' order by customer_id), '')
        from customer_field_values where workspace_id = ?
        """,
        Long.parseLong(app.workspaceId()));
  }

  /** Writes values as the previous version does, which knows nothing of instants. */
  private void write(String assignments) {
    SQL.run(
        "update custom_field_values set "
            + assignments
            + " where workspace_id = "
            + app.workspaceId());
  }

  @Test
  void theFunctionAgreesWithJavaTime() throws IOException {
    Random random = new Random(19);
    List<String> texts = new ArrayList<>(DateTexts.CASES);
    while (texts.size() < TEXTS) {
      texts.add(DateTexts.next(random));
    }
    ArrayNode given = Json.MAPPER.createArrayNode();
    texts.forEach(given::add);
    JsonNode instants =
        Json.MAPPER.readTree(
            SQL.text(
                """
                select json_agg((extract(epoch from field_instant(t)) * 1000000)::bigint order by i)
                from json_array_elements_text(?::json) with ordinality as given (t, i)
                """,
                given.toString()));
    int dates = 0;
    for (int i = 0; i < texts.size(); i++) {
      String text = texts.get(i);
      JsonNode expected = Json.MAPPER.valueToTree(DateTexts.microsOf(text).orElse(null));
      assertEquals(expected.toString(), instants.get(i).toString(), text);
      dates += expected.isNull() ? 0 : 1;
    }
    assertTrue(dates > TEXTS / 10 && dates < TEXTS * 9 / 10, "dates: " + dates);
  }

  @Test
  void aPushedTextThatIsADateHasItsInstant() {
    push("a", "\"due\":\"2026-11-21\"");
    assertEquals("2026-11-21T00:00:00.000000", instants());
    push("a", "\"due\":\"2026-11-21 09:30:15.1234567+01:30\"");
    assertEquals("2026-11-21T08:00:15.123456", instants());
    push("a", "\"due\":\"2026-02-30\"");
    assertEquals("-", instants());
    push("a", "\"due\":\"2024-02-29T23:59\"");
    assertEquals("2024-02-29T23:59:00.000000", instants());
    push("a", "\"due\":\"" + "2026-11-21 ".repeat(20) + "\"");
    assertEquals("-", instants());
    push("a", "\"due\":\"2026-11-22\",\"seats\":7,\"setup\":{\"at\":\"2026-11-21\"}");
    assertEquals(
        "2026-11-22T00:00:00.000000",
        SQL.text(
            """
            select string_agg(to_char(instant_value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
              ' ') from customer_field_values where workspace_id = ?
            """,
            Long.parseLong(app.workspaceId())));
  }

  @Test
  void aWriteOfThePreviousVersionKeepsTheInstantRight() {
    push("a", "\"due\":\"soon\"");
    write("text_value = '2027-01-02 10:00+02:00'");
    assertEquals("2027-01-02T08:00:00.000000", instants());
    write("text_value = '2027-01-03'");
    assertEquals("2027-01-03T00:00:00.000000", instants());
    write("text_value = 'never'");
    assertEquals("-", instants());
    write("text_value = '2027-01-03'");
    write("text_value = null, long_value = '2027-01-03'");
    assertEquals("-", instants());
    write("text_value = '2027-01-04', long_value = null");
    SQL.run(
        """
        insert into custom_field_values (workspace_id, customer_id, field_id, app_id, text_value)
        select workspace_id, customer_id + 1, field_id, 1, '2027-01-05T00:00Z'
        from custom_field_values where workspace_id = %s
        """
            .formatted(app.workspaceId()));
    assertEquals("2027-01-04T00:00:00.000000 2027-01-05T00:00:00.000000", instants());
  }

  @Test
  void aConversionToAnotherTypeLeavesNoInstantBehind() {
    push("a", "\"due\":\"2026-11-21\"");
    push("b", "\"due\":\"2026\"");
    long field =
        SQL.number("select id from custom_fields where owner_app = ?", Long.parseLong(app.appId()));
    String retype = "/console/api/custom-fields/" + field + "/retype";
    Response retyped =
        RunningService.shared()
            .tenants()
            .console()
            .post(retype, "{\"type\":\"number\",\"unsetFailures\":true}");
    assertEquals(200, retyped.status(), retyped::body);
    Poll.until(
        Duration.ofSeconds(20), () -> "converted: " + instants(), () -> instants().equals("-"));
  }

  @Test
  void valuesFromBeforeAreFilledInTheBackground() {
    for (String text : List.of("2026-11-21", "2026-11-21T01:00", "2026-13-01", "12", "x")) {
      push("s" + text.replace(':', '-').replace('T', 't'), "\"due\":\"" + text + "\"");
    }
    insertMany(700);
    write("instant_value = null");
    SQL.run("drop index if exists custom_field_values_by_instant");
    Path directory = TemporaryFiles.directory("fill");
    try (ServiceProcess second =
        ServiceProcess.start(directory, RunningService.onSharedStores(Map.of()))) {
      Poll.until(
          Duration.ofSeconds(30),
          () -> "the index exists, created by " + second.httpUrl(),
          () ->
              SQL.text(
                      """
                      select exists (select from pg_index i join pg_class c on c.oid = i.indexrelid
                        where c.relname = 'custom_field_values_by_instant' and i.indisvalid)
                      """)
                  .equals("t"));
    } finally {
      TemporaryFiles.delete(directory);
    }
    assertEquals(
        702,
        SQL.number(
            "select count(instant_value) from customer_field_values where workspace_id = ?",
            Long.parseLong(app.workspaceId())));
    assertEquals(
        0,
        SQL.number(
            """
            select count(*) from customer_field_values where workspace_id = ?
              and instant_value is distinct from field_instant(text_value)
            """,
            Long.parseLong(app.workspaceId())));
  }

  /**
   * Values of several apps, of customers and texts that repeat, so that batches end within them.
   */
  private void insertMany(int values) {
    SQL.run(
        """
        insert into custom_field_values (workspace_id, customer_id, field_id, app_id, text_value)
        select %1$s, 1000000 + i / 7, f.id, i %% 7, '2026-0' || 1 + i / 300 || '-01'
        from generate_series(0, %2$d - 1) i join custom_fields f on f.owner_app = %3$s
        """
            .formatted(app.workspaceId(), values, app.appId()));
  }
}
