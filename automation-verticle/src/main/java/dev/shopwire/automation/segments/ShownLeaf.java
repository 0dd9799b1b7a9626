package dev.shopwire.automation.segments;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.conditions.Leaf;
import dev.shopwire.automation.conditions.Leaf.FieldLeaf;
import dev.shopwire.automation.language.ConditionJson;
import dev.shopwire.automation.names.Vocabulary;
import java.util.Optional;

/** Writes the tests of a condition as JSON, those of private fields only for who may see them. */
public final class ShownLeaf {
  private ShownLeaf() {}

  /** Of a test that is hidden, not even the name and the constants are shown. */
  public static ObjectNode json(Leaf leaf, Vocabulary vocabulary, boolean withPrivate) {
    boolean isHidden =
        !withPrivate
            && leaf instanceof FieldLeaf field
            && Optional.ofNullable(vocabulary.fields().get(field.field()))
                .map(Vocabulary.Field::isPrivate)
                .orElse(true);
    return isHidden
        ? JsonNodeFactory.instance.objectNode().put("type", "field")
        : ConditionJson.write(leaf, vocabulary);
  }
}
