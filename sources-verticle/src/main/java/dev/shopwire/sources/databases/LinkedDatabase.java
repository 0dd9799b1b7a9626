package dev.shopwire.sources.databases;

import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.json.Times;
import dev.shopwire.sources.proof.Probe;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A database of a workspace.
 *
 * @param revision changes with every change of it
 * @param proof the last one
 */
public record LinkedDatabase(
    long workspaceId,
    long id,
    DatabaseFields fields,
    long revision,
    StoredProof proof,
    Instant createdAt) {

  /**
   * What a proof of being read-only has found.
   *
   * @param isProven false also for a writable role that was admitted by consent
   */
  public record StoredProof(boolean isProven, Instant checkedAt, List<Probe> probes) {
    Map<String, @Nullable Object> json() {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("proven", isProven);
      json.put("checkedAt", Times.format(checkedAt));
      json.put("probes", probes.stream().map(StoredProof::json).toList());
      return json;
    }

    private static Map<String, @Nullable Object> json(Probe probe) {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("name", probe.name());
      json.put("ok", probe.isOk());
      json.put("detail", probe.detail());
      return json;
    }
  }

  AuditObject auditObject() {
    return new AuditObject("database", Long.toString(id), fields.name());
  }

  /** As the API shows it. */
  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", Long.toString(id));
    json.putAll(fields.json());
    json.put("readOnly", proof.json());
    json.put("createdAt", Times.format(createdAt));
    return json;
  }
}
