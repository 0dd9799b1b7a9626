package dev.shopwire.automation.definitions.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.definitions.language.DefinitionDraft.Checked;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Changes a valid definition at random places. Whatever comes of it is refused with faults that
 * point to something in it, or it is stored and keeps its meaning.
 */
class HostileDefinitionsTest {
  private static final int ROUNDS = 2_000;
  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "0",
          "-1",
          "1e999",
          "1e-999",
          "\"\"",
          "\" \"",
          "[]",
          "{}",
          "[[]]",
          "\"once\"",
          "\"1d\"",
          "\"0s\"",
          "\"wait\"",
          "\"branch\"",
          "\"12\"",
          "\"everyone\"",
          "\"app-one\"",
          "\"plan\"",
          "\"#15\"",
          "\"#\"",
          "\"{{cf.plan}}\"",
          "\"{{\"",
          "[null]",
          "[{}]",
          "{\"property\":\"a\"}",
          "\"999999999999999999999\"",
          "\"😀\"",
          "{\"id\":\"z\",\"type\":\"exit\"}",
          "\"NOT NOT segment:VIP\"");
  private static final List<String> NAMES =
      List.of("id", "type", "steps", "else", "app", "field", "fields", "condition", "x/y", "~", "");

  private final Random random = new Random(20_261_129);

  @Test
  void noChangeCausesAnythingButFaultsThatPointSomewhere() {
    int valid = 0;
    for (int round = 0; round < ROUNDS; round++) {
      ObjectNode json = FlowSamples.json(FlowSamples.EVERYTHING);
      for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
        change(json);
      }
      ObjectNode sent = json.deepCopy();
      Checked checked = FlowSamples.check(json);
      assertEquals(sent, json);
      checked.faults().forEach(fault -> assertPointsInto(sent, fault));
      assertEquals(checked.faults().isEmpty(), checked.definition().isPresent());
      if (checked.definition().isPresent()) {
        valid++;
        assertKeepsItsMeaning(checked.definition().get());
      }
    }
    assertTrue(valid > ROUNDS / 50, "valid: " + valid);
    assertTrue(valid < ROUNDS / 2, "valid: " + valid);
  }

  private static void assertPointsInto(JsonNode sent, ValidationError fault) {
    String pointer = String.valueOf(fault.pointer());
    assertTrue(pointer.startsWith(FlowSamples.POINTER), pointer);
    JsonPointer below = JsonPointer.compile(pointer.substring(FlowSamples.POINTER.length()));
    boolean isThere = !sent.at(below).isMissingNode();
    boolean isAbsentMember = below.head() != null && sent.at(below.head()).isObject();
    assertTrue(isThere || isAbsentMember, () -> fault + " in " + sent);
    assertFalse(fault.message().isBlank());
  }

  private static void assertKeepsItsMeaning(StoredDefinition stored) {
    StoredDefinition read = StoredDefinition.parse(stored.write());
    assertEquals(stored.definition(), read.definition());
    JsonNode shown = read.show(FlowSamples.VOCABULARY, true);
    Checked again = FlowSamples.check(shown);
    assertEquals(List.of(), again.faults(), shown::toString);
    assertEquals(stored.definition(), again.definition().orElseThrow().definition());
    assertEquals(shown, again.definition().orElseThrow().show(FlowSamples.VOCABULARY, true));
    read.show(FlowSamples.VOCABULARY, false);
    DefinitionUses.of(read.definition());
  }

  private void change(ObjectNode root) {
    List<JsonNode> containers = new ArrayList<>();
    collect(root, containers);
    JsonNode container = containers.get(random.nextInt(containers.size()));
    if (container instanceof ObjectNode object) {
      changeMember(object);
    } else if (container instanceof ArrayNode array) {
      changeItem(array);
    }
  }

  private static void collect(JsonNode node, List<JsonNode> containers) {
    if (node.isContainerNode()) {
      containers.add(node);
      node.forEach(child -> collect(child, containers));
    }
  }

  private void changeMember(ObjectNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    String name =
        names.isEmpty() || random.nextInt(8) == 0
            ? any(NAMES)
            : names.get(random.nextInt(names.size()));
    switch (random.nextInt(5)) {
      case 0 -> object.remove(name);
      case 1 -> object.set(any(NAMES), object.has(name) ? object.path(name).deepCopy() : value());
      case 2 -> object.set(name, object.deepCopy());
      default -> object.set(name, value());
    }
  }

  private void changeItem(ArrayNode array) {
    if (array.isEmpty() || random.nextInt(3) == 0) {
      array.add(value());
      return;
    }
    int index = random.nextInt(array.size());
    switch (random.nextInt(3)) {
      case 0 -> array.remove(index);
      case 1 -> array.insert(random.nextInt(array.size()), array.get(index).deepCopy());
      default -> array.set(index, value());
    }
  }

  private JsonNode value() {
    try {
      return Json.MAPPER.readTree(any(VALUES));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private String any(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
