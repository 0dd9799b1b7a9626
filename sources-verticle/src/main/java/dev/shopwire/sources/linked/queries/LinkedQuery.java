package dev.shopwire.sources.linked.queries;

import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.json.Times;
import dev.shopwire.sources.linked.MappedColumn;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A query on a database that fills fields.
 *
 * @param fieldIds of the columns, in their order
 * @param publicFields those of them that are not private, and exist
 * @param definition changes with what is read, and into which fields
 * @param revision changes with every change
 */
public record LinkedQuery(
    long workspaceId,
    long id,
    long databaseId,
    QuerySettings settings,
    List<Long> fieldIds,
    Set<Long> publicFields,
    long definition,
    long revision,
    Optional<Instant> nextRunAt,
    Instant createdAt) {

  public AuditObject auditObject() {
    return new AuditObject("linked_query", Long.toString(id), settings.name());
  }

  /**
   * As in the API, without its runs. A caller for whom private fields don't exist gets neither
   * their columns nor a statement that fills one.
   */
  public Map<String, @Nullable Object> json(boolean seesPrivateFields) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", Long.toString(id));
    json.put("databaseId", Long.toString(databaseId));
    json.putAll(settings.json());
    if (!seesPrivateFields && !publicFields.containsAll(fieldIds)) {
      json.put("sql", null);
      json.put("columns", publicColumns());
    }
    json.put("nextRunAt", nextRunAt.map(Times::format).orElse(null));
    json.put("createdAt", Times.format(createdAt));
    return json;
  }

  private List<Map<String, Object>> publicColumns() {
    List<MappedColumn> columns = settings.source().columns();
    return IntStream.range(0, columns.size())
        .filter(index -> publicFields.contains(fieldIds.get(index)))
        .mapToObj(index -> QuerySettings.json(columns.get(index)))
        .toList();
  }
}
