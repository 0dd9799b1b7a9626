package dev.shopwire.console.tenants;

import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.tenancy.Workspaces;
import dev.shopwire.common.tenancy.Workspaces.Workspace;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;

/**
 * Lists the workspaces of a caller: those that a user is a member of, the one that an API token was
 * created for, and all for operators and the admin token. Methods run on the caller's event loop.
 */
final class CallerWorkspaces {
  private static final String OF_USER =
      """
      select w.id, w.name from console_memberships m
      join tenancy_workspaces w on w.id = m.workspace_id
      where m.user_id = $1 and m.workspace_id > $2 order by m.workspace_id limit $3
      """;
  private static final String OF_TOKEN =
      """
      select w.id, w.name from console_api_tokens t
      join tenancy_workspaces w on w.id = t.workspace_id
      where t.id = $1 and w.id > $2 order by w.id limit $3
      """;

  private CallerWorkspaces() {}

  /**
   * A query for the workspaces of one user or token.
   *
   * @param id of the user or token
   */
  private record Limited(String sql, long id) {
    Tuple parameters(long after, int take) {
      return Tuple.of(id, after, take);
    }
  }

  /** The query for {@code caller}; empty if all workspaces are theirs. */
  private static Optional<Limited> limit(Caller caller) {
    return switch (caller.actor().type()) {
      case ADMIN_TOKEN -> Optional.empty();
      case USER ->
          caller.level().includes(AccessLevel.OPERATOR)
              ? Optional.empty()
              : Optional.of(new Limited(OF_USER, id(caller)));
      // Also an operator's token is only for its own workspace.
      case TOKEN -> Optional.of(new Limited(OF_TOKEN, id(caller)));
      case SYSTEM -> throw new IllegalStateException("The workspaces of no caller were requested");
    };
  }

  private static long id(Caller caller) {
    return NumericId.parse(String.valueOf(caller.actor().id())).orElseThrow();
  }

  /** Ordered by id, after the id {@code after}. */
  static Future<List<Workspace>> list(SqlClient client, Caller caller, long after, int take) {
    return limit(caller)
        .map(
            limited ->
                client
                    .preparedQuery(limited.sql())
                    .execute(limited.parameters(after, take))
                    .map(rows -> Rows.list(rows, CallerWorkspaces::read)))
        .orElseGet(() -> new Workspaces(client).list(after, take));
  }

  /** All of them, for an export. */
  static ExportSource.Rows all(Caller caller) {
    return limit(caller)
        .map(
            limited ->
                ExportSource.Rows.of(
                    limited.sql(),
                    limited.parameters(0, Integer.MAX_VALUE),
                    row -> read(row).json()))
        .orElseGet(Workspaces::all);
  }

  private static Workspace read(Row row) {
    return new Workspace(row.getLong("id").toString(), row.getString("name"));
  }
}
