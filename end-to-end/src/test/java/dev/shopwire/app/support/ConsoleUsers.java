package dev.shopwire.app.support;

import dev.shopwire.testing.Sql;
import java.util.UUID;

/**
 * Adds users of the console to the database, all with the same password, which is cheap to check.
 */
public final class ConsoleUsers {
  public static final String PASSWORD = "the password of everyone";

  private static final String HASH =
      "$argon2id$v=19$m=8,t=1,p=1$c2hvcHdpcmUtdGVzdGluZw$SWeNMotdTT/NzfHp8Nuwt+ElBAKMjhli7dEdscEaBXo";

  private final Sql sql;

  public ConsoleUsers(Sql sql) {
    this.sql = sql;
  }

  /** A user, with a random e-mail address. */
  public record User(long id, String email) {}

  /** Adds a user without any membership. */
  public User add(boolean operator) {
    String email = "user-" + UUID.randomUUID() + "@example.com";
    long id =
        sql.number(
            "insert into console_users (email, name, password_hash, operator)"
                + " values (?, 'A User', ?, ?) returning id",
            email,
            HASH,
            operator);
    return new User(id, email);
  }

  /** Adds a user with a role in a workspace. */
  public User add(String workspaceId, String role) {
    User user = add(false);
    join(user, workspaceId, role);
    return user;
  }

  public void join(User user, String workspaceId, String role) {
    sql.run(
        "insert into console_memberships (workspace_id, user_id, role) values (%s, %d, '%s')"
            .formatted(workspaceId, user.id(), role));
  }

  /** Adds an API token of a member and returns its secret. */
  public String token(User user, String workspaceId, String role) {
    String secret = "sw_user_" + UUID.randomUUID().toString().replace("-", "");
    sql.run(
        """
        insert into console_api_tokens (token_hash, prefix, user_id, workspace_id, name, role)
        values (sha256('%s'), 'sw_user_test', %d, %s, 'a token', '%s')
        """
            .formatted(secret, user.id(), workspaceId, role));
    return secret;
  }

  /** The entries of the audit log with this action about an object. */
  public long audited(String action, String objectType, String objectId) {
    return sql.number(
        "select count(*) from audit_log where action = ? and object_type = ? and object_id = ?",
        action,
        objectType,
        objectId);
  }
}
