package dev.shopwire.ingest.events;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.shopwire.common.events.EventKey;
import dev.shopwire.common.failure.Fault;
import dev.shopwire.common.json.JsonTypes;
import dev.shopwire.common.json.Text;
import dev.shopwire.common.json.Uuid7;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.common.time.Timestamps;
import dev.shopwire.ingest.events.UsageEvent.Customer;
import java.io.IOException;
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

  /** Earlier ones are of clocks that aren't set, or in other units than they seem. */
  private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");

  private final int index;
  private final String pointer;
  private final UsageEventLimits limits;
  private final List<Noted> noted = new ArrayList<>(0);

  /** A fault, and our name for the member that it is about. */
  private record Noted(String member, Fault fault) {}

  private boolean isObject = true;
  private String sentName = "";
  private final List<Fault> warnings = new ArrayList<>(0);
  private final AliasedText eventName = new AliasedText("eventName");
  private final AliasedText eventId = new AliasedText("eventId");
  private final ShopNames shop = new ShopNames();
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
      case "eventName" -> eventName.set(sent, text(name, parser, limits.eventNameLength()));
      case "customerId", "myplatformDomain" ->
          shop.put(
              sent,
              name.equals("customerId"),
              optionalText(name, parser, Integer.MAX_VALUE, name.equals("customerId")));
      case "eventId" -> eventId.set(sent, eventId(parser));
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

  /** An empty id is none, which resends can't be told by. */
  private @Nullable String eventId(JsonParser parser) throws IOException {
    String text = optionalText("eventId", parser, limits.eventIdLength(), true);
    if (text != null && text.isEmpty()) {
      warn(sentName, "empty", sentName + " is empty, the event was taken as one without an id");
      return null;
    }
    return text;
  }

  /** A text that may not be empty; null is absent. */
  private @Nullable String text(String name, JsonParser parser, int max) throws IOException {
    String text = optionalText(name, parser, max, false);
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
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> read = Timestamps.ofEpoch(parser.getText());
      case VALUE_STRING -> read = Timestamps.ofIso(parser.getText());
      default -> {
        wrongType("timestamp", "an ISO 8601 string or a number", parser);
        return null;
      }
    }
    if (read.isEmpty()) {
      fault(
          "timestamp",
          "invalid_timestamp",
          "timestamp is neither ISO 8601 (such as 2026-11-21T09:30:00Z) nor a number of seconds or"
              + " milliseconds since 1970");
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
    copied.fault().ifPresent(what -> noted.add(new Noted("properties", what)));
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

  /** A member that nobody knows holds what can't be stored. */
  void unknownFault(Fault fault) {
    noted.add(new Noted("", fault));
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

  private void warn(String member, String code, String message) {
    warnings.add(new Fault(pointer + "/" + member, code, message));
  }

  private void warnOfConflict(AliasedText text) {
    if (text.isConflicting()) {
      warn(
          text.alias(),
          "conflicting_fields",
          text.alias() + " differs from " + text.name() + " and was ignored");
    }
  }

  /** Why the event isn't acceptable; meaningful after {@link #finish}. */
  List<Fault> faults() {
    return noted.stream().map(Noted::fault).toList();
  }

  /** What was ignored or is missing; meaningful after {@link #finish}. */
  List<Fault> warnings() {
    return warnings;
  }

  Optional<String> eventId() {
    return Optional.ofNullable(eventId.value());
  }

  /** What is wrong beside the events of a batch, where other members are ignored. */
  List<Fault> faultsOfBatch() {
    return noted.stream()
        .filter(
            each ->
                each.member.isEmpty()
                    || isShop(each.member)
                    || each.fault.code().equals("invalid_text"))
        .map(Noted::fault)
        .toList();
  }

  /** The shop that its members name. */
  ShopNames.Named shop(ShopDomain domains) {
    Optional<Fault> unreadable =
        noted.stream().filter(each -> isShop(each.member)).map(Noted::fault).findFirst();
    return unreadable.isPresent()
        ? new ShopNames.Named(null, unreadable)
        : shop.read(pointer, domains);
  }

  static boolean isShop(String name) {
    return name.equals("customerId") || name.equals("myplatformDomain");
  }

  /**
   * The event, once all of the body is read; empty if it has faults.
   *
   * @param outer the shop of an event that names none
   * @param arrival stands in for an absent timestamp
   */
  Optional<UsageEvent> finish(ShopNames.Named outer, ShopDomain domains, Instant arrival) {
    if (!isObject) {
      return Optional.empty();
    }
    String name = eventName.value();
    if (name == null && !hasFault("eventName")) {
      fault("eventName", "required", "eventName is required");
    }
    warnOfConflict(eventName);
    warnOfConflict(eventId);
    Customer customer = customer(outer, domains);
    checkRange(arrival);
    boolean isPageView = PAGE_VIEW.equals(name);
    String page = path == null && isPageView ? propertiesPath : path;
    if (page != null && page.isEmpty()) {
      page = null;
    }
    if (page != null && Text.length(page) > limits.pathLength()) {
      fault("properties/path", "too_long", "path is longer than " + limits.pathLength());
    }
    if (isPageView && page == null) {
      warn("path", "missing_path", "A page_view without a path is in no session and on no page");
    }
    if (!noted.isEmpty() || name == null || customer == null) {
      return Optional.empty();
    }
    String id = eventId.value();
    UUID key = id == null ? Uuid7.next() : EventKey.of(id);
    return Optional.of(
        new UsageEvent(
            index,
            key,
            id == null ? key.toString() : id,
            id != null,
            name,
            customer,
            timestamp == null ? arrival : timestamp,
            page,
            sessionKey,
            properties));
  }

  private void checkRange(Instant arrival) {
    if (timestamp != null
        && (timestamp.isBefore(EARLIEST) || timestamp.isAfter(arrival.plus(limits.future())))) {
      fault(
          "timestamp",
          "timestamp_out_of_range",
          "timestamp is "
              + timestamp
              + ", expected one from "
              + EARLIEST
              + " to "
              + limits.future().toHours()
              + " hours ahead");
    }
  }

  private @Nullable Customer customer(ShopNames.Named outer, ShopDomain domains) {
    ShopNames.Named own = shop(domains);
    if (own.fault().isPresent()) {
      noteShop(own.fault().get());
    } else if (own.customer() == null) {
      outer.fault().ifPresent(this::noteShop);
      if (outer.customer() == null && outer.fault().isEmpty()) {
        fault("customerId", "required", "customerId is required: the shop's domain");
      }
      return outer.customer();
    } else if (outer.customer() != null && own.customer().with(outer.customer()).isEmpty()) {
      warn(
          shop.first(),
          "conflicting_fields",
          shop.first() + " names another shop than the batch and wins");
    }
    return own.customer();
  }

  private void noteShop(Fault fault) {
    if (!hasFault("customerId") && !hasFault("myplatformDomain")) {
      noted.add(new Noted("customerId", fault));
    }
  }

  private boolean hasFault(String member) {
    return noted.stream().anyMatch(each -> each.member.equals(member));
  }
}
