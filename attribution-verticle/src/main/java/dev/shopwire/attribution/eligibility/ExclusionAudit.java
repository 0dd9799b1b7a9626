package dev.shopwire.attribution.eligibility;

import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The entries of the audit log about an app's excluded shops. */
final class ExclusionAudit {
  /** Longer lists are truncated to this many shops; {@code count} is that of the entire list. */
  private static final int MAX_SHOPS = 100;

  private ExclusionAudit() {}

  /**
   * @param before sorted
   * @param after sorted, and different
   */
  static AuditEntry replaced(ExcludedShopsHandlers.App app, Set<String> before, Set<String> after) {
    Map<String, @Nullable Object> old = fields(before);
    Map<String, @Nullable Object> replaced = fields(after);
    if (before.size() == after.size()) {
      old.remove("count");
      replaced.remove("count");
    }
    return new AuditEntry(
        "excluded_shops.replaced",
        new AuditObject("app", Long.toString(app.id()), app.name()),
        old,
        replaced);
  }

  private static Map<String, @Nullable Object> fields(Set<String> shops) {
    List<String> shown = shops.stream().limit(MAX_SHOPS).toList();
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("shops", shown);
    fields.put("count", shops.size());
    return fields;
  }
}
