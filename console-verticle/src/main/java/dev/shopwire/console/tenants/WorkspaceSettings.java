package dev.shopwire.console.tenants;

import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A workspace's settings, and their table. Methods run on the caller's event loop.
 *
 * @param timezone an IANA name; null for UTC
 * @param requireTotp whether members without TOTP see only their account
 */
public record WorkspaceSettings(@Nullable String timezone, boolean requireTotp) {
  private static final WorkspaceSettings DEFAULTS = new WorkspaceSettings(null, false);

  private static final String FIND =
      "select timezone, require_totp from console_workspace_settings where workspace_id = $1";
  private static final String WRITE =
      """
      insert into console_workspace_settings (workspace_id, timezone, require_totp)
      values ($1, $2, $3)
      on conflict (workspace_id) do update
      set timezone = excluded.timezone, require_totp = excluded.require_totp
      """;

  /** The settings of a workspace, which are the defaults until they are changed. */
  public static Future<WorkspaceSettings> find(SqlClient client, long workspaceId) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(workspaceId))
        .map(
            rows ->
                Rows.first(
                        rows,
                        row ->
                            new WorkspaceSettings(
                                row.getString("timezone"), row.getBoolean("require_totp")))
                    .orElse(DEFAULTS));
  }

  Future<Void> write(SqlClient client, long workspaceId) {
    return client
        .preparedQuery(WRITE)
        .execute(Tuple.of(workspaceId, timezone, requireTotp))
        .mapEmpty();
  }
}
