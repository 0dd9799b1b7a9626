package dev.shopwire.ingest.events;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.shopwire.common.events.EventKey;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.JsonTypes;
import dev.shopwire.common.json.StorableText;
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
 * Collects the fields of one event while they are read, in any order; if a field occurs twice, the
 * last one counts. Collects all validation errors, each with its JSON Pointer.
 */
final class EventDraft {
  private static final String PAGE_VIEW = "page_view";

  /** Earlier timestamps come from unset clocks or from numbers in an unexpected unit. */
  private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");

  private final int index;
  private final String pointer;
  private final UsageEventLimits limits;
  private final List<FieldFault> faults = new ArrayList<>(0);

  /** A validation error and its field's documented name; empty if it has none. */
  private record FieldFault(String field, ValidationError fault) {}

  private boolean isObject = true;
  private String sentName = "";
  private final List<ValidationError> warnings = new ArrayList<>(0);
  private final AliasedField eventName = new AliasedField("eventName");
  private final AliasedField eventId = new AliasedField("eventId");
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
   * Reads a field's value at the parser's position; returns false and reads nothing if the field is
   * unknown.
   *
   * @param name its documented name
   * @param sent its name as the caller sent it
   */
  boolean read(String name, String sent, JsonParser parser) throws IOException {
    sentName = sent;
    faults.removeIf(each -> each.field.equals(name));
    switch (name) {
      case "eventName" -> eventName.set(sent, text(name, parser, limits.eventNameLength()));
      case "customerId", "myplatformDomain" ->
          shop.put(
              sent,
              name.equals("customerId"),
              optionalString(name, parser, Integer.MAX_VALUE, name.equals("customerId")));
      case "eventId" -> eventId.set(sent, eventId(parser));
      case "path" -> path = optionalString(name, parser, limits.pathLength());
      case "sessionKey" -> sessionKey = optionalString(name, parser, limits.sessionKeyLength());
      case "timestamp" -> timestamp = timestamp(parser);
      case "properties" -> properties(parser);
      default -> {
        return false;
      }
    }
    return true;
  }

  /** An empty id counts as absent, with a warning: resends of the event cannot be recognized. */
  private @Nullable String eventId(JsonParser parser) throws IOException {
    String text = optionalString("eventId", parser, limits.eventIdLength(), true);
    if (text != null && text.isEmpty()) {
      warn(sentName, "empty", sentName + " is empty and counts as absent");
      return null;
    }
    return text;
  }

  /** Reads a string that must not be empty; null counts as absent. */
  private @Nullable String text(String name, JsonParser parser, int max) throws IOException {
    String text = optionalString(name, parser, max, false);
    if (text != null && text.isEmpty()) {
      addFaultAt(name, sentName, "empty", name + " is empty");
      return null;
    }
    return text;
  }

  /** Reads a string; empty counts as absent, since page scripts send it for unknown values. */
  private @Nullable String optionalString(String name, JsonParser parser, int max)
      throws IOException {
    String text = optionalString(name, parser, max, false);
    return text == null || text.isEmpty() ? null : text;
  }

