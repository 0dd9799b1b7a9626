package dev.shopwire.console.pages.segments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.ConditionTree.Node;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the tree that is shown of an explanation. */
class ExplainedConditionsTest {
  private static final String CONDITION =
      """
      {"all":[
        {"type":"field","name":"seats","app":null,"op":"gte","value":100},
        {"not":{"type":"segment","id":"12","name":"VIP"}}]}
      """;
  private static final String NESTED =
      "{\"type\":\"member\",\"name\":\"lastSeenAt\",\"op\":\"since\",\"value\":\"2026-11-01\"}";
  private static final String EXPLAINED =
      """
      {"all":[
        {"type":"field","name":"seats","app":null,"op":"gte","value":57,"result":false,
         "nextChangeAt":null,"evidence":[
           {"app":"app-one","value":57,"at":"2026-11-20T10:00:00.000Z","requestId":null},
           {"app":null,"value":5,"at":"2026-11-20T10:00:00.000Z","requestId":null}]},
        {"not":{"type":"segment","id":"12","name":"VIP","result":true,"explanation":
          {"type":"member","name":"lastSeenAt","op":"since","value":"2026-11-02T00:00:00.000Z",
           "result":true,"nextChangeAt":"2026-12-01T00:00:00.000Z","evidence":[]}},"result":false}],
       "result":false}
      """;

  private static JsonNode json(String text) {
    try {
      return Json.MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  private static Node node(String explained, JsonNode condition) {
    return new ExplainedConditions(ZoneOffset.UTC, Map.of("12", json(NESTED)))
        .node(json(explained), condition);
  }

  @Test
  void eachTestIsShownAsItWasWrittenWithWhatWasFound() {
    Node root = node(EXPLAINED, json(CONDITION));
    assertFalse(root.holds());
    assertEquals("All of these:", root.text());
    Node field = root.children().get(0);
    assertEquals("cf:seats gte 100", field.text());
    assertEquals(new Cell.Data("57"), field.facts().all().get(0).value());
    assertEquals(new Cell.None(), field.facts().all().get(1).value());
    assertEquals(List.of("Time", "App", "Value", "Request"), field.evidence().get().columns());
    assertEquals(new Cell.Word("console"), field.evidence().get().rows().get(1).get(1));
    Node segment = root.children().get(1).children().get(0);
    assertTrue(segment.holds());
    assertEquals("segment:VIP", segment.text());
    Node inner = segment.children().get(0);
    assertEquals("lastSeenAt since 2026-11-01", inner.text());
    assertEquals(
        List.of("2026-11-02T00:00:00.000Z", "2026-12-01T00:00:00.000Z"),
        inner.facts().all().stream().map(fact -> ((Cell.Time) fact.value()).utc()).toList());
  }

  @Test
  void ofLifecyclesTimesAndStatesAreShown() {
    Node node =
        node(
            """
            {"any":[
              {"type":"lifecycle","app":null,"name":"paying","value":"2026-11-02T00:00:00.000Z",
               "result":true,"nextChangeAt":null,"evidence":[
                 {"app":"app-one","state":"subscribed","at":"2026-11-02T00:00:00.000Z"}]},
              {"type":"lifecycle","app":null,"name":"mrr","op":"gte","value":50,"result":true,
               "nextChangeAt":null,"evidence":[]}],"result":true}
            """,
            json(
                """
                {"any":[{"type":"lifecycle","app":null,"name":"paying"},
                  {"type":"lifecycle","app":null,"name":"mrr","op":"gte","value":9.5}]}
                """));
    Node paying = node.children().get(0);
    assertEquals("app:any paying", paying.text());
    assertEquals(
        "2026-11-02T00:00:00.000Z", ((Cell.Time) paying.facts().all().get(0).value()).utc());
    assertEquals(List.of("Time", "App", "State"), paying.evidence().get().columns());
    Node mrr = node.children().get(1);
    assertEquals("app:any mrr gte 9.5", mrr.text());
    assertEquals(new Cell.Data("50"), mrr.facts().all().get(0).value());
  }

  @Test
  void aFieldThatIsCalledAsAMeasureIsNoTime() {
    Node field =
        node(
            "{\"type\":\"field\",\"name\":\"lastSeenAt\",\"app\":null,\"op\":\"is_set\","
                + "\"value\":\"never\",\"result\":true,\"nextChangeAt\":null,\"evidence\":[]}",
            MissingNode.getInstance());
    assertEquals(new Cell.Text("never"), field.facts().all().get(0).value());
  }

  @Test
  void whatIsHiddenFromAReaderIsNotNamed() {
    String hidden =
        """
        {"any":[
          {"type":"field","name":"margin","op":"gte","hidden":true,"result":true},
          {"type":"event","name":"a","app":null,"measure":"count","op":"gte","value":4,
           "result":true,"nextChangeAt":null,"evidence":[]}],
         "result":true}
        """;
    Node root = node(hidden, MissingNode.getInstance());
    assertEquals(
        List.of("A test of a private custom field", "event:a count gte …"),
        root.children().stream().map(Node::text).toList());
    assertEquals(List.of(), root.children().get(0).facts().all());
  }
}
