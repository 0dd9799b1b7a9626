package dev.shopwire.console.pages.linked;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.json.Json;
import org.junit.jupiter.api.Test;

/** Tests what the form of a database sends to the API. */
class DatabaseFormTest {
  private static final String DATABASE =
      """
      {"name": "production", "app": {"id": "2", "slug": "reports"}, "acceptWritableRole": false,
       "limits": {"statementMillis": 30000, "rows": 10, "bytes": 2048}}
      """;

  private static ObjectNode json(String text) throws JsonProcessingException {
    return (ObjectNode) Json.MAPPER.readTree(text);
  }

  private static String change(String form) throws JsonProcessingException {
    return DatabaseForm.change(json(form), json(DATABASE)).toString();
  }

  @Test
  void whatWasLeftEmptyIsLeftOut() throws JsonProcessingException {
    assertEquals(
        "{\"name\":\"a\",\"uri\":\"u\",\"limits\":{\"rows\":5}}",
        DatabaseForm.body(
                json(
                    "{\"name\":\"a\",\"uri\":\"u\",\"app\":null,\"limits\":{\"rows\":5,\"bytes\":null}}"))
            .toString());
  }

  @Test
  void aChangeHasOnlyWhatDiffersSoThatTheProofIsMadeOnlyIfItMustBe()
      throws JsonProcessingException {
    assertEquals(
        "{\"limits\":{\"rows\":5}}",
        change(
            "{\"name\":\"production\",\"uri\":null,\"app\":\"reports\","
                + "\"acceptWritableRole\":false,\"limits\":{\"rows\":5}}"));
    assertEquals(
        "{\"name\":\"b\",\"uri\":\"u\",\"acceptWritableRole\":true,\"limits\":{},\"app\":null}",
        change(
            "{\"name\":\"b\",\"uri\":\"u\",\"app\":null,\"acceptWritableRole\":true,"
                + "\"limits\":{\"rows\":null}}"));
    assertEquals(
        "{\"app\":\"other\",\"limits\":{}}",
        change(
            "{\"name\":\"production\",\"app\":\"other\",\"acceptWritableRole\":false,"
                + "\"limits\":{}}"));
  }
}
