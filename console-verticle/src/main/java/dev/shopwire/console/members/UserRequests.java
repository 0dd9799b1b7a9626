package dev.shopwire.console.members;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.PatchValue;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.console.PageParameters;
import dev.shopwire.console.people.ApiTokens;
import dev.shopwire.console.people.Users;
import dev.shopwire.console.people.Users.User;
import dev.shopwire.console.sessions.Sessions;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lists all users, and makes them operators or disables them. The installation always keeps an
 * operator: changes of operators wait for each other. Not thread-safe; use from one event loop.
 */
public final class UserRequests {
  private static final long NO_WORKSPACE = 0;

  private final Pool pool;

  public UserRequests(Pool pool) {
    this.pool = pool;
  }

  private record Input(PatchValue<Boolean> operator, PatchValue<Boolean> disabled) {
    static Input of(byte[] body) {
      JsonInput input = JsonInput.strict(body);
      Input read = new Input(flag(input, "operator"), flag(input, "disabled"));
      input.throwIfInvalid();
      return read;
    }

    private static PatchValue<Boolean> flag(JsonInput input, String name) {
      PatchValue<Boolean> value = input.optionalBoolean(name);
      if (value.present() && value.value() == null) {
        input.addError(name, "invalid_type", "must be true or false");
      }
      return value;
    }

    State applyTo(State stored) {
      return new State(
          Boolean.TRUE.equals(operator.applyTo(stored.operator())),
          Boolean.TRUE.equals(disabled.applyTo(stored.disabled())));
    }
  }

  /** What operators decide about a user. */
  private record State(boolean operator, boolean disabled) {
    static State of(User user) {
      return new State(user.operator(), user.disabled());
    }

    boolean canOperate() {
      return operator && !disabled;
    }

    Map<String, @Nullable Object> fields() {
      return Map.of("operator", operator, "disabled", disabled);
    }
  }

  public Future<Map<String, @Nullable Object>> list(PageParameters page) {
    return Users.list(pool, page.afterId(), page.queryLimit())
        .map(
            users ->
                page.toResponse(
                    "users",
                    users.stream().map(User::json).toList(),
                    last -> String.valueOf(last.get("id"))));
  }

  /** A disabled user's sessions and API tokens end at once. */
  public Future<Map<String, @Nullable Object>> change(Caller caller, long id, byte[] body) {
    Input input = Input.of(body);
    return Transactions.run(
            pool,
            connection ->
                Users.lockWithOperators(connection, id)
                    .compose(
                        locked -> {
                          User user = user(locked, id);
                          State before = State.of(user);
                          State after = input.applyTo(before);
                          if (after.equals(before)) {
                            return Future.succeededFuture(user);
                          }
                          if (before.canOperate() && !after.canOperate()) {
                            requireOther(locked, id);
                          }
                          return change(connection, caller, user, after);
                        }))
        .map(user -> Map.of("user", user.json()));
  }

  private static Future<User> change(
      SqlConnection connection, Caller caller, User user, State after) {
    return Users.setState(connection, user.id(), after.operator(), after.disabled())
        .compose(
            set ->
                after.disabled() && !user.disabled()
                    ? endCredentials(connection, user.id())
                    : Future.succeededFuture())
        .compose(
            ended ->
                AuditLog.write(
                    connection,
                    caller.in(NO_WORKSPACE),
                    AuditEntry.changed(
                        "user.changed",
                        new AuditObject("user", Long.toString(user.id()), user.name()),
                        State.of(user).fields(),
                        after.fields())))
        .map(logged -> user.withState(after.operator(), after.disabled()));
  }

  private static Future<Void> endCredentials(SqlConnection connection, long id) {
    return Sessions.endAll(connection, id).compose(ended -> ApiTokens.deleteAll(connection, id));
  }

  private static User user(List<User> locked, long id) {
    return locked.stream()
        .filter(user -> user.id() == id)
        .findFirst()
        .orElseThrow(() -> Failure.notFound("user"));
  }

  /** All locked users but the requested one are operators who may sign in. */
  private static void requireOther(List<User> locked, long id) {
    if (locked.stream().allMatch(user -> user.id() == id)) {
      throw Failure.of(
          Code.CONFLICT,
          "last_operator",
          "The installation needs an operator; make another user an operator first");
    }
  }
}
