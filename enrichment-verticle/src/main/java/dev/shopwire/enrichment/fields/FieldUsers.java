package dev.shopwire.enrichment.fields;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.enrichment.fields.FieldRetypes.FieldRef;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the segments, campaigns and flows that use a field, which therefore can't be deleted and
 * keeps its type. They are saved under the catalog's lock (shared), so the answer holds while the
 * caller has the lock. Methods run on the caller's event loop.
 */
final class FieldUsers {
  private static final String USERS =
      """
      select user_type, user_id, user_name from resource_users
      where workspace_id = $1 and kind = 'field' and used_id = $2
      order by user_type desc, user_id
      """;

  private FieldUsers() {}

  /** Something that uses a field, as responses show it. */
  private record User(String type, String id, String name) {}

  /** Fails with 409 {@code field_in_use}, which names them, if there are any. */
  static Future<Void> requireNone(SqlClient client, FieldRef field) {
    return refusal(client, field)
        .compose(
            refusal ->
                refusal
                    .map(failure -> Future.<Void>failedFuture(failure))
                    .orElseGet(Future::succeededFuture));
  }

  /** The failure with which the deletion and a new type of a used field are refused. */
  static Future<Optional<Failure>> refusal(SqlClient client, FieldRef field) {
    return client
        .preparedQuery(USERS)
        .execute(Tuple.of(field.workspaceId(), field.fieldId()))
        .map(
            rows ->
                Rows.list(
                    rows,
                    row ->
                        new User(
                            row.getString("user_type"),
                            Long.toString(row.getLong("user_id")),
                            row.getString("user_name"))))
        .map(users -> users.isEmpty() ? Optional.empty() : Optional.of(refusal(users)));
  }

  private static Failure refusal(List<User> users) {
    String others =
        switch (users.size()) {
          case 1 -> "";
          case 2 -> " and 1 other";
          default -> " and " + (users.size() - 1) + " others";
        };
    return Failure.of(
            Code.CONFLICT,
            "field_in_use",
            "The field is used by the %s \"%s\"%s: change or delete what uses it first"
                .formatted(users.get(0).type(), users.get(0).name(), others))
        .with("usedBy", users.stream().map(FieldUsers::json).toList());
  }

  private static Map<String, String> json(User user) {
    return Map.of("type", user.type(), "id", user.id(), "name", user.name());
  }
}
