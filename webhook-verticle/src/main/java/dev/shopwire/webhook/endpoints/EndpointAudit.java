package dev.shopwire.webhook.endpoints;

import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The audit log's entries for changes of endpoints; none contains a secret. */
final class EndpointAudit {
  private EndpointAudit() {}

  static AuditObject object(long id, String url) {
    return new AuditObject("webhook_endpoint", Long.toString(id), url);
  }

  private static AuditObject object(Endpoint endpoint) {
    return object(endpoint.id(), endpoint.url());
  }

  static AuditEntry created(Endpoint endpoint) {
    return AuditEntry.created(
        "webhook_endpoint.created", object(endpoint), endpoint.settingsJson());
  }

  /** Empty if nothing changed that the API shows. */
  static Optional<AuditEntry> changed(Endpoint before, Endpoint after) {
    return AuditEntry.changed(
        "webhook_endpoint.changed", object(after), before.settingsJson(), after.settingsJson());
  }

  static AuditEntry deleted(Endpoint endpoint) {
    return AuditEntry.deleted(
        "webhook_endpoint.deleted", object(endpoint), endpoint.settingsJson());
  }

  /**
   * Empty if nothing changed: the endpoint was enabled, and no delivery was skipped.
   *
   * @param skipped the number of skipped deliveries; null if they are sent
   */
  static Optional<AuditEntry> resumed(Endpoint before, Endpoint after, @Nullable Long skipped) {
    String was = before.state().status();
    String is = after.state().status();
    if (was.equals(is) && (skipped == null || skipped == 0)) {
      return Optional.empty();
    }
    Map<String, @Nullable Object> details = new LinkedHashMap<>();
    details.put("status", is);
    details.put("pending", skipped == null ? "send" : "skip");
    if (skipped != null) {
      details.put("skipped", skipped);
    }
    return Optional.of(
        new AuditEntry("webhook_endpoint.resumed", object(after), Map.of("status", was), details));
  }

  /** A request to resume that skipped this many deliveries and did not get further. */
  static AuditEntry skipped(Endpoint endpoint, long skipped) {
    return AuditEntry.of(
        "webhook_endpoint.resumed",
        object(endpoint),
        Map.of("pending", "skip", "skipped", skipped));
  }

  static AuditEntry rotated(Endpoint endpoint, Instant previousValidUntil) {
    return AuditEntry.of(
        "webhook_secret.rotated",
        object(endpoint),
        Map.of("previousValidUntil", previousValidUntil.toString()));
  }
}
