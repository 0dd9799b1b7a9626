package dev.shopwire.automation.runs.events;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.shopwire.common.json.Json;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The properties of the events that started some runs. Immutable once read. */
public final class RunEvents {
  private static final String READ =
      """
      select r.id, r.properties::text as properties
      from unnest($2::bigint[]) k (id)
      cross join lateral (
        select id, properties from flow_runs o where o.workspace_id = $1 and o.id = k.id offset 0
      ) r
      where r.properties is not null
      """;

  private final Map<Long, JsonNode> properties = new HashMap<>();

  private RunEvents() {}

  /** Runs on the caller's event loop. An event has at most 32 KiB. */
  public static Future<RunEvents> read(SqlClient client, long workspaceId, Collection<Long> runs) {
    RunEvents read = new RunEvents();
    return runs.isEmpty()
        ? Future.succeededFuture(read)
        : client
            .preparedQuery(READ)
            .execute(
                Tuple.of(workspaceId).addArrayOfLong(runs.stream().distinct().toArray(Long[]::new)))
            .map(
                rows -> {
                  rows.forEach(read::add);
                  return read;
                });
  }

  private void add(Row row) {
    try {
      properties.put(row.getLong("id"), Json.MAPPER.readTree(row.getString("properties")));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Properties of a stored event can't be read", e);
    }
  }

  /** A missing node if there are none, also for no run. */
  public JsonNode properties(@Nullable Long runId) {
    return runId == null
        ? MissingNode.getInstance()
        : properties.getOrDefault(runId, MissingNode.getInstance());
  }
}
