package dev.shopwire.ingest.events;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.shopwire.common.failure.Fault;
import dev.shopwire.common.json.JsonTypes;
import dev.shopwire.common.json.Text;
import dev.shopwire.common.json.Uuid7;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.ingest.events.UsageEvent.Customer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One event while its members are being read, in whatever order they come; of a member that comes
 * twice the last one counts. Faults are collected, all of them, each with its JSON Pointer.
 */
final class EventDraft {
  private static final String PAGE_VIEW = "page_view";
  private static final int MAX_ID_DIGITS = 18;

  private final int index;
  private final String pointer;
  private final UsageEventLimits limits;
  private final List<Noted> noted = new ArrayList<>(0);

  /** A fault, and our name for the member that it is about. */
  private record Noted(String member, Fault fault) {}

  /** The body's own shop, and the member that it came in. */
  record OuterDomain(String member, String text) {}

  private boolean isObject = true;
  private String sentName = "";
  private @Nullable String eventName;
  private @Nullable String customerId;
  private @Nullable String eventId;
  private @Nullable Instant timestamp;
  private @Nullable String path;
  private @Nullable String propertiesPath;
  private @Nullable String sessionKey;
  private @Nullable String properties;

  /**
   * @param pointer of the event within the body, empty if the body is the event
   */
  EventDraft(int index, String pointer, UsageEventLimits limits) {
    this.index = index;
    this.pointer = pointer;
    this.limits = limits;
  }

  /**
   * Reads the value that {@code parser} stands on; false, and nothing read, if it is none of ours.
   *
   * @param name ours
   * @param sent as the caller wrote it
   */
  boolean member(String name, String sent, JsonParser parser) throws IOException {
    sentName = sent;
    noted.removeIf(each -> each.member.equals(name));
    switch (name) {
      case "eventName" -> eventName = text(name, parser, limits.eventNameLength(), false);
      case "customerId" -> customerId = text(name, parser, Integer.MAX_VALUE, true);
      case "eventId" -> eventId = text(name, parser, limits.eventIdLength(), true);
      case "path" -> path = optionalText(name, parser, limits.pathLength());
      case "sessionKey" -> sessionKey = optionalText(name, parser, limits.sessionKeyLength());
      case "timestamp" -> timestamp = timestamp(parser);
      case "properties" -> properties(parser);
      default -> {
        return false;
      }
    }
    return true;
  }

  /** A text that may not be empty; null is absent. */
  private @Nullable String text(String name, JsonParser parser, int max, boolean integers)
      throws IOException {
    String text = optionalText(name, parser, max, integers);
    if (text != null && text.isEmpty()) {
      faultAt(name, sentName, "empty", name + " is empty");
      return null;
    }
    return text;
  }

  /** Here an empty text is absent: page scripts send it for what they don't know. */
  private @Nullable String optionalText(String name, JsonParser parser, int max)
      throws IOException {
    String text = optionalText(name, parser, max, false);
    return text == null || text.isEmpty() ? null : text;
  }

