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
 * Compares responses with the documented ones. Everything must be equal, with two exceptions: of
 * timestamps, durations and what depends on the current date only the type is compared, and a
 * documented id, secret or cursor stands for the actual one that it was first compared with.
 */
final class ExampleComparison {
  /** Fields of which only the type is compared. */
  private static final Set<String> VARYING =
      Set.of(
          "at",
          "createdAt",
          "creditedAt",
          "correctedAt",
          "doneAt",
          "dueAt",
          "durationMs",
          "endedAt",
          "enteredAt",
          "expiresAt",
          "capturedAt",
          "checkedAt",
          "finishedAt",
          "frozenAt",
          "heapMaxBytes",
          "heapUsedBytes",
          "latencyMs",
          "startedAt",
          "firstSeenAt",
          "lastSeenAt",
          "lastSignInAt",
          "lastDeliveredAt",
          "lastAt",
          "lastUsedAt",
          "loggedAt",
          "members",
          "milliseconds",
          "nextAttemptAt",
          "nextRunAt",
          "readAt",
          "occurredAt",
          "previousValidUntil",
          "port",
          "publishedAt",
          "receivedAt",
          "requestId",
          "settledAt",
          "since",
          "sha256",
          "signedContent",
          "headers",
          "statusAt",
          "tracking",
          "updatedAt",
          "until",
          "userAgent",
          "waitingEvents",
          "waitingSince",
          "windows",
          "monthToDate",
          "last24Hours",
          "last7Days",
          "last30Days",
          "last90Days",
          "last365Days");

  /** Fields whose documented values stand for those of the running service. */
  private static final Set<String> OPAQUE =
      Set.of(
          "adminToken",
          "address",
          "contactId",
          "csrfToken",
          "cursor",
          "customerId",
          "databaseId",
          "dnsValue",
          "encryptingKey",
          "eventId",
          "eventsUrl",
          "id",
          "integrity",
          "path",
          "prefix",
          "queryId",
          "recoveryCodes",
          "secret",
          "signingSecret",
          "uri",
          "url",
          "version",
          "webhookEndpointId",
          "webhookId");

  /** Fields that are present only while data is behind. */
  private static final Set<String> OPTIONAL = Set.of("asOf", "source");

  private static final String LINK_TOKEN = "#token=";

  private static final Pattern TIMESTAMP = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z");

  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");

  private final Map<String, String> actualValues = new HashMap<>();

  /** Makes {@code documented} stand for {@code actual}. */
  void bind(String documented, String actual) {
    actualValues.put(documented, actual);
  }

  /** The actual value that a documented text stands for; the text itself if none is known. */
  String resolve(String documented) {
    return actualValues.getOrDefault(documented, documented);
  }

  /** A documented body with its texts resolved. */
  JsonNode resolve(JsonNode documented) {
    if (documented.isTextual()) {
      return TextNode.valueOf(resolve(documented.textValue()));
    }
    if (documented instanceof ArrayNode array) {
      ArrayNode copy = JsonNodeFactory.instance.arrayNode();
      array.forEach(item -> copy.add(resolve(item)));
      return copy;
    }
    if (documented instanceof ObjectNode object) {
      ObjectNode copy = JsonNodeFactory.instance.objectNode();
      object.properties().forEach(field -> copy.set(field.getKey(), resolve(field.getValue())));
      return copy;
    }
    return documented;
  }

  /**
   * @return the first difference with its path; empty if there is none
   */
  String difference(JsonNode documented, JsonNode actual) {
    return difference("", "", documented, actual);
  }

  /** Of a time; there are versions and hours of this name, too. */
  private static boolean isStart(String name, JsonNode documented) {
    return name.equals("from") && TIMESTAMP.matcher(documented.asText()).matches();
  }

  /** Today's, of a range of dates. */
  private static boolean isEnd(String name, JsonNode documented) {
    return name.equals("to") && DATE.matcher(documented.asText()).matches();
  }

  private String difference(String path, String name, JsonNode documented, JsonNode actual) {
    if ((VARYING.contains(name) || isStart(name, documented) || isEnd(name, documented))
        && !documented.isMissingNode()) {
      boolean isSameType = documented.getNodeType() == actual.getNodeType();
      return isSameType ? "" : path + " is documented as " + documented + " and is " + actual;
    }
    if (documented.isObject() && actual.isObject()) {
      return objectDifference(path, documented, actual);
    }
    if (documented.isArray() && actual.isArray() && documented.size() == actual.size()) {
      for (int i = 0; i < actual.size(); i++) {
        String found = difference(path + "/" + i, name, documented.get(i), actual.get(i));
        if (!found.isEmpty()) {
          return found;
        }
      }
      return "";
    }
    return isSame(name, documented, actual)
        ? ""
        : path + " is documented as " + documented + " and is " + actual;
  }

  private String objectDifference(String path, JsonNode documented, JsonNode actual) {
    Set<String> names = new TreeSet<>();
    documented.fieldNames().forEachRemaining(names::add);
    actual.fieldNames().forEachRemaining(names::add);
    names.removeAll(OPTIONAL);
    for (String name : names) {
      String found = difference(path + "/" + name, name, documented.path(name), actual.path(name));
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
    String value = actual.textValue();
    if (expected.contains(LINK_TOKEN) && value.contains(LINK_TOKEN)) {
      return isBound(token(expected), token(value));
    }
    if (OPAQUE.contains(name)) {
      return isBound(expected, value);
    }
    return expected.equals(value)
        || resolve(expected).equals(value)
        || (name.equals("body") && difference(parseBody(expected), parseBody(value)).isEmpty());
  }

  private boolean isBound(String documented, String actual) {
    return actualValues.computeIfAbsent(documented, first -> actual).equals(actual);
  }

  /** The one-time token of a link, whose host and port vary. */
  private static String token(String link) {
    return link.substring(link.indexOf(LINK_TOKEN) + LINK_TOKEN.length());
  }

  /** Whether {@code actual} contains everything that is documented, and each item of a list. */
  static boolean contains(JsonNode documented, JsonNode actual) {
    if (documented.isObject()) {
      return documented.properties().stream()
          .allMatch(field -> contains(field.getValue(), actual.path(field.getKey())));
    }
    if (documented.isArray()) {
      return StreamSupport.stream(documented.spliterator(), false)
          .allMatch(
              item ->
                  StreamSupport.stream(actual.spliterator(), false)
                      .anyMatch(actualItem -> contains(item, actualItem)));
    }
    return documented.equals(actual);
  }

  /** Parses a webhook's body with its varying timestamps replaced. */
  private static JsonNode parseBody(String body) {
    try {
      return Json.MAPPER.readTree(TIMESTAMP.matcher(body).replaceAll("moment"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
