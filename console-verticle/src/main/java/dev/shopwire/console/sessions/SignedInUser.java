package dev.shopwire.console.sessions;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A user as signing in and {@code GET /session} show them.
 *
 * @param memberships at most 1,000, in order of the workspaces' ids
 */
public record SignedInUser(
    String id,
    String email,
    String name,
    boolean operator,
    boolean totp,
    @Nullable String timezone,
    String theme,
    boolean shortcuts,
    List<Membership> memberships) {
  private static final String READ =
      """
      select u.id, u.email, u.name, u.operator, u.totp_confirmed, u.timezone, u.theme, u.shortcuts,
        m.workspace_id, m.role, w.name as workspace_name
      from console_users u
      left join console_memberships m on m.user_id = u.id
      left join tenancy_workspaces w on w.id = m.workspace_id
      where u.id = $1
      order by m.workspace_id
      limit 1000
      """;

  /** The workspace of a membership. */
  public record WorkspaceName(String id, String name) {}

  /** A role in a workspace. */
  public record Membership(WorkspaceName workspace, String role) {}

  /** Empty if there is no such user. */
  public static Future<Optional<SignedInUser>> find(SqlClient client, long id) {
    return client.preparedQuery(READ).execute(Tuple.of(id)).map(SignedInUser::read);
  }

  private static Optional<SignedInUser> read(RowSet<Row> rows) {
    if (rows.size() == 0) {
      return Optional.empty();
    }
    Row row = rows.iterator().next();
    return Optional.of(
        new SignedInUser(
            row.getLong("id").toString(),
            row.getString("email"),
            row.getString("name"),
            row.getBoolean("operator"),
            row.getBoolean("totp_confirmed"),
            row.getString("timezone"),
            row.getString("theme"),
            row.getBoolean("shortcuts"),
            StreamSupport.stream(rows.spliterator(), false)
                .filter(each -> each.getLong("workspace_id") != null)
                .map(SignedInUser::membership)
                .toList()));
  }

  private static Membership membership(Row row) {
    return new Membership(
        new WorkspaceName(row.getLong("workspace_id").toString(), row.getString("workspace_name")),
        row.getString("role"));
  }
}
