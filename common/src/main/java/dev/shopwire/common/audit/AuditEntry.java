package dev.shopwire.common.audit;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One change for the audit log.
 *
 * @param action {@code <object>.<verb>}, such as {@code affiliate.changed}
 * @param object what was changed
 * @param before the fields that changed, with their previous values; null for something new
 * @param after the same fields with their new values; null for something that was deleted
 */
public record AuditEntry(
    String action,
    AuditObject object,
    @Nullable Map<String, @Nullable Object> before,
    @Nullable Map<String, @Nullable Object> after) {

  /**
   * @param type as in the API, such as {@code webhook_endpoint}
   * @param id as in the API
   * @param name at this time; null where it has none
   */
  public record AuditObject(String type, String id, @Nullable String name) {}

  /** Something new with these fields, which must not contain secrets. */
  public static AuditEntry created(
      String action, AuditObject object, Map<String, @Nullable Object> fields) {
    return new AuditEntry(action, object, null, fields);
  }

  /** Something that was deleted, with the fields it had. */
  public static AuditEntry deleted(
      String action, AuditObject object, Map<String, @Nullable Object> fields) {
    return new AuditEntry(action, object, fields, null);
  }

  /** An act that changes no field, such as a test event. */
  public static AuditEntry of(
      String action, AuditObject object, Map<String, @Nullable Object> details) {
    return new AuditEntry(action, object, null, details);
  }

  /**
   * The fields that differ; empty if none does: an unchanged write is not recorded.
   *
   * @param before all fields before the change
   * @param after all fields after it
   */
  public static Optional<AuditEntry> changed(
      String action,
      AuditObject object,
      Map<String, @Nullable Object> before,
      Map<String, @Nullable Object> after) {
    Map<String, @Nullable Object> old = new LinkedHashMap<>();
    Map<String, @Nullable Object> changed = new LinkedHashMap<>();
    Map<String, @Nullable Object> names = new LinkedHashMap<>(before);
    names.putAll(after);
    for (String name : names.keySet()) {
      if (!Objects.equals(before.get(name), after.get(name))) {
        old.put(name, before.get(name));
        changed.put(name, after.get(name));
      }
    }
    return changed.isEmpty()
        ? Optional.empty()
        : Optional.of(new AuditEntry(action, object, old, changed));
  }
}
