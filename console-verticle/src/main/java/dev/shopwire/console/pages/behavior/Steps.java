package dev.shopwire.console.pages.behavior;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.console.pages.forms.FormData;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The steps of a funnel: in a page's address as a text field for each, or as the API's parameter.
 *
 * @param parameter of the API: names separated by commas, or a JSON array of them; empty for none
 * @param names of the events
 */
record Steps(String parameter, List<String> names) {
  static final String PARAMETER = "steps";
  private static final int MAX = 10;
  private static final int MIN_INPUTS = 3;

  static Steps of(FormData query) {
    List<String> sent = query.all(PARAMETER).stream().filter(text -> !text.isBlank()).toList();
    return sent.size() == 1
        ? new Steps(sent.get(0), names(sent.get(0)))
        : new Steps(parameter(sent), sent);
  }

  /** One name is what the API takes: it may be several. */
  private static List<String> names(String parameter) {
    if (parameter.strip().startsWith("[")) {
      try {
        JsonNode array = Json.MAPPER.readTree(parameter);
        return array.valueStream().map(JsonNode::asText).toList();
      } catch (JsonProcessingException | ArithmeticException | NumberFormatException e) {
        return List.of(parameter);
      }
    }
    return List.of(parameter.split(",", -1)).stream().map(String::strip).toList();
  }

  private static String parameter(List<String> names) {
    if (names.stream().noneMatch(name -> name.contains(",") || name.strip().startsWith("["))) {
      return String.join(",", names);
    }
    ArrayNode array = Json.MAPPER.createArrayNode();
    names.forEach(array::add);
    return array.toString();
  }

  boolean areNone() {
    return parameter.isEmpty();
  }

  /** The values of the text fields, with an empty one for another step. */
  List<String> inputs() {
    List<String> inputs = new ArrayList<>(names);
    int wanted = Math.max(MIN_INPUTS, Math.min(MAX, names.size() + 1));
    while (inputs.size() < wanted) {
      inputs.add("");
    }
    return inputs;
  }

  /** The same address with the steps as one parameter. */
  FormData in(FormData query) {
    Map<String, List<String>> values = new LinkedHashMap<>(query.values());
    values.remove(PARAMETER);
    if (!areNone()) {
      values.put(PARAMETER, List.of(parameter));
    }
    return new FormData(values);
  }
}
