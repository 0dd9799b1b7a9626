package dev.shopwire.sources.linked.queries;

import io.vertx.sqlclient.Row;

/** A query by its ids. */
public record QueryKey(long workspaceId, long id) {
  static QueryKey read(Row row) {
    return new QueryKey(row.getLong("workspace_id"), row.getLong("id"));
  }
}
