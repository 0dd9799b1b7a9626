package dev.shopwire.sources.linked.queries;

import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.json.Times;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A query on a database that fills fields.
 *
 * @param fieldIds of the columns, in their order
 * @param definition changes with what is read, and into which fields
 * @param revision changes with every change
 */
public record LinkedQuery(
    long workspaceId,
    long id,
    long databaseId,
    QuerySettings settings,
    List<Long> fieldIds,
    long definition,
    long revision,
    Optional<Instant> nextRunAt,
    Instant createdAt) {

  public AuditObject auditObject() {
    return new AuditObject("linked_query", Long.toString(id), settings.name());
  }

  /** As in the API, without its runs. */
  public Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", Long.toString(id));
    json.put("databaseId", Long.toString(databaseId));
    json.putAll(settings.json());
    json.put("nextRunAt", nextRunAt.map(Times::format).orElse(null));
    json.put("createdAt", Times.format(createdAt));
    return json;
  }
}
