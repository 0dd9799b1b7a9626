package dev.shopwire.console.audit;

import dev.shopwire.common.access.Actor;
import dev.shopwire.common.audit.AuditCriteria;
import dev.shopwire.common.audit.AuditCriteria.ActorRef;
import dev.shopwire.common.audit.AuditCriteria.ObjectRef;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.time.Bounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the filters of an audit log from query parameters. */
final class AuditFilter {
  private static final List<String> PARAMETERS =
      List.of("actor", "action", "object", "startDate", "endDate", "timezone");
  private static final int MAX_LENGTH = 400;
  private static final Pattern ACTOR = Pattern.compile("(?:(user|token)/)?([0-9]{1,18})");
  private static final Pattern OBJECT = Pattern.compile("([a-z_]{1,50})/(.+)", Pattern.DOTALL);

  private AuditFilter() {}

  /** The values that a list of entries depends on. */
  static List<String> rawValues(Query query) {
    return new ArrayList<>(query.rawValues(PARAMETERS));
  }

  /**
   * Reads the filters; validation errors are recorded in {@code query}.
   *
   * @param workspaceId empty for all workspaces and none
   */
  static AuditCriteria read(Query query, OptionalLong workspaceId) {
    Bounds bounds = Bounds.read(query);
    return new AuditCriteria(
        workspaceId, actor(query), action(query), object(query), bounds.start(), bounds.end());
  }

  private static Optional<ActorRef> actor(Query query) {
    return query.text("actor", MAX_LENGTH).map(String::strip).flatMap(text -> actor(query, text));
  }

  private static Optional<ActorRef> actor(Query query, String text) {
    if (text.equals(Actor.Type.ADMIN_TOKEN.id())) {
      return Optional.of(new ActorRef(Actor.Type.ADMIN_TOKEN, null));
    }
    if (text.equals(Actor.Type.SYSTEM.id())) {
      return Optional.of(new ActorRef(Actor.Type.SYSTEM, null));
    }
    Matcher parts = ACTOR.matcher(text);
    if (!parts.matches()) {
      return query.addError(
          "actor",
          "invalid_actor",
          "must be user/<id>, token/<id>, admin_token or system, got " + text);
    }
    boolean isToken = Actor.Type.TOKEN.id().equals(parts.group(1));
    return Optional.of(new ActorRef(isToken ? Actor.Type.TOKEN : Actor.Type.USER, parts.group(2)));
  }

  private static Optional<String> action(Query query) {
    return query
        .text("action", MAX_LENGTH)
        .map(String::strip)
        .flatMap(
            text ->
                text.matches("[a-z_]+\\.[a-z_]+")
                    ? Optional.of(text)
                    : query.addError(
                        "action",
                        "invalid_action",
                        "must be an action such as affiliate.changed, got " + text));
  }

  private static Optional<ObjectRef> object(Query query) {
    return query
        .text("object", MAX_LENGTH)
        .flatMap(
            text -> {
              Matcher parts = OBJECT.matcher(text.strip());
              return parts.matches()
                  ? Optional.of(new ObjectRef(parts.group(1), parts.group(2)))
                  : query.addError(
                      "object",
                      "invalid_object",
                      "must be a type and an id such as affiliate/7, got " + text);
            });
  }
}
