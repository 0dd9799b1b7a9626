package dev.shopwire.webhook.replay;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.PatchValue;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.outbox.Topic;
import dev.shopwire.common.tenancy.CustomerId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which of an endpoint's deliveries a replay sends again (docs/api/webhooks.md).
 *
 * @param since the earliest time of their messages
 * @param until the latest time of their messages; empty for the replay's start
 * @param statuses of the deliveries
 * @param topics of the messages; empty for all
 * @param eventNames of the usage events that the messages report; empty for all messages
 * @param customerId of the customer whom the messages are about; empty for all messages
 */
record ReplayFilter(
    Instant since,
    Optional<Instant> until,
    List<String> statuses,
    List<String> topics,
    List<String> eventNames,
    Optional<Long> customerId) {
  private static final List<String> STATUSES = List.of("failed", "parked", "delivered");
  private static final List<String> DEFAULT_STATUSES = List.of("failed", "parked");
  private static final int MAX_NAMES = 100;
  private static final int NAME_LENGTH = 100;

  /** A request for a replay, or for the number of deliveries that it would send. */
  record Request(ReplayFilter filter, boolean isDryRun) {}

  /**
   * @throws dev.shopwire.common.failure.Failure 400, or 422 with every validation error
   */
  static Request parse(String body) {
    JsonInput input = JsonInput.strict(body);
    Instant since = since(input);
    ReplayFilter filter =
        new ReplayFilter(
            since.isBefore(Instant.EPOCH) ? Instant.EPOCH : since,
            until(input, since),
            statuses(input),
            topics(input),
            names(input, "eventNames").orElse(List.of()),
            customerId(input));
    boolean isDryRun = Boolean.TRUE.equals(input.optionalBoolean("dryRun").value());
    input.throwIfInvalid();
    return new Request(filter, isDryRun);
  }

  private static Instant since(JsonInput input) {
    PatchValue<Instant> given = input.optionalInstant("since");
    Instant since = given.value();
    if (since == null) {
      if (input.value("since").isMissingNode() || given.present()) {
        input.addError("since", "required", "is required: a date and time");
      }
      return Instant.EPOCH;
    }
    if (!since.isBefore(Instant.now())) {
      input.addError("since", "invalid_timestamp", "must be in the past");
    }
    return since;
  }

  private static Optional<Instant> until(JsonInput input, Instant since) {
    Instant until = input.optionalInstant("until").value();
    if (until == null) {
      return Optional.empty();
    }
    if (until.isBefore(since)) {
      input.addError("until", "invalid_timestamp", "must not be before since");
    }
    return Optional.of(until.isBefore(Instant.EPOCH) ? Instant.EPOCH : until);
  }

  private static List<String> statuses(JsonInput input) {
    Optional<List<String>> given = names(input, "statuses");
    requireKnown(input, "statuses", "invalid_status", given.orElse(List.of()), STATUSES);
    return given.orElse(DEFAULT_STATUSES);
  }

  private static List<String> topics(JsonInput input) {
    Optional<List<String>> given = names(input, "topics");
    List<String> known = Topic.subscribable().stream().map(Topic::apiName).toList();
    requireKnown(input, "topics", "unknown_topic", given.orElse(List.of()), known);
    return given.orElse(List.of());
  }

  /** Empty if the field is absent, null or invalid. */
  private static Optional<List<String>> names(JsonInput input, String name) {
    List<String> names = input.optionalStrings(name, MAX_NAMES, NAME_LENGTH).value();
    if (names != null && names.isEmpty() && input.value(name).isEmpty()) {
      input.addError(name, "empty_list", "must not be empty; leave it out for the default");
    }
    return Optional.ofNullable(names).filter(some -> !some.isEmpty());
  }

  private static void requireKnown(
      JsonInput input, String name, String code, List<String> given, List<String> known) {
    List<String> unknown = new ArrayList<>(given);
    unknown.removeAll(known);
    JsonNode items = input.value(name);
    // What is no array has its error already.
    for (int i = 0; items.isArray() && i < items.size(); i++) {
      String value = items.get(i).asText();
      if (unknown.contains(value)) {
        input.addItemError(
            name,
            i,
            code,
            name + " must contain only " + String.join(", ", known) + ", got " + value);
      }
    }
  }

  private static Optional<Long> customerId(JsonInput input) {
    String text = input.optionalString("customerId", NAME_LENGTH).value();
    if (text == null) {
      return Optional.empty();
    }
    Optional<Long> id = CustomerId.parse(text);
    if (id.isEmpty()) {
      input.addError(
          "customerId",
          "invalid_customer_id",
          "must be a customer id returned by Shopwire, such as cus_5be193d07ac4f62c");
    }
    return id;
  }

  /** For the audit log, in the form of a request; only what was given. */
  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("since", Times.format(since));
    until.ifPresent(time -> json.put("until", Times.format(time)));
    json.put("statuses", statuses);
    if (!topics.isEmpty()) {
      json.put("topics", topics);
    }
    if (!eventNames.isEmpty()) {
      json.put("eventNames", eventNames);
    }
    customerId.ifPresent(id -> json.put("customerId", CustomerId.of(id)));
    return json;
  }
}