  private @Nullable String optionalText(String name, JsonParser parser, int max, boolean integers)
      throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      return null;
    }
    if (token != JsonToken.VALUE_STRING && !(integers && token == JsonToken.VALUE_NUMBER_INT)) {
      wrongType(name, integers ? "a string or an integer" : "a string", parser);
      return null;
    }
    String text = parser.getText();
    if (text.length() > max && Text.length(text) > max) {
      faultAt(name, sentName, "too_long", name + " is longer than " + max + " characters");
      return null;
    }
    Optional<String> flaw = Text.flaw(text);
    flaw.ifPresent(what -> faultAt(name, sentName, "invalid_text", name + " " + what));
    return flaw.isPresent() ? null : text;
  }

  private @Nullable Instant timestamp(JsonParser parser) throws IOException {
    Optional<Instant> read;
    switch (parser.currentToken()) {
      case VALUE_NULL -> {
        return null;
      }
      case VALUE_NUMBER_INT -> read = Timestamps.ofEpochMillis(parser.getText());
      case VALUE_STRING -> read = Timestamps.ofIso(parser.getText());
      default -> {
        wrongType("timestamp", "an ISO 8601 string or epoch milliseconds", parser);
        return null;
      }
    }
    if (read.isEmpty()) {
      fault(
          "timestamp",
          "invalid_timestamp",
          "timestamp is neither ISO 8601 (such as 2026-11-21T09:30:00Z) nor epoch milliseconds of"
              + " the years 1 to 9999");
    }
    return read.orElse(null);
  }

  private void properties(JsonParser parser) throws IOException {
    propertiesPath = null;
    properties = null;
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return;
    }
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      wrongType("properties", "an object", parser);
      return;
    }
    Properties.Copied copied = Properties.copy(parser, limits);
    copied.fault().ifPresent(what -> fault("properties", "invalid_properties", what));
    properties = copied.json().orElse(null);
    propertiesPath = copied.path().orElse(null);
  }

  private void wrongType(String name, String expected, JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    parser.skipChildren();
    faultAt(
        name,
        sentName,
        "invalid_type",
        name + " must be " + expected + ", got " + JsonTypes.name(token));
  }

  /** The array element isn't an event at all. */
  void isNoObject(String type) {
    isObject = false;
    note("", pointer, "invalid_type", "An event must be an object, got " + type);
  }

  private void fault(String member, String code, String message) {
    faultAt(member, member, code, message);
  }

  private void faultAt(String member, String sent, String code, String message) {
    note(member, pointer + "/" + sent, code, message);
  }

  private void note(String member, String place, String code, String message) {
    noted.add(new Noted(member, new Fault(place, code, message)));
  }

  /** Whether the event is acceptable so far; meaningful after {@link #finish}. */
  List<Fault> faults() {
    return noted.stream().map(Noted::fault).toList();
  }

  Optional<String> eventId() {
    return Optional.ofNullable(eventId);
  }

  /**
   * The event, once all of the body is read; empty if it has faults.
   *
   * @param outerDomain the body's own shop, for an event that names none
   * @param arrival stands in for an absent timestamp
   */
  Optional<UsageEvent> finish(
      Optional<OuterDomain> outerDomain, ShopDomain domains, Instant arrival) {
    if (!isObject) {
      return Optional.empty();
    }
    if (eventName == null && !hasFault("eventName")) {
      fault("eventName", "required", "eventName is required");
    }
    Customer customer = customer(outerDomain, domains);
    if (timestamp != null && timestamp.isAfter(arrival.plus(limits.future()))) {
      fault("timestamp", "timestamp_in_future", "timestamp is more than " + hours() + " ahead");
    }
    String page = path == null && PAGE_VIEW.equals(eventName) ? propertiesPath : path;
    if (page != null && page.isEmpty()) {
      page = null;
    }
    if (page != null && Text.length(page) > limits.pathLength()) {
      fault("properties/path", "too_long", "path is longer than " + limits.pathLength());
    }
    String name = eventName;
    if (!noted.isEmpty() || name == null || customer == null) {
      return Optional.empty();
    }
    UUID key = eventId == null ? Uuid7.next() : EventKey.of(eventId);
    return Optional.of(
        new UsageEvent(
            index,
            key,
            eventId == null ? key.toString() : eventId,
            name,
            customer,
            timestamp == null ? arrival : timestamp,
            page,
            sessionKey,
            properties));
  }

  private @Nullable Customer customer(Optional<OuterDomain> outerDomain, ShopDomain domains) {
    if (customerId == null && hasFault("customerId")) {
      return null;
    }
    String given =
        customerId == null ? outerDomain.map(OuterDomain::text).orElse(null) : customerId;
    if (given == null) {
      fault("customerId", "required", "customerId is required: the shop's domain");
      return null;
    }
    if (isOwnId(given)) {
      return Customer.ofId(Long.parseLong(given));
    }
    ShopDomain.Checked checked = domains.check(given);
    if (checked.fault().isPresent()) {
      boolean outer = customerId == null;
      String member = outer ? outerDomain.orElseThrow().member() : "customerId";
      String place = outer ? "/" + member : pointer + "/customerId";
      note("customerId", place, "invalid_domain", member + " " + checked.fault().get());
      return null;
    }
    return Customer.ofDomain(checked.domain());
  }

  /** No host name is all digits, so digits are an id of ours. */
  private static boolean isOwnId(String text) {
    return !text.isEmpty()
        && text.length() <= MAX_ID_DIGITS
        && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private boolean hasFault(String member) {
    return noted.stream().anyMatch(each -> each.member.equals(member));
  }

  private String hours() {
    Duration future = limits.future();
    return future.toHours() + " hours";
  }
}
