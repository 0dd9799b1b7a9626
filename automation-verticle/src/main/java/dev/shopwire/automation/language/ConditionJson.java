package dev.shopwire.automation.language;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.conditions.Condition.All;
import dev.shopwire.automation.conditions.Condition.Any;
import dev.shopwire.automation.conditions.Condition.Not;
import dev.shopwire.automation.conditions.Condition.Test;
import dev.shopwire.automation.conditions.Leaf;
import dev.shopwire.automation.language.json.JsonLabels;
import dev.shopwire.automation.language.json.NamedLabels;
import dev.shopwire.automation.language.kinds.Kinds;
import dev.shopwire.automation.language.lookup.Labels;
import dev.shopwire.automation.names.Vocabulary;
import java.util.List;

/** Writes conditions as canonical JSON. */
public final class ConditionJson {
  private ConditionJson() {}

  /**
   * @param vocabulary with all that the condition refers to; what it lacks has no name
   */
  public static ObjectNode write(Condition condition, Vocabulary vocabulary) {
    return write(condition, new NamedLabels(new Labels(vocabulary)));
  }

  /** The same for a single leaf. */
  public static ObjectNode write(Leaf leaf, Vocabulary vocabulary) {
    return write(new Test(leaf), vocabulary);
  }

  static ObjectNode write(Condition condition, JsonLabels labels) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    if (condition instanceof All all) {
      group(all.parts(), json.putArray("all"), labels);
    } else if (condition instanceof Any any) {
      group(any.parts(), json.putArray("any"), labels);
    } else if (condition instanceof Not not) {
      json.set("not", write(not.part(), labels));
    } else if (condition instanceof Test test) {
      Kinds.write(test.leaf(), json, labels);
    }
    return json;
  }

  private static void group(List<Condition> parts, ArrayNode array, JsonLabels labels) {
    parts.forEach(part -> array.add(write(part, labels)));
  }
}
