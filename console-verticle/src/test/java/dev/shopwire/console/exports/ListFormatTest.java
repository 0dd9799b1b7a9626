package dev.shopwire.console.exports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.docs.ApiOperation;
import dev.shopwire.common.docs.RowField;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.role.Role;
import io.vertx.core.http.HttpMethod;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ListFormatTest {
  private static final Set<String> PAGED = Set.of("search", "take", "cursor");

  @Test
  void aListIsJsonUnlessAnotherFormatIsRequested() {
    assertEquals(ListFormat.JSON, ListFormat.of(null, PAGED));
    assertEquals(ListFormat.JSON, ListFormat.of("json", PAGED));
    assertEquals(ListFormat.CSV, ListFormat.of("csv", Set.of("search")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "xml", "CSV", "csv ", "json,csv"})
  void anyOtherFormatIsRejected(String value) {
    Failure failure = assertThrows(Failure.class, () -> ListFormat.of(value, Set.of()));
    assertEquals(Code.INVALID, failure.code());
    assertEquals("invalid_format", failure.reason());
  }

  @ParameterizedTest
  @EnumSource(value = ListFormat.class, names = "JSON", mode = EnumSource.Mode.EXCLUDE)
  void theOtherFormatsHaveNoPages(ListFormat format) {
    Failure failure = assertThrows(Failure.class, () -> ListFormat.of(format.id(), PAGED));
    assertEquals(Code.INVALID, failure.code());
    assertEquals(
        List.of("conflicting_parameters", "conflicting_parameters"),
        failure.errors().stream().map(ValidationError::code).toList());
  }

  @ParameterizedTest
  @CsvSource({
    "listCustomers, customers",
    "listWebhookEndpoints, webhook-endpoints",
    "getAttributionTimeline, attribution-timeline"
  })
  void aFileIsNamedAfterItsListAndTheDate(String operation, String name) {
    assertEquals(
        name + "-2026-11-23.csv",
        new ExportedList(operation, Role.CONSOLE, List.of())
            .fileName(ListFormat.CSV, LocalDate.of(2026, 11, 23)));
  }

  @Test
  void theDocumentOfAListDescribesItsFormats() throws Exception {
    JsonNode original =
        Json.MAPPER.readTree(
            """
            {"responses": {"200": {"description": "A page.", "content":
              {"application/json": {"schema": {"type": "object"}, "example": {}}}}}}
            """);
    ObjectNode list = original.deepCopy();
    ListFormatDocument.complete(operation(List.of(new RowField("id", RowField.Kind.OTHER))), list);
    assertEquals(
        "[\"json\",\"count\",\"csv\",\"ndjson\"]", list.at("/parameters/0/schema/enum").toString());
    JsonNode response = list.at("/responses/200");
    assertEquals(
        List.of("application/json", "text/csv", "application/x-ndjson"),
        names(response.path("content")));
    assertEquals(List.of("X-Total-Count", "Content-Disposition"), names(response.path("headers")));
    JsonNode schema = response.at("/content/application~1json/schema/oneOf");
    assertEquals(original.at("/responses/200/content/application~1json/schema"), schema.get(0));
    assertEquals("[\"count\"]", schema.at("/1/required").toString());

    ObjectNode other = original.deepCopy();
    ListFormatDocument.complete(operation(List.of()), other);
    assertEquals(original, other);
  }

  private static ApiOperation operation(List<RowField> rows) {
    return new ApiOperation("listThings", HttpMethod.GET, "/things", "analyst", rows);
  }

  private static List<String> names(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
