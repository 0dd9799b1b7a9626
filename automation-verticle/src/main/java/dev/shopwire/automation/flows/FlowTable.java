package dev.shopwire.automation.flows;

import dev.shopwire.automation.definitions.language.StoredDefinition;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/** The table of flows. Methods run on the caller's event loop. */
public final class FlowTable {
  static final String COLUMNS =
      """
      workspace_id, id, name, status, version, revision, definition, created_at, updated_at, exists (
        select from flow_run_updates u
        where u.workspace_id = flows.workspace_id and u.flow_id = flows.id
          and u.kind = 'reschedule') as is_resuming\
      """;

  /** Without definitions, which may be long. */
  static final String LISTED_COLUMNS = COLUMNS.replace("definition", "'{}' as definition");

  private static final String FIND =
      "select " + COLUMNS + " from flows where workspace_id = $1 and id = $2";
  private static final String FIND_LOCKED = FIND + " for update";
  private static final String INSERT =
      """
      insert into flows (workspace_id, name, definition) values ($1, $2, $3)
      returning\s"""
          + COLUMNS;
  private static final String UPDATE =
      """
      update flows set name = $3, definition = $4, revision = $5, updated_at = clock_timestamp()
      where workspace_id = $1 and id = $2
      returning\s"""
          + COLUMNS;
  private static final String SET_STATUS =
      """
      update flows set status = $3, version = $4, updated_at = clock_timestamp()
      where workspace_id = $1 and id = $2
      returning\s"""
          + COLUMNS;
  private static final String ARCHIVE =
      """
      update flows
      set status = 'archived', ends_runs = $3, archived_at = clock_timestamp(),
        updated_at = clock_timestamp()
      where workspace_id = $1 and id = $2
      returning\s"""
          + COLUMNS;
  private static final String DELETE = "delete from flows where workspace_id = $1 and id = $2";

  private FlowTable() {}

  /** Fails with 404 if the workspace has no such flow. */
  public static Future<Flow> require(SqlClient client, FlowKey key) {
    return find(client, FIND, key);
  }

  /** Same, and other changes of the flow wait for the end of the transaction. */
  static Future<Flow> lock(SqlClient client, FlowKey key) {
    return find(client, FIND_LOCKED, key);
  }

  private static Future<Flow> find(SqlClient client, String sql, FlowKey key) {
    return client
        .preparedQuery(sql)
        .execute(key.tuple())
        .map(rows -> Rows.first(rows, FlowTable::read))
        .map(found -> found.orElseThrow(() -> Failure.notFound("flow")));
  }

  static Future<Flow> insert(
      SqlClient client, long workspaceId, String name, StoredDefinition draft) {
    return client
        .preparedQuery(INSERT)
        .execute(Tuple.of(workspaceId, name, draft.write()))
        .map(rows -> read(rows.iterator().next()));
  }

  static Future<Flow> update(
      SqlClient client, FlowKey key, String name, StoredDefinition draft, int revision) {
    return client
        .preparedQuery(UPDATE)
        .execute(key.tuple().addString(name).addString(draft.write()).addInteger(revision))
        .map(rows -> read(rows.iterator().next()));
  }

  /** Sets the status, and the version that runs start with from now on. */
  static Future<Flow> setStatus(SqlClient client, FlowKey key, FlowStatus status, Integer version) {
    return client
        .preparedQuery(SET_STATUS)
        .execute(key.tuple().addString(status.id()).addInteger(version))
        .map(rows -> read(rows.iterator().next()));
  }

  /**
   * @param endsRuns whether active runs end
   */
  static Future<Flow> archive(SqlClient client, FlowKey key, boolean endsRuns) {
    return client
        .preparedQuery(ARCHIVE)
        .execute(key.tuple().addBoolean(endsRuns))
        .map(rows -> read(rows.iterator().next()));
  }

  static Future<Void> delete(SqlClient client, FlowKey key) {
    return client.preparedQuery(DELETE).execute(key.tuple()).mapEmpty();
  }

  static Flow read(Row row) {
    return new Flow(
        FlowKey.read(row),
        row.getString("name"),
        FlowStatus.of(row.getString("status")),
        row.getBoolean("is_resuming"),
        row.getInteger("version"),
        row.getInteger("revision"),
        StoredDefinition.parse(row.getString("definition")),
        row.getOffsetDateTime("created_at"),
        row.getOffsetDateTime("updated_at"));
  }
}
