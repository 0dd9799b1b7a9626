package dev.shopwire.webhook.endpoints;

import dev.shopwire.common.audit.AuditEntry.AuditObject;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The properties of an endpoint that decide what it is notified of.
 *
 * @param eventNames null for all
 * @param appIds null for all
 * @param status enabled, probing or disabled
 */
public record SubscribedEndpoint(
    long workspaceId,
    long id,
    String url,
    Set<String> topics,
    @Nullable Set<String> eventNames,
    @Nullable Set<Long> appIds,
    String status,
    @Nullable String statusReason,
    Instant statusAt,
    Instant createdAt,
    Instant updatedAt) {

  static SubscribedEndpoint read(Row row) {
    String[] eventNames = row.getArrayOfStrings("event_names");
    Long[] appIds = row.getArrayOfLongs("app_ids");
    return new SubscribedEndpoint(
        row.getLong("workspace_id"),
        row.getLong("id"),
        row.getString("url"),
        Set.copyOf(List.of(row.getArrayOfStrings("topics"))),
        eventNames == null ? null : Set.copyOf(List.of(eventNames)),
        appIds == null ? null : Set.copyOf(List.of(appIds)),
        row.getString("status"),
        row.getString("status_reason"),
        row.getOffsetDateTime("status_at").toInstant(),
        row.getOffsetDateTime("created_at").toInstant(),
        row.getOffsetDateTime("updated_at").toInstant());
  }

  /** The endpoint in entries of the audit log. */
  public AuditObject auditObject() {
    return EndpointAudit.object(id, url);
  }
}
