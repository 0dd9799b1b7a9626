package dev.shopwire.ingest.events;

import dev.shopwire.common.events.EventKey;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.StorableText;
import dev.shopwire.common.json.Uuid7;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.ingest.events.UsageEvent.Customer;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Builds one event from its fields, which are read in any order; if a field occurs twice, the last
 * one counts.
 */
final class EventDraft {
  private static final String PAGE_VIEW = "page_view";

  /** Earlier timestamps come from unset clocks or from numbers in an unexpected unit. */
  private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");

  private final int index;
  private final UsageEventLimits limits;
  private final EventErrors errors;
  private boolean isObject = true;
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
    this.limits = limits;
    this.errors = new EventErrors(pointer);
  }

  /**
   * Reads a field's value; returns false and reads nothing if the field is unknown.
   *
   * @param name its documented name
   * @param sent its name as the caller sent it
   */
  boolean read(String name, String sent, EventFieldReader reader) throws IOException {
    errors.startField(name, sent);
    switch (name) {
      case "eventName" ->
          eventName.set(sent, reader.nonEmptyText(limits.eventNameLength(), errors));
      case "customerId" -> shop.put(sent, true, reader.textOrInteger(Integer.MAX_VALUE, errors));
      case "myplatformDomain" -> shop.put(sent, false, reader.text(Integer.MAX_VALUE, errors));
      case "eventId" -> eventId.set(sent, reader.eventId(errors));
      case "path" -> path = reader.textOrAbsent(limits.pathLength(), errors);
      case "sessionKey" -> sessionKey = reader.textOrAbsent(limits.sessionKeyLength(), errors);
      case "timestamp" -> timestamp = reader.timestamp(errors);
      case "properties" -> set(reader.properties(errors));
      default -> {
        return false;
      }
    }
    return true;
  }

  private void set(Properties.Copied copied) {
    copied.error().ifPresent(what -> errors.add("properties", what));
    properties = copied.json().orElse(null);
    propertiesPath = copied.path().orElse(null);
  }

  /** Adds the error of an array element that is not an object. */
  void addNotAnObject(String type) {
    isObject = false;
    errors.addToEvent("invalid_type", "An event must be an object, got " + type);
  }

  /** Adds the error of an unknown field whose content cannot be stored. */
  void addUnknownFieldError(ValidationError error) {
    errors.add("", error);
  }

  /** Why the event is rejected; complete after {@link #finish}. */
  List<ValidationError> errors() {
    return errors.all();
  }

  /** What was ignored or is missing; complete after {@link #finish}. */
  List<ValidationError> warnings() {
    return errors.warnings();
  }

  Optional<String> eventId() {
    return Optional.ofNullable(eventId.value());
  }

  /** Errors of the fields next to a batch's events, most of which are ignored there. */
  List<ValidationError> batchErrors() {
    return errors.nextToBatch();
  }

  /** The shop that its fields identify. */
  ShopNames.Named shop(ShopDomain domains) {
    Optional<ValidationError> unreadable = errors.ofShop();
    return unreadable.isPresent()
        ? new ShopNames.Named(null, unreadable)
        : shop.read(errors.pointer(), domains);
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
    if (name == null && !errors.has("eventName")) {
      errors.add("eventName", "required", "eventName is required");
    }
    addConflictWarning(eventName);
    addConflictWarning(eventId);
    Customer customer = customer(outer, domains);
    checkRange(arrival);
    String page = page(PAGE_VIEW.equals(name));
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

  private void addConflictWarning(AliasedField text) {
    if (text.isConflicting()) {
      errors.addWarning(
          text.alias(),
          "conflicting_fields",
          text.alias() + " differs from " + text.name() + " and was ignored");
    }
  }

  private void checkRange(Instant arrival) {
    if (timestamp != null
        && (timestamp.isBefore(EARLIEST) || timestamp.isAfter(arrival.plus(limits.maxFuture())))) {
      errors.add(
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

  /** The event's path: of a page view also the one in its properties. */
  private @Nullable String page(boolean isPageView) {
    String page = path == null && isPageView ? propertiesPath : path;
    if (page != null && page.isEmpty()) {
      page = null;
    }
    if (page != null && StorableText.length(page) > limits.pathLength()) {
      errors.add(
          "properties/path",
          "too_long",
          "path is longer than " + limits.pathLength() + " characters");
    }
    if (isPageView && page == null) {
      errors.addWarning(
          "path", "missing_path", "A page_view without a path counts for no session and no page");
    }
    return page;
  }

  private @Nullable Customer customer(ShopNames.Named outer, ShopDomain domains) {
    ShopNames.Named own = shop(domains);
    if (own.error().isPresent()) {
      addShopError(own.error().get());
    } else if (own.customer() == null) {
      outer.error().ifPresent(this::addShopError);
      if (outer.customer() == null && outer.error().isEmpty()) {
        errors.add("customerId", "required", "customerId is required: the shop's domain");
      }
      return outer.customer();
    } else if (outer.customer() != null && own.customer().combine(outer.customer()).isEmpty()) {
      errors.addWarning(
          shop.first(),
          "conflicting_fields",
          shop.first() + " differs from the batch's shop and takes precedence");
    }
    return own.customer();
  }

  private void addShopError(ValidationError error) {
    if (errors.ofShop().isEmpty()) {
      errors.add("customerId", error);
    }
  }
}
