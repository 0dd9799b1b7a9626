package dev.shopwire.console.views;

import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The table of saved views. Methods run on the caller's event loop. */
final class SavedViews {
  /** The maximum number of views that a user has in a workspace. */
  static final int MAX = 200;

  private static final String SELECT =
      """
      select v.id, v.workspace_id, v.user_id, u.name as user_name, v.name, v.page, v.query,
        v.shared, v.created_at
      from %s v join console_users u on u.id = v.user_id
      """;
  private static final String LIST =
      SELECT.formatted("console_saved_views")
          + """
             where v.workspace_id = $1 and (v.shared or v.user_id = $2) and v.id > $3
             order by v.id limit $4
            """;
  private static final String LOCK =
      SELECT.formatted("console_saved_views") + " where v.id = $1 for update of v";
  private static final String INSERT =
      """
      with changed as (
        insert into console_saved_views (workspace_id, user_id, name, page, query, shared)
        select $1, $2, $3, $4, $5, $6
        where (select count(*) from console_saved_views
               where workspace_id = $1 and user_id = $2) < $7
        returning *
      )
      """
          + SELECT.formatted("changed");
  private static final String UPDATE =
      """
      update console_saved_views set name = $2, page = $3, query = $4, shared = $5 where id = $1
      """;
  private static final String DELETE = "delete from console_saved_views where id = $1";

  private SavedViews() {}

  /**
   * What a user chooses.
   *
   * @param page the path of a page below its workspace
   * @param query the query string of its address, without the question mark
   * @param shared whether all members of the workspace see it
   */
  record Content(String name, String page, String query, boolean shared) {

    Map<String, @Nullable Object> fields() {
      Map<String, @Nullable Object> fields = new LinkedHashMap<>();
      fields.put("name", name);
      fields.put("page", page);
      fields.put("query", query);
      fields.put("shared", shared);
      return fields;
    }
  }

  record SavedView(
      long id,
      long workspaceId,
      long userId,
      String userName,
      Content content,
      OffsetDateTime createdAt) {

    Map<String, @Nullable Object> json() {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("id", Long.toString(id));
      json.putAll(content.fields());
      json.put("user", Map.of("id", Long.toString(userId), "name", userName));
      json.put("createdAt", Times.format(createdAt));
      return json;
    }

    SavedView with(Content changed) {
      return new SavedView(id, workspaceId, userId, userName, changed, createdAt);
    }
  }

  /**
   * The shared views and the user's own ones in the order of ids, after the id {@code after}.
   *
   * @param userId 0 for the shared ones alone
   */
  static Future<List<SavedView>> list(
      SqlClient client, long workspaceId, long userId, long after, int limit) {
    return client
        .preparedQuery(LIST)
        .execute(Tuple.of(workspaceId, userId, after, limit))
        .map(rows -> Rows.list(rows, SavedViews::read));
  }

  /** The same as a complete list. */
  static ExportSource.Rows export(long workspaceId, long userId) {
    return ExportSource.Rows.of(
        LIST, Tuple.of(workspaceId, userId, 0L, Integer.MAX_VALUE), row -> read(row).json());
  }

  /** Locks a view until the end of the transaction. */
  static Future<Optional<SavedView>> lock(SqlClient connection, long id) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(id))
        .map(rows -> Rows.first(rows, SavedViews::read));
  }

  /** The new view; empty if the user has {@link #MAX} in the workspace. */
  static Future<Optional<SavedView>> insert(
      SqlClient client, long workspaceId, long userId, Content content) {
    return client
        .preparedQuery(INSERT)
        .execute(
            Tuple.of(
                workspaceId,
                userId,
                content.name(),
                content.page(),
                content.query(),
                content.shared(),
                (long) MAX))
        .map(rows -> Rows.first(rows, SavedViews::read));
  }

  static Future<Void> update(SqlClient client, long id, Content content) {
    return client
        .preparedQuery(UPDATE)
        .execute(Tuple.of(id, content.name(), content.page(), content.query(), content.shared()))
        .mapEmpty();
  }

  static Future<Void> delete(SqlClient client, long id) {
    return client.preparedQuery(DELETE).execute(Tuple.of(id)).mapEmpty();
  }

  private static SavedView read(Row row) {
    return new SavedView(
        row.getLong("id"),
        row.getLong("workspace_id"),
        row.getLong("user_id"),
        row.getString("user_name"),
        new Content(
            row.getString("name"),
            row.getString("page"),
            row.getString("query"),
            row.getBoolean("shared")),
        row.getOffsetDateTime("created_at"));
  }
}
