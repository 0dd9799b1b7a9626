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
  private final List<FieldError> errors = new ArrayList<>(0);

  /** A validation error and its field's documented name; empty if it has none. */
  private record FieldError(String field, ValidationError error) {}

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
    errors.removeIf(each -> each.field.equals(name));
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
      addWarning(sentName, "empty", sentName + " is empty and counts as absent");
      return null;
    }
    return text;
  }

  /** Reads a string that must not be empty; null counts as absent. */
  private @Nullable String text(String name, JsonParser parser, int max) throws IOException {
    String text = optionalString(name, parser, max, false);
    if (text != null && text.isEmpty()) {
      addErrorAt(name, sentName, "empty", name + " is empty");
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
      addTypeError(name, allowInteger ? "a string or an integer" : "a string", parser);
      return null;
    }
    String text = parser.getText();
    if (text.length() > max && StorableText.length(text) > max) {
      addErrorAt(name, sentName, "too_long", name + " is longer than " + max + " characters");
      return null;
    }
    Optional<String> problem = StorableText.findProblem(text);
    problem.ifPresent(what -> addErrorAt(name, sentName, "invalid_text", name + " " + what));
    return problem.isPresent() ? null : text;
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
        addTypeError("timestamp", "an ISO 8601 string or a number", parser);
        return null;
      }
    }
    if (parsed.isEmpty()) {
      addError(
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
      addTypeError("properties", "an object", parser);
      return;
    }
    Properties.Copied copied = Properties.copy(parser, limits);
    copied.error().ifPresent(what -> errors.add(new FieldError("properties", what)));
    properties = copied.json().orElse(null);
    propertiesPath = copied.path().orElse(null);
  }

  private void addTypeError(String name, String expected, JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    parser.skipChildren();
    addErrorAt(
        name,
        sentName,
        "invalid_type",
        name + " must be " + expected + ", got " + JsonTypes.name(token));
  }

  /** Adds the error of an array element that is not an object. */
  void addNotAnObject(String type) {
    isObject = false;
    String message = "An event must be an object, got " + type;
    errors.add(new FieldError("", new ValidationError(pointer, "invalid_type", message)));
  }

  /** Adds the error of an unknown field whose content cannot be stored. */
  void addUnknownFieldError(ValidationError error) {
    errors.add(new FieldError("", error));
  }

  private void addError(String field, String code, String message) {
    addErrorAt(field, field, code, message);
  }

  private void addErrorAt(String field, String sent, String code, String message) {
    errors.add(new FieldError(field, new ValidationError(pointer + "/" + sent, code, message)));
  }

  private void addWarning(String field, String code, String message) {
    warnings.add(new ValidationError(pointer + "/" + field, code, message));
  }

  private void addConflictWarning(AliasedField text) {
    if (text.isConflicting()) {
      addWarning(
          text.alias(),
          "conflicting_fields",
          text.alias() + " differs from " + text.name() + " and was ignored");
    }
  }

  /** Why the event is rejected; complete after {@link #finish}. */
  List<ValidationError> errors() {
    return errors.stream().map(FieldError::error).toList();
  }

  /** What was ignored or is missing; complete after {@link #finish}. */
  List<ValidationError> warnings() {
    return warnings;
  }

  Optional<String> eventId() {
    return Optional.ofNullable(eventId.value());
  }

  /** Faults of the fields next to a batch's events, most of which are ignored there. */
  List<ValidationError> batchErrors() {
    return errors.stream()
        .filter(
            each ->
                each.field.isEmpty()
                    || isShop(each.field)
                    || each.error.code().equals("invalid_text"))
        .map(FieldError::error)
        .toList();
  }

  /** The shop that its fields identify. */
  ShopNames.Named shop(ShopDomain domains) {
    Optional<ValidationError> unreadable =
        errors.stream().filter(each -> isShop(each.field)).map(FieldError::error).findFirst();
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
    if (name == null && !hasError("eventName")) {
      addError("eventName", "required", "eventName is required");
    }
    addConflictWarning(eventName);
    addConflictWarning(eventId);
    Customer customer = customer(outer, domains);
    checkRange(arrival);
    boolean isPageView = PAGE_VIEW.equals(name);
    String page = path == null && isPageView ? propertiesPath : path;
    if (page != null && page.isEmpty()) {
      page = null;
    }
    if (page != null && StorableText.length(page) > limits.pathLength()) {
      addError(
          "properties/path",
          "too_long",
          "path is longer than " + limits.pathLength() + " characters");
    }
    if (isPageView && page == null) {
      addWarning(
          "path", "missing_path", "A page_view without a path counts for no session and no page");
    }
    if (!errors.isEmpty() || name == null || customer == null) {
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
        && (timestamp.isBefore(EARLIEST) || timestamp.isAfter(arrival.plus(limits.maxFuture())))) {
      addError(
          "timestamp",
          "timestamp_out_of_range",
          "timestamp must be between "
              + EARLIEST
              + " and "
              + limits.maxFuture().toHours()
              + " hours ahead, got "
              + timestamp);
    }
  }

  private @Nullable Customer customer(ShopNames.Named outer, ShopDomain domains) {
    ShopNames.Named own = shop(domains);
    if (own.error().isPresent()) {
      addShopError(own.error().get());
    } else if (own.customer() == null) {
      outer.error().ifPresent(this::addShopError);
      if (outer.customer() == null && outer.error().isEmpty()) {
        addError("customerId", "required", "customerId is required: the shop's domain");
      }
      return outer.customer();
    } else if (outer.customer() != null && own.customer().combine(outer.customer()).isEmpty()) {
      addWarning(
          shop.first(),
          "conflicting_fields",
          shop.first() + " differs from the batch's shop and takes precedence");
    }
    return own.customer();
  }

  private void addShopError(ValidationError error) {
    if (!hasError("customerId") && !hasError("myplatformDomain")) {
      errors.add(new FieldError("customerId", error));
    }
  }

  private boolean hasError(String field) {
    return errors.stream().anyMatch(each -> each.field.equals(field));
  }
}
