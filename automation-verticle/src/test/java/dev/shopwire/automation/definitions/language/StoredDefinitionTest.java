package dev.shopwire.automation.definitions.language;

import static dev.shopwire.automation.definitions.language.FlowSamples.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.names.Vocabulary;
import dev.shopwire.automation.names.Vocabulary.Field;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests that stored definitions keep their meaning, and how they are shown. */
class StoredDefinitionTest {
  private static Vocabulary with(Field... fields) {
    Vocabulary names = FlowSamples.VOCABULARY;
    Map<Long, Field> all = new HashMap<>(names.fields());
    for (Field field : fields) {
      all.put(field.id(), field);
    }
    return new Vocabulary(
        all, names.apps(), names.affiliates(), names.segments(), names.definitions());
  }

  private static JsonNode shown(StoredDefinition stored, Vocabulary names, boolean withPrivate) {
    return stored.show(names, withPrivate);
  }

  @Test
  void aDefinitionIsShownAsItWasSent() {
    ObjectNode sent = json(FlowSamples.EVERYTHING);
    StoredDefinition stored = FlowSamples.stored(sent);
    assertEquals(sent.toString(), shown(stored, FlowSamples.VOCABULARY, true).toString());
    StoredDefinition read = StoredDefinition.parse(stored.write());
    assertEquals(stored, read);
    assertEquals(stored.write(), read.write());
    assertEquals(stored.definition(), read.definition());
    assertEquals(FlowSamples.json(FlowSamples.EVERYTHING), sent, "what was sent is not changed");
  }

  @Test
  void itIsStoredWithIdsInPlaceOfNames() {
    String stored = FlowSamples.stored(json(FlowSamples.EVERYTHING)).write();
    for (String name : new String[] {"\"plan\"", "app-one", "app-two", "VIP", "Ada", "\"zone\""}) {
      assertFalse(stored.contains(name), name);
    }
  }

  @Test
  void conditionsAreShownInCanonicalFormWithTheNamesOfToday() {
    ObjectNode sent = json(FlowSamples.EVERYTHING);
    ((ObjectNode) sent.path("entry")).put("condition", "(cf:plan=pro)and(segment:VIP)");
    StoredDefinition stored = FlowSamples.stored(sent);
    Vocabulary renamed = with(new Field(11, 0, "tier", Vocabulary.Type.TEXT, false, false));
    JsonNode shown = shown(stored, renamed, true);
    assertEquals("cf:tier = \"pro\" AND segment:VIP", shown.at("/entry/condition").asText());
    assertEquals("tier", shown.at("/steps/7/field").asText());
  }

  @Test
  void aPromotedFieldStaysTheSame() {
    StoredDefinition stored = FlowSamples.stored(json(FlowSamples.EVERYTHING));
    Vocabulary promoted = with(new Field(16, 0, "zone", Vocabulary.Type.TEXT, false, false));
    JsonNode shown = shown(stored, promoted, true);
    assertEquals(
        "{\"field\":\"zone\",\"app\":null,\"fallback\":\"Europe/Zurich\"}",
        shown.path("timezone").toString());
    JsonNode again = FlowSamples.check(shown, promoted).definition().orElseThrow().json();
    assertEquals(stored.json(), again);
  }

  @Test
  void aFieldThatAnotherOneHidesIsShownByItsId() {
    ObjectNode sent =
        FlowSamples.withSteps(
            "{\"id\":\"a\",\"type\":\"set_field\",\"field\":\"mrr\",\"app\":\"app-one\",\"value\":1}");
    StoredDefinition stored = FlowSamples.stored(sent);
    Vocabulary hidden = with(new Field(30, 1, "mrr", Vocabulary.Type.TEXT, false, false));
    JsonNode shown = shown(stored, hidden, true);
    assertEquals("#15", shown.at("/steps/0/field").asText());
    assertEquals("app-one", shown.at("/steps/0/app").asText());
    assertEquals(stored.json(), FlowSamples.check(shown, hidden).definition().orElseThrow().json());
  }

  @Test
  void whatHasToDoWithPrivateFieldsIsHidden() {
    ObjectNode sent =
        FlowSamples.definition(
            "{\"type\":\"field_changed\",\"field\":\"secret\",\"app\":\"app-one\",\"to\":\"x\"}",
            "\"entry\":{\"condition\":\"cf:secret = \\\"y\\\"\"}",
            "{\"id\":\"a\",\"type\":\"set_field\",\"field\":\"secret\",\"value\":\"z\"}",
            "{\"id\":\"b\",\"type\":\"webhook\",\"data\":{\"plan\":\"{{cf.plan}}\"}}");
    StoredDefinition stored = FlowSamples.stored(sent);
    assertTrue(shown(stored, FlowSamples.VOCABULARY, true).toString().contains("secret"));
    Vocabulary names = with(new Field(11, 0, "plan", Vocabulary.Type.TEXT, false, true));
    JsonNode shown = shown(stored, names, false);
    assertEquals(
        "{\"trigger\":{\"type\":\"field_changed\",\"field\":null,\"app\":null,\"to\":null,\"hidden\":true},"
            + "\"steps\":[{\"id\":\"a\",\"type\":\"set_field\",\"field\":null,\"value\":null,\"hidden\":true},"
            + "{\"id\":\"b\",\"type\":\"webhook\",\"data\":null,\"hidden\":true}],"
            + "\"entry\":{\"condition\":null,\"hidden\":true}}",
        shown.toString());
  }
}
