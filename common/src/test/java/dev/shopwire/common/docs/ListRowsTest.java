package dev.shopwire.common.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.shopwire.common.docs.RowField.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListRowsTest {
  private static final String COMPONENTS =
      """
      components:
        schemas:
          Page: {type: object, properties: {cursor: {type: string}, hasNextPage: {type: boolean}}}
          App: {type: object, properties: {id: {type: string}, slug: {type: string}}}
          Base: {type: object, properties: {id: {type: string}, app: {$ref: '#/components/schemas/App'}}}
          Row:
            allOf:
              - $ref: '#/components/schemas/Base'
              - type: object
                properties:
                  winner:
                    oneOf:
                      - {type: object, properties: {id: {type: string}, name: {type: string}}}
                      - {type: 'null'}
                  properties: {type: object}
                  actor: {type: object, properties: {type: {}, id: {}, name: {}}}
                  tags: {type: array, items: {type: string}}
      """;

  private static List<RowField> rows(String schema) {
    return rows(schema, "summary: A list");
  }

  /**
   * @param more another line of the operation
   */
  private static List<RowField> rows(String schema, String more) {
    try {
      JsonNode document = new YAMLMapper().readTree(COMPONENTS);
      JsonNode operation =
          new YAMLMapper()
              .readTree(
                  "responses: {'200': {content: {application/json: {schema: "
                      + schema
                      + "}}}}\n"
                      + more);
      return ListRows.of(document, operation);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theFieldsOfAListAreInTheOrderOfTheDocumentWithItsParties() {
    assertEquals(
        List.of(
            new RowField("id", Kind.OTHER),
            new RowField("app", Kind.PARTY),
            new RowField("winner", Kind.PARTY),
            new RowField("properties", Kind.OTHER),
            new RowField("actor", Kind.OTHER),
            new RowField("tags", Kind.OTHER)),
        rows(
            "{allOf: [{$ref: '#/components/schemas/Page'}, {type: object, properties: "
                + "{rows: {type: array, items: {$ref: '#/components/schemas/Row'}}}}]}"));
  }

  @Test
  void columnsAreThoseOfTheRequestOnlyWhereTheyAreAnObject() {
    String page =
        "{type: object, properties: {hasNextPage: {}, rows: {type: array, items:"
            + " {type: object, properties: {columns: {type: %s}}}}}}";
    assertEquals(
        List.of(new RowField("columns", Kind.SELECTED_COLUMNS)), rows(page.formatted("object")));
    assertEquals(List.of(new RowField("columns", Kind.OTHER)), rows(page.formatted("array")));
  }

  @Test
  void aListWithoutPagesHasTheFieldsOfItsColumns() {
    String schema =
        "{type: object, properties: "
            + "{others: {type: array, items: {type: object, properties: {id: {}}}},"
            + " rows: {type: array, items: {$ref: '#/components/schemas/Row'}}}}";
    assertEquals(
        List.of(new RowField("id", Kind.OTHER), new RowField("winner", Kind.PARTY)),
        rows(schema, "x-csv-columns: [id, winner]"));
  }

  @Test
  void aResponseWithoutPagesIsNoList() {
    assertEquals(
        List.of(),
        rows(
            "{type: object, properties: "
                + "{rows: {type: array, items: {$ref: '#/components/schemas/Row'}}}}"));
    assertEquals(List.of(), rows("{$ref: '#/components/schemas/Row'}"));
    assertEquals(List.of(), rows("{$ref: '#/components/schemas/Page'}"));
  }
}
