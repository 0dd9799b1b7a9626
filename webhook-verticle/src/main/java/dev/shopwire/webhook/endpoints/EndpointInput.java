package dev.shopwire.webhook.endpoints;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.compat.VendorNames;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.PatchValue;
import dev.shopwire.common.json.StorableText;
import dev.shopwire.common.outbox.Topic;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * The endpoint settings in a console request; absent fields keep their stored values.
 *
 * @param topics names from {@link Topic}
 * @param filter null for everything
 * @param apps slugs; null for all apps of the workspace
 * @param enabled false to disable the endpoint
 */
record EndpointInput(
    PatchValue<String> url,
    PatchValue<List<String>> topics,
    PatchValue<FilterInput> filter,
    PatchValue<List<String>> apps,
    PatchValue<Boolean> ordered,
    PatchValue<Boolean> enabled) {
  private static final int MAX_TOPICS = 100;
  private static final int TOPIC_LENGTH = 100;
  private static final int MAX_APPS = 100;
  private static final int SLUG_LENGTH = 63;

  /**
   * @throws dev.shopwire.common.failure.Failure 400, or 422 with every validation error
   */
  static EndpointInput ofNew(String body, UrlRule rule) {
    JsonInput input = JsonInput.strict(body);
    EndpointInput read =
        new EndpointInput(
            PatchValue.of(rule.read(input)),
            topics(input, true),
            FilterInput.read(input),
            apps(input),
            ordered(input),
            PatchValue.absent());
    input.throwIfInvalid();
    return read;
  }

  /**
   * @throws dev.shopwire.common.failure.Failure 400, or 422 with every validation error
   */
  static EndpointInput ofChange(String body, UrlRule rule) {
    JsonInput input = JsonInput.strict(body);
    EndpointInput read =
        new EndpointInput(
            input.value("url").isMissingNode()
                ? PatchValue.absent()
                : PatchValue.of(rule.read(input)),
            topics(input, false),
            FilterInput.read(input),
            apps(input),
            ordered(input),
            enabled(input));
    input.throwIfInvalid();
    return read;
  }

  private static PatchValue<List<String>> topics(JsonInput input, boolean required) {
    JsonNode value = input.value("topics");
    if (value.isMissingNode() && !required) {
      return PatchValue.absent();
    }
    if (!value.isArray() || value.isEmpty() || value.size() > MAX_TOPICS) {
      input.addError(
          "topics", "invalid_topics", "must be an array of 1 to " + MAX_TOPICS + " topics");
      return PatchValue.absent();
    }
    PatchValue<List<String>> topics = input.optionalStrings("topics", MAX_TOPICS, TOPIC_LENGTH);
    List<String> known = Topic.subscribable().stream().map(Topic::apiName).toList();
    for (int i = 0; i < value.size(); i++) {
      String topic = VendorNames.topic(value.get(i).asText());
      boolean reported = !value.get(i).isTextual() || topic.isEmpty() || isInvalidText(topic);
      if (!reported && !known.contains(topic)) {
        input.addItemError(
            "topics",
            i,
            "unknown_topic",
            "Unknown topic " + topic + "; known topics: " + String.join(", ", known));
      }
    }
    return topics.value() == null
        ? topics
        : PatchValue.of(topics.value().stream().map(VendorNames::topic).distinct().toList());
  }

  private static boolean isInvalidText(String topic) {
    return StorableText.length(topic) > TOPIC_LENGTH || StorableText.findProblem(topic).isPresent();
  }

  /** Keeps order and duplicates, so that error pointers match the request. */
  private static PatchValue<List<String>> apps(JsonInput input) {
    JsonNode value = input.value("apps");
    if (value.isArray() && value.isEmpty()) {
      input.addError("apps", "no_apps", "must not be empty; list app slugs, or use null for all");
    }
    PatchValue<List<String>> apps = input.optionalStrings("apps", MAX_APPS, SLUG_LENGTH);
    return apps.value() == null
        ? apps
        : PatchValue.of(
            StreamSupport.stream(value.spliterator(), false).map(JsonNode::asText).toList());
  }

  private static PatchValue<Boolean> ordered(JsonInput input) {
    JsonNode value = input.value("ordered");
    if (value.isNull()) {
      input.addError("ordered", "invalid_type", "must be true or false");
      return PatchValue.absent();
    }
    return input.optionalBoolean("ordered");
  }

  private static PatchValue<Boolean> enabled(JsonInput input) {
    JsonNode status = input.value("status");
    if (status.isMissingNode()) {
      return PatchValue.absent();
    }
    String text = status.isTextual() ? status.textValue() : "";
    if (!text.equals("enabled") && !text.equals("disabled")) {
      input.addError("status", "invalid_status", "must be enabled or disabled");
    }
    return PatchValue.of(text.equals("enabled"));
  }
}
