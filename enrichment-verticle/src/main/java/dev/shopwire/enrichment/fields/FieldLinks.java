package dev.shopwire.enrichment.fields;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;

/**
 * The table of which query fills a field. Changing a workspace's links requires its catalog lock
 * exclusively, and advances the catalog's version, since pushes ignore what is linked. Writing the
 * values of a run locks the links of its query, shared, for minutes. So a change never waits for
 * such a lock: all pushes would wait for it, too. Methods run on the caller's event loop.
 */
public final class FieldLinks {
  private static final String LINK =
      """
      insert into custom_field_links as l (workspace_id, field_id, query_id, query_name)
      select $1, id, $2, $3 from unnest($4::bigint[]) as given (id)
      on conflict (workspace_id, field_id) do update
      set query_id = excluded.query_id, query_name = excluded.query_name, linked_at = now()
      """;
  private static final String LOCK =
      """
      select field_id from custom_field_links
      where workspace_id = $1 and field_id = any($2) order by field_id for update nowait
      """;
  private static final String LOCK_SHARED =
      """
      select field_id from custom_field_links
      where workspace_id = $1 and query_id = $2 order by field_id for share
      """;
  private static final String UNLINK =
      "delete from custom_field_links where workspace_id = $1 and field_id = any($2)";

  // A query is stored soon after its fields were linked, or never.
  private static final String ORPHANS =
      """
      select distinct l.workspace_id, l.query_id from custom_field_links l
      where l.linked_at < now() - interval '10 minutes' and not exists (
        select from linked_query_names q
        where q.workspace_id = l.workspace_id and q.id = l.query_id)
      limit 20
      """;
  private static final String TAKEN =
      """
      select l.field_id, l.query_name from custom_field_links l
      where l.workspace_id = $1 and l.query_id <> $2 and l.field_id = any($3)
        and (l.linked_at >= now() - interval '10 minutes' or exists (
          select from linked_query_names q
          where q.workspace_id = l.workspace_id and q.id = l.query_id))
      order by l.field_id limit 1
      """;

  private FieldLinks() {}

  /** Identifies a query. */
  record QueryRef(long workspaceId, long queryId) {}

  /**
   * Returns the field.
   *
   * @throws Failure 409 {@code field_linked} if a query fills it
   */
  static Field requireNone(Field field) {
    refusal(field)
        .ifPresent(
            failure -> {
              throw failure;
            });
    return field;
  }

  /** The failure with which the deletion and a new type of a linked field are refused. */
  static Optional<Failure> refusal(Field field) {
    return field
        .link()
        .map(
            link ->
                Failure.of(
                    Code.CONFLICT,
                    "field_linked",
                    ("The field is filled by the linked query \"%s\": delete the query, or change"
                            + " it so that it does not fill the field, first")
                        .formatted(link.queryName())));
  }

  /** Links fields to a query; fails with 409 while values of their former query are written. */
  static Future<Void> link(
      SqlConnection connection, QueryRef query, String queryName, List<Long> fieldIds) {
    Long[] ids = fieldIds.toArray(Long[]::new);
    return lock(connection, query.workspaceId(), ids)
        .compose(
            locked ->
                connection
                    .preparedQuery(LINK)
                    .execute(
                        Tuple.of(query.workspaceId(), query.queryId(), queryName)
                            .addArrayOfLong(ids)))
        .mapEmpty();
  }

  /** Frees fields; fails with 409 {@code run_applying} while values of their query are written. */
  static Future<Void> unlink(SqlConnection connection, long workspaceId, List<Long> fieldIds) {
    Long[] ids = fieldIds.toArray(Long[]::new);
    return lock(connection, workspaceId, ids)
        .compose(
            locked ->
                connection.preparedQuery(UNLINK).execute(Tuple.of(workspaceId).addArrayOfLong(ids)))
        .mapEmpty();
  }

  private static Future<Void> lock(SqlConnection connection, long workspaceId, Long[] fieldIds) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(workspaceId).addArrayOfLong(fieldIds))
        .recover(
            error ->
                Future.failedFuture(
                    PostgresFailures.isLockTimeout(error)
                        ? Failure.of(
                            Code.CONFLICT,
                            "run_applying",
                            "A run is being written to the query's fields: try again when it has"
                                + " ended")
                        : error))
        .mapEmpty();
  }

  /** Keeps the links of a query as they are until the transaction ends; returns its fields. */
  public static Future<List<Long>> lockShared(
      SqlConnection connection, long workspaceId, long queryId) {
    return connection
        .preparedQuery(LOCK_SHARED)
        .execute(Tuple.of(workspaceId, queryId))
        .map(rows -> Rows.list(rows, row -> row.getLong("field_id")));
  }

  /** Queries that have links and are not stored, though they should be by now. */
  static Future<List<QueryRef>> orphans(SqlClient client) {
    return client
        .query(ORPHANS)
        .execute()
        .map(
            rows ->
                Rows.list(
                    rows,
                    row -> new QueryRef(row.getLong("workspace_id"), row.getLong("query_id"))));
  }

  /** A field that another query fills. */
  record Taken(long fieldId, String queryName) {}

  /** One of the fields that another query than {@code query} fills, if there is one. */
  static Future<Optional<Taken>> taken(SqlClient client, QueryRef query, List<Long> fieldIds) {
    return client
        .preparedQuery(TAKEN)
        .execute(
            Tuple.of(query.workspaceId(), query.queryId())
                .addArrayOfLong(fieldIds.toArray(Long[]::new)))
        .map(
            rows ->
                Rows.first(
                    rows, row -> new Taken(row.getLong("field_id"), row.getString("query_name"))));
  }
}
