package dev.shopwire.automation.resources;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Reads what uses a resource, which is therefore not deleted: segments, campaigns that are not
 * over, and flows that are not archived. Who stores a use holds the resource's row or lock until
 * the commit, and who deletes it takes that lock before asking, so that one of both fails. Methods
 * run on the caller's event loop.
 */
public final class ResourceUsers {
  private static final String OF =
      """
      select used_id, user_type, user_id, user_name from resource_users
      where workspace_id = $1 and kind = $2 and used_id = any($3::bigint[])
      order by user_type desc, user_id
      """;

  private ResourceUsers() {}

  /** The kinds of resources that are used. */
  public enum Kind {
    SEGMENT("segment"),
    /** A segment in so far as it is tracked. */
    TRACKED_SEGMENT("tracked_segment", "segment"),
    TEMPLATE("template"),
    SENDER("sender"),
    TOPIC("topic");

    private final String id;
    private final String noun;

    Kind(String id) {
      this(id, id);
    }

    Kind(String id, String noun) {
      this.id = id;
      this.noun = noun;
    }
  }

  /**
   * Something that uses a resource.
   *
   * @param type {@code segment}, {@code campaign}, {@code flow} or {@code automation_settings}
   */
  public record User(String type, long id, String name) {
    private static User read(Row row) {
      return new User(
          row.getString("user_type"), row.getLong("user_id"), row.getString("user_name"));
    }
  }

  /** The users of each of {@code ids} that has some. */
  public static Future<Map<Long, List<User>>> of(
      SqlClient client, long workspaceId, Kind kind, Collection<Long> ids) {
    return client
        .preparedQuery(OF)
        .execute(Tuple.of(workspaceId, kind.id).addArrayOfLong(ids.toArray(Long[]::new)))
        .map(
            rows ->
                Rows.list(rows, row -> row).stream()
                    .collect(
                        Collectors.groupingBy(
                            row -> row.getLong("used_id"),
                            Collectors.mapping(User::read, Collectors.toList()))));
  }

  /** Fails with 409 {@code <kind>_in_use}, which names the users, if there are any. */
  public static Future<Void> requireNone(SqlClient client, long workspaceId, Kind kind, long id) {
    return of(client, workspaceId, kind, List.of(id))
        .map(
            users -> {
              if (!users.isEmpty()) {
                throw inUse(kind, users.getOrDefault(id, List.of()));
              }
              return null;
            });
  }

  /** The failure with which the deletion of a used resource is refused. */
  public static Failure inUse(Kind kind, List<User> users) {
    return Failure.of(
            Code.CONFLICT,
            kind.noun + "_in_use",
            "The %s is used by %s"
                .formatted(
                    kind.noun,
                    users.stream()
                        .map(user -> "the " + user.type().replace('_', ' ') + " " + user.name())
                        .collect(Collectors.joining(", "))))
        .with("usedBy", json(users));
  }

  /** The JSON of users. */
  public static List<Map<String, Object>> json(List<User> users) {
    return users.stream()
        .map(
            user -> {
              Map<String, Object> json = new LinkedHashMap<>();
              json.put("type", user.type());
              json.put("id", Long.toString(user.id()));
              json.put("name", user.name());
              return json;
            })
        .toList();
  }
}
