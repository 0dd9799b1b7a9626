package dev.shopwire.automation.settings;

import java.time.LocalTime;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The local times in which flows send no mails.
 *
 * @param from inclusive
 * @param to exclusive; on the next day if it is before {@code from}
 */
public record QuietHours(LocalTime from, LocalTime to, ZoneSource timezone) {

  /**
   * Where a customer's time zone is found.
   *
   * @param field the name of a custom field; empty to use the fallback for all customers
   * @param app the slug of the app whose field or value is meant; empty for none
   * @param fallback used where the field names no zone
   */
  public record ZoneSource(Optional<String> field, Optional<String> app, ZoneId fallback) {
    Map<String, @Nullable Object> json() {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("field", field.orElse(null));
      json.put("app", app.orElse(null));
      json.put("fallback", fallback.getId());
      return json;
    }
  }

  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("from", from.toString());
    json.put("to", to.toString());
    json.put("timezone", timezone.json());
    return json;
  }
}
