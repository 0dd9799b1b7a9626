package dev.shopwire.app.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.shopwire.common.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/**
 * Compares answers with the documented ones. Everything must be equal but for moments, durations
 * and what depends on today, of which only the form matters, and for ids, secrets and cursors: what
 * one of them is in the document stands for what it was when it first came.
 */
final class ExampleComparison {
  /** Of these only the type matters. */
  private static final Set<String> OF_THE_MOMENT =
      Set.of(
          "at",
          "createdAt",
          "creditedAt",
          "correctedAt",
          "durationMs",
          "expiresAt",
          "capturedAt",
          "finishedAt",
          "firstSeenAt",
          "lastSeenAt",
          "lastDeliveredAt",
          "loggedAt",
          "nextAttemptAt",
          "occurredAt",
          "previousValidUntil",
          "settledAt",
          "since",
          "signedContent",
          "headers",
          "statusAt",
          "until",
          "waitingEvents",
          "waitingSince",
          "monthToDate",
          "last24Hours",
          "last7Days",
          "last30Days",
          "last90Days",
          "last365Days");

  /** Each of them stands for one of the running service. */
  private static final Set<String> OPAQUE =
      Set.of(
          "adminToken",
          "address",
          "contactId",
          "cursor",
          "customerId",
          "encryptingKey",
          "eventId",
          "id",
          "integrity",
          "path",
          "prefix",
          "secret",
          "signingSecret",
          "url",
          "version",
          "webhookEndpointId",
          "webhookId");

  /** May be there or not: whether something was behind for a moment. */
  private static final Set<String> OPTIONAL = Set.of("asOf", "source");

  private static final Pattern MOMENT = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z");

  private final Map<String, String> real = new HashMap<>();

  /** From now on {@code documented} stands for {@code actual}. */
  void bind(String documented, String actual) {
    real.put(documented, actual);
  }

  /** What a documented text stands for; itself if nothing else is known. */
  String real(String documented) {
    return real.getOrDefault(documented, documented);
  }

  /** A documented body with what its texts stand for. */
  JsonNode real(JsonNode documented) {
    if (documented.isTextual()) {
      return TextNode.valueOf(real(documented.textValue()));
    }
    if (documented instanceof ArrayNode array) {
      ArrayNode copy = JsonNodeFactory.instance.arrayNode();
      array.forEach(item -> copy.add(real(item)));
      return copy;
    }
    if (documented instanceof ObjectNode object) {
      ObjectNode copy = JsonNodeFactory.instance.objectNode();
      object.properties().forEach(member -> copy.set(member.getKey(), real(member.getValue())));
      return copy;
    }
    return documented;
  }

  /**
   * @return what differs first, with its place; empty if nothing does
   */
  String difference(JsonNode documented, JsonNode actual) {
    return difference("", "", documented, actual);
  }

  private String difference(String place, String name, JsonNode documented, JsonNode actual) {
    if (OF_THE_MOMENT.contains(name) && !documented.isMissingNode()) {
      boolean same = documented.getNodeType() == actual.getNodeType();
      return same ? "" : place + " is documented as " + documented + " and is " + actual;
    }
    if (documented.isObject() && actual.isObject()) {
      return ofObjects(place, documented, actual);
    }
    if (documented.isArray() && actual.isArray() && documented.size() == actual.size()) {
      for (int i = 0; i < actual.size(); i++) {
        String found = difference(place + "/" + i, name, documented.get(i), actual.get(i));
        if (!found.isEmpty()) {
          return found;
        }
      }
      return "";
    }
    return isSame(name, documented, actual)
        ? ""
        : place + " is documented as " + documented + " and is " + actual;
  }

  private String ofObjects(String place, JsonNode documented, JsonNode actual) {
    Set<String> names = new TreeSet<>();
    documented.fieldNames().forEachRemaining(names::add);
    actual.fieldNames().forEachRemaining(names::add);
    names.removeAll(OPTIONAL);
    for (String name : names) {
      String found = difference(place + "/" + name, name, documented.path(name), actual.path(name));
      if (!found.isEmpty()) {
        return found;
      }
    }
    return "";
  }

  private boolean isSame(String name, JsonNode documented, JsonNode actual) {
    if (documented.isNumber() && actual.isNumber()) {
      return documented.decimalValue().compareTo(actual.decimalValue()) == 0;
    }
    if (!documented.isTextual() || !actual.isTextual()) {
      return documented.equals(actual);
    }
    String expected = documented.textValue();
    String came = actual.textValue();
    if (OPAQUE.contains(name)) {
      return real.computeIfAbsent(expected, first -> came).equals(came);
    }
    return expected.equals(came)
        || real(expected).equals(came)
        || (name.equals("body") && difference(parsed(expected), parsed(came)).isEmpty());
  }

  /** Whether all that is documented, each item of a list too, is in {@code actual}. */
  static boolean isPart(JsonNode documented, JsonNode actual) {
    if (documented.isObject()) {
      return documented.properties().stream()
          .allMatch(member -> isPart(member.getValue(), actual.path(member.getKey())));
    }
    if (documented.isArray()) {
      return StreamSupport.stream(documented.spliterator(), false)
          .allMatch(
              item ->
                  StreamSupport.stream(actual.spliterator(), false)
                      .anyMatch(each -> isPart(item, each)));
    }
    return documented.equals(actual);
  }

  /** A webhook's body, whose moments are other ones each time. */
  private static JsonNode parsed(String body) {
    try {
      return Json.MAPPER.readTree(MOMENT.matcher(body).replaceAll("moment"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
