package dev.shopwire.console.pages.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.outbox.Topic;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Field.Option;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.FormData;
import dev.shopwire.console.pages.webhooks.EndpointChoices.Offered;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The form with the settings of an endpoint. */
final class EndpointForm {
  private static final String NAMES = "filter.eventNames";
  private static final String SEGMENTS = "filter.segments";

  private EndpointForm() {}

  static Form of(String id, String button, Offered offered) {
    return Form.of(
        id,
        "",
        button,
        Field.text("url", "URL").required().withHint("Absolute, https or http."),
        Field.checkboxes("topics", "Topics", topics()),
        Field.lines(NAMES, "Event names")
            .withHint(
                "Which usage events are sent (customers/usage_event). "
                    + EndpointChoices.hint(offered)),
        Field.lines(SEGMENTS, "Segments")
            .withHint(
                "The ids of the segments whose changes are sent (segments/entered, exited and"
                    + " rebuilt). None: all."),
        Field.checkboxes("apps", "Apps", options(offered.slugs())).withHint("None: all."),
        Field.checkbox("ordered", "Ordered")
            .withHint("The messages about each customer are sent one after the other."));
  }

  static List<Option> topics() {
    return options(Topic.subscribable().stream().map(Topic::apiName).toList());
  }

  static List<Option> options(List<String> words) {
    return words.stream().map(word -> new Option(word, word)).toList();
  }

  /** The JSON that the API takes: no names, no segments and no apps are all of them. */
  static String body(byte[] form) {
    ObjectNode body = object(form);
    if (body.path("filter") instanceof ObjectNode filter) {
      filter.removeIf(JsonNode::isEmpty);
    }
    if (body.path("filter").isEmpty()) {
      body.putNull("filter");
    }
    if (body.path("apps").isEmpty()) {
      body.putNull("apps");
    }
    return body.toString();
  }

  private static ObjectNode object(byte[] json) {
    try {
      return Json.MAPPER.readValue(json, ObjectNode.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the form shows about an endpoint of the API. */
  static FormData values(JsonNode endpoint) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    values.put("url", List.of(endpoint.path("url").asText()));
    values.put("topics", texts(endpoint.path("topics")));
    values.put(NAMES, List.of(String.join("\n", texts(endpoint.at("/filter/eventNames")))));
    values.put(SEGMENTS, List.of(String.join("\n", texts(endpoint.at("/filter/segments")))));
    values.put("apps", texts(endpoint.path("apps")));
    values.put("ordered", List.of(endpoint.path("ordered").asText()));
    return new FormData(values);
  }

  private static List<String> texts(JsonNode array) {
    return array.valueStream().map(JsonNode::asText).toList();
  }
}
