package dev.shopwire.app.support;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.Json;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Reads the audit log of a workspace from its table. */
public final class AuditRows {
  private static final String OF_WORKSPACE =
      """
      select coalesce(json_agg(json_build_object('action', action, 'object',
          object_type || '/' || object_id, 'name', object_name, 'actor', actor_type,
          'address', address, 'requestId', request_id, 'before', before, 'after', after)
        order by id), '[]')
      from audit_log where workspace_id = ?
      """;

  private AuditRows() {}

  /** Oldest first. */
  public static List<JsonNode> of(String workspaceId) {
    String rows = RunningService.shared().sql().text(OF_WORKSPACE, Long.parseLong(workspaceId));
    List<JsonNode> list = new ArrayList<>();
    try {
      Json.MAPPER.readTree(rows).forEach(list::add);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
    return list;
  }
}
