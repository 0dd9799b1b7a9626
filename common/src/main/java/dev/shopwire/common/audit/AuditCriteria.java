package dev.shopwire.common.audit;

import dev.shopwire.common.access.Actor;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Which rows of the audit log are wanted; all given conditions must hold.
 *
 * @param workspaceId empty for all rows, also those of no workspace
 * @param start inclusive
 * @param end exclusive
 */
public record AuditCriteria(
    OptionalLong workspaceId,
    Optional<ActorRef> actor,
    Optional<String> action,
    Optional<ObjectRef> object,
    Optional<Instant> start,
    Optional<Instant> end) {

  /**
   * @param id null for actors without one
   */
  public record ActorRef(Actor.Type type, @Nullable String id) {}

  public record ObjectRef(String type, String id) {}

  /** A condition in SQL with its parameters, numbered from {@code $1}. */
  record Condition(String sql, List<@Nullable Object> parameters) {}

  /**
   * @param before the position of a previous page's last row; the rows after it are wanted
   */
  Condition condition(Optional<AuditPosition> before) {
    List<String> conditions = new ArrayList<>();
    List<@Nullable Object> parameters = new ArrayList<>();
    workspaceId.ifPresent(id -> add(conditions, parameters, "workspace_id = ?", id));
    actor.ifPresent(
        of -> {
          add(conditions, parameters, "actor_type = ?", of.type().id());
          if (of.id() == null) {
            conditions.add("actor_id is null");
          } else {
            add(conditions, parameters, "actor_id = ?", of.id());
          }
        });
    action.ifPresent(name -> add(conditions, parameters, "action = ?", name));
    object.ifPresent(
        of -> {
          add(conditions, parameters, "object_type = ?", of.type());
          add(conditions, parameters, "object_id = ?", of.id());
        });
    start.ifPresent(from -> add(conditions, parameters, "at >= ?", from.atOffset(ZoneOffset.UTC)));
    end.ifPresent(until -> add(conditions, parameters, "at < ?", until.atOffset(ZoneOffset.UTC)));
    before.ifPresent(
        last -> add(conditions, parameters, "(at, id) < (?, ?)", last.time(), last.id()));
    String sql = conditions.isEmpty() ? "true" : String.join(" and ", conditions);
    return new Condition(sql, parameters);
  }

  /** Adds a condition, with each question mark replaced by the number of its parameter. */
  private static void add(
      List<String> conditions, List<@Nullable Object> parameters, String sql, Object... values) {
    String numbered = sql;
    for (Object value : values) {
      parameters.add(value);
      numbered = numbered.replaceFirst("\\?", "\\$" + parameters.size());
    }
    conditions.add(numbered);
  }
}
