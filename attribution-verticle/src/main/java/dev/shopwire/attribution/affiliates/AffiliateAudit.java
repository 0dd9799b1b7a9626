package dev.shopwire.attribution.affiliates;

import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.json.Times;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The entries of the audit log about affiliates and their codes. A code's id there is its
 * normalized form, which is unique in the workspace.
 */
final class AffiliateAudit {
  /** The fields that a change of an affiliate may change. */
  private static final Set<String> AUDITED = Set.of("name", "email", "status", "apps");

  private AffiliateAudit() {}

  /** With the first codes, which are no entries of their own: they are part of the same write. */
  static AuditEntry created(Affiliate affiliate) {
    Map<String, @Nullable Object> fields = fields(affiliate);
    fields.put("codes", affiliate.codes().stream().map(Affiliate::json).toList());
    return AuditEntry.created("affiliate.created", object(affiliate), fields);
  }

  /** Empty if nothing changed. */
  static Optional<AuditEntry> changed(Affiliate before, Affiliate after) {
    return AuditEntry.changed("affiliate.changed", object(after), fields(before), fields(after));
  }

  static AuditEntry codeCreated(Affiliate affiliate, ReferralCode code) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("affiliate", Map.of("id", Long.toString(affiliate.id()), "name", affiliate.name()));
    fields.putAll(expiry(code));
    return AuditEntry.created("code.created", object(code), fields);
  }

  /** Empty if nothing changed. */
  static Optional<AuditEntry> codeChanged(ReferralCode before, ReferralCode after) {
    return AuditEntry.changed("code.changed", object(after), expiry(before), expiry(after));
  }

  private static AuditObject object(Affiliate affiliate) {
    return new AuditObject("affiliate", Long.toString(affiliate.id()), affiliate.name());
  }

  private static AuditObject object(ReferralCode code) {
    return new AuditObject("code", code.normalized(), code.text());
  }

  private static Map<String, @Nullable Object> fields(Affiliate affiliate) {
    Map<String, @Nullable Object> fields = affiliate.json();
    fields.keySet().retainAll(AUDITED);
    return fields;
  }

  private static Map<String, @Nullable Object> expiry(ReferralCode code) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("expiresAt", code.expiresAt().map(Times::format).orElse(null));
    return fields;
  }
}
