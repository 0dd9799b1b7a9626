package dev.shopwire.console.pages.linked;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.FormData;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests what the form of a linked query sends to the API. */
class QueryFormTest {

  private static FormData row(int number, String column, String field) {
    return FormData.of(
        Map.of(
            "columns.%d.column".formatted(number),
            column,
            "columns.%d.field".formatted(number),
            field,
            "columns.%d.type".formatted(number),
            "number",
            "columns.%d.scope".formatted(number),
            "app"));
  }

  private static FormData together(FormData... all) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (FormData each : all) {
      values.putAll(each.values());
    }
    return new FormData(values);
  }

  private static ObjectNode body(FormData data) {
    FormData rows = QueryColumns.withoutEmptyRows(data);
    List<Field> fields = QueryColumns.fields(QueryColumns.count(rows)).toList();
    return QueryForm.body(Form.body(fields, rows));
  }

  private static ObjectNode body(String json) {
    return QueryForm.body(json.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void rowsWithoutNamesAreLeftOutAndOthersBecomeItems() {
    FormData entered = together(row(0, "", ""), row(1, " plan ", ""), row(7, "seats", "db_seats"));
    assertEquals(2, QueryColumns.count(QueryColumns.withoutEmptyRows(entered)));
    assertEquals(
        "[{\"column\":\"plan\",\"field\":\"plan\",\"type\":\"number\",\"scope\":\"app\"},"
            + "{\"column\":\"seats\",\"field\":\"db_seats\",\"type\":\"number\",\"scope\":\"app\"}]",
        body(entered).path("columns").toString());
    assertEquals("[]", body(row(3, " ", "")).path("columns").toString());
  }

  @Test
  void thereAreAlwaysTwoEmptyRowsUpToTheMostThatTheApiTakes() {
    assertEquals(3 * 4, QueryColumns.fields(0).count());
    assertEquals(6 * 4, QueryColumns.fields(4).count());
    assertEquals(50 * 4, QueryColumns.fields(49).count());
    assertEquals(50 * 4, QueryColumns.fields(50).count());
  }

  @Test
  void whatAQueryFillsIsShownAsItIsSent() {
    FormData entered = QueryColumns.withoutEmptyRows(row(0, "plan", "db_plan"));
    JsonNode columns = body(entered).path("columns");
    assertEquals(entered, FormData.of(QueryColumns.values(columns)));
  }

  @Test
  void onlyTheChosenScheduleIsSent() {
    String entered =
        "{\"scheduleKind\":%s,\"schedule\":{\"intervalSeconds\":60,\"cron\":\"0 4 * * *\",\"timezone\":\"UTC\"}}";
    assertTrue(body(entered.formatted("null")).path("schedule").isNull());
    assertEquals(
        "{\"intervalSeconds\":60}",
        body(entered.formatted("\"interval\"")).path("schedule").toString());
    ObjectNode cron = body(entered.formatted("\"cron\""));
    assertEquals("{\"cron\":\"0 4 * * *\",\"timezone\":\"UTC\"}", cron.path("schedule").toString());
    assertTrue(cron.path("scheduleKind").isMissingNode());
  }

  @Test
  void aGuardThatIsNotEnteredIsNotSent() {
    assertEquals(
        "{\"percent\":5}",
        body("{\"guard\":{\"percent\":5,\"atLeast\":null}}").path("guard").toString());
  }

  @Test
  void aPreviewNeedsOnlyWhatItReads() {
    ObjectNode preview =
        QueryForm.preview(
            "{\"name\":\"a\",\"sql\":\"select 1\",\"keyColumn\":\"k\",\"key\":\"domain\"}"
                .getBytes(StandardCharsets.UTF_8));
    assertEquals(
        Json.MAPPER
            .createObjectNode()
            .put("sql", "select 1")
            .put("keyColumn", "k")
            .put("key", "domain")
            .set("columns", Json.MAPPER.createArrayNode()),
        preview);
  }
}