  private @Nullable String optionalString(
      String name, JsonParser parser, int max, boolean allowInteger) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      return null;
    }
    if (token != JsonToken.VALUE_STRING && !(allowInteger && token == JsonToken.VALUE_NUMBER_INT)) {
      addTypeFault(name, allowInteger ? "a string or an integer" : "a string", parser);
      return null;
    }
    String text = parser.getText();
    if (text.length() > max && StorableText.length(text) > max) {
      addFaultAt(name, sentName, "too_long", name + " is longer than " + max + " characters");
      return null;
    }
    Optional<String> flaw = StorableText.flaw(text);
    flaw.ifPresent(what -> addFaultAt(name, sentName, "invalid_text", name + " " + what));
    return flaw.isPresent() ? null : text;
  }

  private @Nullable Instant timestamp(JsonParser parser) throws IOException {
    Optional<Instant> parsed;
    switch (parser.currentToken()) {
      case VALUE_NULL -> {
        return null;
      }
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parsed = Timestamps.ofEpoch(parser.getText());
      case VALUE_STRING -> parsed = Timestamps.ofIso(parser.getText());
      default -> {
        addTypeFault("timestamp", "an ISO 8601 string or a number", parser);
        return null;
      }
    }
    if (parsed.isEmpty()) {
      addFault(
          "timestamp",
          "invalid_timestamp",
          "timestamp must be ISO 8601 (such as 2026-11-21T09:30:00Z) or a number of seconds or"
              + " milliseconds since 1970");
    }
    return parsed.orElse(null);
  }

  private void properties(JsonParser parser) throws IOException {
    propertiesPath = null;
    properties = null;
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return;
    }
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      addTypeFault("properties", "an object", parser);
      return;
    }
    Properties.Copied copied = Properties.copy(parser, limits);
    copied.fault().ifPresent(what -> faults.add(new FieldFault("properties", what)));
    properties = copied.json().orElse(null);
    propertiesPath = copied.path().orElse(null);
  }

  private void addTypeFault(String name, String expected, JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    parser.skipChildren();
    addFaultAt(
        name,
        sentName,
        "invalid_type",
        name + " must be " + expected + ", got " + JsonTypes.name(token));
  }

  /** Adds the error of an array element that is not an object. */
  void addNotAnObject(String type) {
    isObject = false;
    String message = "An event must be an object, got " + type;
    faults.add(new FieldFault("", new ValidationError(pointer, "invalid_type", message)));
  }

  /** Adds the error of an unknown field whose content cannot be stored. */
  void addUnknownFieldFault(ValidationError fault) {
    faults.add(new FieldFault("", fault));
  }

  private void addFault(String field, String code, String message) {
    addFaultAt(field, field, code, message);
  }

  private void addFaultAt(String field, String sent, String code, String message) {
    faults.add(new FieldFault(field, new ValidationError(pointer + "/" + sent, code, message)));
  }

  private void warn(String field, String code, String message) {
    warnings.add(new ValidationError(pointer + "/" + field, code, message));
  }

  private void warnOfConflict(AliasedField text) {
    if (text.isConflicting()) {
      warn(
          text.alias(),
          "conflicting_fields",
          text.alias() + " differs from " + text.name() + " and was ignored");
    }
  }

  /** Why the event is rejected; complete after {@link #finish}. */
  List<ValidationError> faults() {
    return faults.stream().map(FieldFault::fault).toList();
  }

  /** What was ignored or is missing; complete after {@link #finish}. */
  List<ValidationError> warnings() {
    return warnings;
  }

  Optional<String> eventId() {
    return Optional.ofNullable(eventId.value());
  }

  /** Faults of the fields next to a batch's events, most of which are ignored there. */
  List<ValidationError> batchFaults() {
    return faults.stream()
        .filter(
            each ->
                each.field.isEmpty()
                    || isShop(each.field)
                    || each.fault.code().equals("invalid_text"))
        .map(FieldFault::fault)
        .toList();
  }

  /** The shop that its fields identify. */
  ShopNames.Named shop(ShopDomain domains) {
    Optional<ValidationError> unreadable =
        faults.stream().filter(each -> isShop(each.field)).map(FieldFault::fault).findFirst();
    return unreadable.isPresent()
        ? new ShopNames.Named(null, unreadable)
        : shop.read(pointer, domains);
  }

  static boolean isShop(String name) {
    return name.equals("customerId") || name.equals("myplatformDomain");
  }

  /**
   * Builds the event after the complete body is read; empty if it is invalid.
   *
   * @param outer the shop of an event that identifies none itself
   * @param arrival used if the event has no timestamp
   */
  Optional<UsageEvent> finish(ShopNames.Named outer, ShopDomain domains, Instant arrival) {
    if (!isObject) {
      return Optional.empty();
    }
    String name = eventName.value();
    if (name == null && !hasFault("eventName")) {
      addFault("eventName", "required", "eventName is required");
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
    if (page != null && StorableText.length(page) > limits.pathLength()) {
      addFault(
          "properties/path",
          "too_long",
          "path is longer than " + limits.pathLength() + " characters");
    }
    if (isPageView && page == null) {
      warn("path", "missing_path", "A page_view without a path counts for no session and no page");
    }
    if (!faults.isEmpty() || name == null || customer == null) {
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
      addFault(
          "timestamp",
          "timestamp_out_of_range",
          "timestamp must be between "
              + EARLIEST
              + " and "
              + limits.future().toHours()
              + " hours ahead, got "
              + timestamp);
    }
  }

  private @Nullable Customer customer(ShopNames.Named outer, ShopDomain domains) {
    ShopNames.Named own = shop(domains);
    if (own.fault().isPresent()) {
      addShopFault(own.fault().get());
    } else if (own.customer() == null) {
      outer.fault().ifPresent(this::addShopFault);
      if (outer.customer() == null && outer.fault().isEmpty()) {
        addFault("customerId", "required", "customerId is required: the shop's domain");
      }
      return outer.customer();
    } else if (outer.customer() != null && own.customer().with(outer.customer()).isEmpty()) {
      warn(
          shop.first(),
          "conflicting_fields",
          shop.first() + " differs from the batch's shop and takes precedence");
    }
    return own.customer();
  }

  private void addShopFault(ValidationError fault) {
    if (!hasFault("customerId") && !hasFault("myplatformDomain")) {
      faults.add(new FieldFault("customerId", fault));
    }
  }

  private boolean hasFault(String field) {
    return faults.stream().anyMatch(each -> each.field.equals(field));
  }
}
