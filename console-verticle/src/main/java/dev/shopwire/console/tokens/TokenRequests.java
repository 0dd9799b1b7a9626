package dev.shopwire.console.tokens;

import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.tenancy.ApiKey;
import dev.shopwire.common.tenancy.Workspaces;
import dev.shopwire.console.PageParameters;
import dev.shopwire.console.people.ApiTokens;
import dev.shopwire.console.people.ApiTokens.ApiToken;
import dev.shopwire.console.people.Memberships;
import dev.shopwire.console.people.RoleInput;
import dev.shopwire.console.people.UserIds;
import dev.shopwire.console.people.Users;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Creates, lists and ends users' API tokens (docs/api/users.md). Not thread-safe; use from one
 * event loop.
 */
public final class TokenRequests {
  private static final String PREFIX = "sw_user_";
  private static final int ID_LENGTH = 12;
  private static final int SECRET_LENGTH = 43;

  private final Pool pool;
  private final InstantSource clock;

  public TokenRequests(Pool pool, InstantSource clock) {
    this.pool = pool;
    this.clock = clock;
  }

  /** Returns the token with its secret, which nothing shows again. */
  public Future<Map<String, @Nullable Object>> create(Caller caller, byte[] body) {
    long userId = UserIds.signedIn(caller);
    TokenInput input = TokenInput.of(body, clock.instant());
    String prefix = PREFIX + ApiKey.random(ID_LENGTH);
    String secret = prefix + "_" + ApiKey.random(SECRET_LENGTH);
    ApiTokens.NewToken token =
        new ApiTokens.NewToken(
            Buffer.buffer(ApiKey.hash(secret)),
            prefix,
            userId,
            input.workspaceId(),
            input.name(),
            input.role(),
            input.expiresAt());
    return Transactions.run(
            pool,
            connection ->
                requireRole(connection, token)
                    .compose(allowed -> ApiTokens.insert(connection, token))
                    .map(created -> created.orElseThrow(TokenRequests::limitReached))
                    .compose(
                        created ->
                            AuditLog.write(
                                    connection,
                                    caller.in(created.workspaceId()),
                                    AuditEntry.created(
                                        "token.created", object(created), fields(created)))
                                .map(logged -> created)))
        .map(created -> Map.of("token", created.json(), "secret", secret));
  }

  /** A token's role is at most the user's own. Operators are owners of their workspaces. */
  private static Future<Void> requireRole(SqlConnection connection, ApiTokens.NewToken token) {
    return Memberships.lockRole(connection, token.workspaceId(), token.userId())
        .map(role -> role.orElseThrow(TokenRequests::notAMember))
        .compose(
            role ->
                Users.find(connection, token.userId())
                    .map(user -> user.filter(Users.User::operator).isPresent())
                    .map(isOperator -> isOperator ? AccessLevel.OWNER : role))
        .map(
            own -> {
              RoleInput.requireGrantable(own, token.role());
              return null;
            });
  }

  public Future<Map<String, @Nullable Object>> ofUser(Caller caller, PageParameters page) {
    return ApiTokens.ofUser(pool, UserIds.signedIn(caller), page.afterId(), page.queryLimit())
        .map(tokens -> response(page, tokens.stream().map(ApiToken::json).toList()));
  }

  public Future<Map<String, @Nullable Object>> ofWorkspace(long workspaceId, PageParameters page) {
    return new Workspaces(pool)
        .require(workspaceId)
        .compose(
            exists -> ApiTokens.ofWorkspace(pool, workspaceId, page.afterId(), page.queryLimit()))
        .map(tokens -> response(page, tokens.stream().map(ApiToken::jsonWithUser).toList()));
  }

  private static Map<String, @Nullable Object> response(
      PageParameters page, List<Map<String, @Nullable Object>> tokens) {
    return page.toResponse("tokens", tokens, last -> String.valueOf(last.get("id")));
  }

  /** Ends one of the caller's own tokens. */
  public Future<Void> endOwn(Caller caller, long id) {
    long userId = UserIds.signedIn(caller);
    return Transactions.run(
        pool,
        connection ->
            ApiTokens.deleteOfUser(connection, userId, id)
                .compose(ended -> record(connection, caller, ended)));
  }

  /** Ends the token of a member for the workspace. */
  public Future<Void> endOfWorkspace(Caller caller, long workspaceId, long id) {
    return Transactions.run(
        pool,
        connection ->
            ApiTokens.deleteOfWorkspace(connection, workspaceId, id)
                .compose(ended -> record(connection, caller, ended)));
  }

  private static Future<Void> record(
      SqlConnection connection, Caller caller, Optional<ApiToken> ended) {
    ApiToken token = ended.orElseThrow(() -> Failure.notFound("token"));
    return AuditLog.write(
        connection,
        caller.in(token.workspaceId()),
        AuditEntry.deleted("token.ended", object(token), fields(token)));
  }

  /** {@code listMyTokens}. */
  public static ExportSource exportOfUser() {
    return (request, snapshot) ->
        Future.succeededFuture(ApiTokens.exportOfUser(UserIds.signedIn(request.caller())));
  }

  /** {@code listWorkspaceTokens}. */
  public static ExportSource exportOfWorkspace() {
    return (request, snapshot) ->
        Future.succeededFuture(
            ApiTokens.exportOfWorkspace(
                NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("workspace"))));
  }

  private static Failure notAMember() {
    return Failure.invalid(
        "/workspaceId", "unknown_workspace", "workspaceId must be a workspace of yours");
  }

  private static Failure limitReached() {
    return Failure.invalid(
        "",
        "token_limit_reached",
        "A user may have at most %d tokens; end one first".formatted(ApiTokens.MAX));
  }

  private static AuditObject object(ApiToken token) {
    return new AuditObject("token", Long.toString(token.id()), token.name());
  }

  private static Map<String, @Nullable Object> fields(ApiToken token) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("name", token.name());
    fields.put("role", token.role());
    fields.put("userId", Long.toString(token.userId()));
    fields.put("expiresAt", token.expiresAt() == null ? null : Times.format(token.expiresAt()));
    return fields;
  }
}
