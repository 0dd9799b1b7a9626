package dev.shopwire.app.console.access;

import static dev.shopwire.app.console.access.MatrixCallers.SERVICE;
import static dev.shopwire.app.console.access.MatrixCallers.USERS;

import dev.shopwire.app.console.access.MatrixCaller.Credentials;
import dev.shopwire.app.support.ConsoleUsers.User;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes all calls that a caller may make, writes too, in a workspace of the caller's own. What
 * deletes comes last.
 */
final class PermittedCalls {
  static final String SUCCEEDED = "200";

  private final Http http;
  private final List<AccessOperation> operations;
  private final String receiver;
  private final Tally reads;
  private final Tally writes;

  PermittedCalls(
      Http http, List<AccessOperation> operations, String receiver, Tally reads, Tally writes) {
    this.http = http;
    this.operations = operations;
    this.receiver = receiver;
    this.reads = reads;
    this.writes = writes;
  }

  /** The role and the credentials of a caller. */
  record Kind(AccessLevel level, Credentials credentials) {
    String name() {
      return credentials + " " + level.id();
    }
  }

  /**
   * Who makes a call.
   *
   * @param ids of what only they have, by kind
   */
  private record Person(MatrixCaller caller, Map<String, String> ids) {}

  void run(Kind kind) {
    WorkspaceResources resources = new WorkspaceResources(operations, receiver);
    Optional<User> user = user(kind, resources);
    if (kind.level() == AccessLevel.ANALYST) {
      publishFields(resources);
    }
    Map<String, String> own =
        user.map(each -> Map.of("saved-views", addView(each, resources))).orElse(Map.of());
    Person person = new Person(caller(kind, user, resources), own);
    List<AccessOperation> inOrder = new ArrayList<>(operations);
    inOrder.sort(Comparator.comparing(each -> each.documented().method().equals("DELETE")));
    for (AccessOperation operation : inOrder) {
      boolean needsUser = operation.isWrite() && operation.least() == AccessLevel.ANALYST;
      if (operation.least() != AccessLevel.NONE
          && person.caller().refusal(operation).isEmpty()
          && !(needsUser && user.isEmpty())) {
        boolean endsSessions = operation.isWrite() && operation.isAboutOneself();
        call(operation, endsSessions ? anew(kind, resources) : person, resources);
      }
    }
  }

  /** Private fields don't exist for analysts. */
  private static void publishFields(WorkspaceResources resources) {
    SERVICE
        .sql()
        .run(
            "update custom_fields set private = false where workspace_id = " + resources.workspace);
  }

  private static Optional<User> user(Kind kind, WorkspaceResources resources) {
    if (kind.credentials() == Credentials.ADMIN_TOKEN) {
      return Optional.empty();
    }
    boolean isOperator = kind.level() == AccessLevel.OPERATOR;
    return Optional.of(
        isOperator ? USERS.add(true) : USERS.add(resources.workspace, kind.level().id()));
  }

  private static MatrixCaller caller(Kind kind, Optional<User> user, WorkspaceResources resources) {
    return switch (kind.credentials()) {
      case SESSION -> MatrixCallers.session(kind.name(), user.orElseThrow(), kind.level());
      case API_TOKEN ->
          MatrixCallers.apiToken(
              kind.name(),
              USERS.token(user.orElseThrow(), resources.workspace, kind.level().id()),
              kind.level());
      case ADMIN_TOKEN -> MatrixCallers.adminToken();
      case NONE -> MatrixCallers.nobody();
    };
  }

  /** What analysts may create is theirs alone. */
  private static String addView(User user, WorkspaceResources resources) {
    return SERVICE
        .sql()
        .text(
            "insert into console_saved_views (workspace_id, user_id, name, page, query, shared)"
                + " values (?, ?, 'own', '/customers', '', false) returning id",
            Long.parseLong(resources.workspace),
            user.id());
  }

  /** Another user of the same kind, who ends a session of theirs or changes a password. */
  private static Person anew(Kind kind, WorkspaceResources resources) {
    User user = user(kind, resources).orElseThrow();
    if (kind.level() == AccessLevel.OPERATOR) {
      USERS.join(user, resources.workspace, "owner");
    }
    USERS.token(user, resources.workspace, "analyst");
    MatrixCallers.browser(user);
    Map<String, String> ids =
        Map.of(
            "sessions", newestId("console_sessions", user),
            "tokens", newestId("console_api_tokens", user));
    return new Person(MatrixCallers.session(kind.name(), user, kind.level()), ids);
  }

  private static String newestId(String table, User user) {
    return SERVICE.sql().text("select max(id) from " + table + " where user_id = ?", user.id());
  }

  private void call(AccessOperation operation, Person person, WorkspaceResources resources) {
    Response response =
        resources.newRequest(operation, person.ids()).send(http, person.caller().headers());
    Tally tally = operation.isWrite() ? writes : reads;
    tally.count(response.status() == 200 ? SUCCEEDED : operation + " " + response.status());
    if (Refusal.isAny(response)) {
      tally.wrong(person.caller(), operation, "to be allowed", response);
    } else if (response.status() != 200 && response.status() != 409) {
      tally.wrong(person.caller(), operation, "a result, or a conflict with what is", response);
    }
  }
}
