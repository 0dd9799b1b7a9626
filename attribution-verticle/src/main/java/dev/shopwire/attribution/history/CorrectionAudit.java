package dev.shopwire.attribution.history;

import dev.shopwire.attribution.credit.Credits;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.tenancy.CustomerId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The entry of the audit log about a correction: what changed in the credit, and in {@code after}
 * also the app, the outcome and the reason, since every correction is a row of the attribution log.
 * It has the affiliate's id alone: its name may change between two corrections.
 */
final class CorrectionAudit {
  private CorrectionAudit() {}

  /**
   * @param former the credit before; empty if there was none
   * @param outcome assigned, reassigned or removed
   */
  static AuditEntry entry(
      CorrectionHandler.Target target,
      Correction correction,
      Optional<Credits.Listed> former,
      String outcome) {
    AuditObject customer =
        new AuditObject("customer", CustomerId.of(correction.customerId()), target.domain());
    Map<String, @Nullable Object> before = new LinkedHashMap<>();
    Map<String, @Nullable Object> after = new LinkedHashMap<>();
    Optional<Long> affiliate = former.map(Credits.Listed::affiliateId);
    if (!affiliate.equals(correction.affiliateId())) {
      before.put("affiliateId", affiliate.map(String::valueOf).orElse(null));
      after.put("affiliateId", correction.affiliateId().map(String::valueOf).orElse(null));
    }
    Optional<String> code = former.map(Credits.Listed::code);
    if (code.isPresent()) {
      before.put("code", code.get());
      after.put("code", null);
    }
    after.put("app", target.app());
    after.put("outcome", outcome);
    after.put("reason", correction.reason());
    return new AuditEntry("attribution.corrected", customer, before, after);
  }
}
