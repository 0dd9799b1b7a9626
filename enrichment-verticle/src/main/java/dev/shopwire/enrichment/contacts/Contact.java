package dev.shopwire.enrichment.contacts;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A contact of a shop.
 *
 * @param id Shopwire's id; 0 until it is stored
 * @param platformId the platform's user id; null only for a manual contact
 * @param values of all fields
 * @param sourceApp the app that first pushed it; empty for a manual contact
 * @param sourceSlug that app's slug; null for a manual contact, and until it is stored
 */
public record Contact(
    long id,
    @Nullable String platformId,
    Map<ContactField, @Nullable Object> values,
    Optional<Long> sourceApp,
    @Nullable String sourceSlug) {

  /** A new contact without any details. */
  static Contact empty(@Nullable String platformId, Optional<Long> sourceApp) {
    return new Contact(0, platformId, values(ContactField::none), sourceApp, null);
  }

  /** The values of all fields. */
  static Map<ContactField, @Nullable Object> values(
      Function<ContactField, @Nullable Object> value) {
    Map<ContactField, @Nullable Object> values = new EnumMap<>(ContactField.class);
    for (ContactField field : ContactField.values()) {
      values.put(field, value.apply(field));
    }
    return Collections.unmodifiableMap(values);
  }

  @Nullable String text(ContactField field) {
    return (String) values.get(field);
  }

  boolean isSet(ContactField field) {
    return Boolean.TRUE.equals(values.get(field));
  }

  List<String> texts(ContactField field) {
    return values.get(field) instanceof List<?> texts
        ? texts.stream().map(String.class::cast).toList()
        : List.of();
  }

  /** Derived from the other fields (docs/api/customers.md). */
  String role() {
    if (isSet(ContactField.ACCOUNT_OWNER)) {
      return "owner";
    }
    if (isSet(ContactField.INSTALLER)) {
      return "installer";
    }
    List<String> tags = texts(ContactField.TAGS);
    return tags.isEmpty() ? "staff" : tags.get(0);
  }

  public Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("contactId", Long.toString(id));
    json.put("id", platformId);
    values.forEach((field, value) -> json.put(field.jsonName(), value));
    json.put("role", role());
    json.put("source", sourceApp.isPresent() ? "app" : "manual");
    json.put("sourceApp", sourceSlug);
    return json;
  }
}
