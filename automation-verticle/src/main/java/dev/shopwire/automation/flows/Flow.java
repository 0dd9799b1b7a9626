package dev.shopwire.automation.flows;

import dev.shopwire.automation.definitions.language.StoredDefinition;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A flow as it is stored.
 *
 * @param isResuming whether it stays paused only until all its runs have been rescheduled
 * @param version that runs start with; null before the first publish
 * @param revision counts the drafts, from 1
 * @param draft its definition as it was last saved; empty in lists
 */
public record Flow(
    FlowKey key,
    String name,
    FlowStatus status,
    boolean isResuming,
    @Nullable Integer version,
    int revision,
    StoredDefinition draft,
    OffsetDateTime createdAt,
    OffsetDateTime updatedAt) {

  public long id() {
    return key.flowId();
  }

  AuditObject auditObject() {
    return new AuditObject("flow", Long.toString(id()), name);
  }
}
