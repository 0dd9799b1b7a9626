package dev.shopwire.console.people;

import dev.shopwire.common.access.Actor;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The table of users. Methods run on the caller's event loop. */
public final class Users {
  private static final String COLUMNS =
      """
      id, email, name, password_hash, operator, disabled, timezone, theme, shortcuts, totp_key_id,
      totp_secret, totp_confirmed, totp_step, oidc_issuer, oidc_subject, last_sign_in_at""";
  private static final String BY_ID = "select " + COLUMNS + " from console_users where id = $1";
  private static final String BY_EMAIL =
      "select " + COLUMNS + " from console_users where lower(email) = lower($1)";
  private static final String BY_OIDC =
      "select " + COLUMNS + " from console_users where oidc_issuer = $1 and oidc_subject = $2";
  private static final String LIST =
      "select " + COLUMNS + " from console_users where id > $1 order by id limit $2";
  // In the order of ids, so that concurrent changes wait for each other and never deadlock.
  private static final String LOCK_WITH_OPERATORS =
      "select "
          + COLUMNS
          + " from console_users where id = $1 or (operator and not disabled)"
          + " order by id for no key update";
  private static final String EXISTS = "select exists (select from console_users) as found";
  private static final String INSERT =
      """
      insert into console_users (email, name, password_hash, operator) values ($1, $2, $3, $4)
      on conflict do nothing
      returning %s
      """
          .formatted(COLUMNS);

  // The first user: operator, and owner of all workspaces.
  private static final String INSERT_FIRST =
      """
      with created as (
        insert into console_users (email, name, password_hash, operator)
        select $1, $2, $3, true where not exists (select from console_users)
        returning id
      ), memberships as (
        insert into console_memberships (workspace_id, user_id, role)
        select w.id, c.id, 'owner' from tenancy_workspaces w cross join created c
      )
      select id from created
      """;
  private static final String SET_PASSWORD =
      "update console_users set password_hash = $2 where id = $1";
  private static final String SET_PROFILE =
      """
      update console_users set name = $2, timezone = $3, theme = $4, shortcuts = $5 where id = $1
      """;
  private static final String SET_STATE =
      "update console_users set operator = $2, disabled = $3 where id = $1";
  private static final String SET_TOTP =
      """
      update console_users set totp_key_id = $2, totp_secret = $3, totp_confirmed = $4, totp_step = $5
      where id = $1
      """;
  private static final String USE_TOTP_STEP =
      "update console_users set totp_step = $2 where id = $1 and totp_step < $2 returning id";
  private static final String BIND_OIDC =
      """
      update console_users set oidc_issuer = $2, oidc_subject = $3
      where id = $1 and oidc_issuer is null
      returning id
      """;

  private Users() {}

  /**
   * @param passwordHash as {@code Passwords} writes it; null for users who sign in by OIDC alone
   * @param totpSecret encrypted with the key {@code totpKeyId}; null without TOTP
   * @param totpConfirmed whether a code was entered, so that sign-in requires one
   */
  public record User(
      long id,
      String email,
      String name,
      @Nullable String passwordHash,
      boolean operator,
      boolean disabled,
      @Nullable String timezone,
      String theme,
      boolean shortcuts,
      @Nullable String totpKeyId,
      @Nullable Buffer totpSecret,
      boolean totpConfirmed,
      long totpStep,
      @Nullable String oidcIssuer,
      @Nullable String oidcSubject,
      @Nullable OffsetDateTime lastSignInAt) {
    /** Omits the password's hash and the TOTP secret. */
    @Override
    public String toString() {
      return "User " + id;
    }

    /** Who does something, for the audit log. */
    public Actor actor() {
      return new Actor(Actor.Type.USER, Long.toString(id), name);
    }

    public User withState(boolean isOperator, boolean isDisabled) {
      return new User(
          id,
          email,
          name,
          passwordHash,
          isOperator,
          isDisabled,
          timezone,
          theme,
          shortcuts,
          totpKeyId,
          totpSecret,
          totpConfirmed,
          totpStep,
          oidcIssuer,
          oidcSubject,
          lastSignInAt);
    }

    /** As operators see it. */
    public Map<String, @Nullable Object> json() {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("id", Long.toString(id));
      json.put("email", email);
      json.put("name", name);
      json.put("operator", operator);
      json.put("disabled", disabled);
      json.put("totp", totpConfirmed);
      json.put("lastSignInAt", lastSignInAt == null ? null : Times.format(lastSignInAt));
      return json;
    }
  }

  public static Future<Optional<User>> find(SqlClient client, long id) {
    return one(client, BY_ID, Tuple.of(id));
  }

  /** Locks the user's row until the end of the transaction. */
  public static Future<Optional<User>> lock(SqlClient connection, long id) {
    return one(connection, BY_ID + " for no key update", Tuple.of(id));
  }

  /**
   * Locks a user and all operators who may sign in until the end of the transaction, so that the
   * last operator can be distinguished from others.
   */
  public static Future<List<User>> lockWithOperators(SqlClient connection, long id) {
    return connection
        .preparedQuery(LOCK_WITH_OPERATORS)
        .execute(Tuple.of(id))
        .map(rows -> Rows.list(rows, Users::read));
  }

  /** All users in the order of ids, after the id {@code after}. */
  public static Future<List<User>> list(SqlClient client, long after, int limit) {
    return client
        .preparedQuery(LIST)
        .execute(Tuple.of(after, limit))
        .map(rows -> Rows.list(rows, Users::read));
  }

  /** The same as a complete list. */
  public static ExportSource.Rows export() {
    return ExportSource.Rows.of(LIST, Tuple.of(0L, Integer.MAX_VALUE), row -> read(row).json());
  }

  /** Compares without case. */
  public static Future<Optional<User>> findByEmail(SqlClient client, String email) {
    return one(client, BY_EMAIL, Tuple.of(email));
  }

  public static Future<Optional<User>> findByOidc(SqlClient client, String issuer, String subject) {
    return one(client, BY_OIDC, Tuple.of(issuer, subject));
  }

  public static Future<Boolean> anyExists(SqlClient client) {
    return client
        .preparedQuery(EXISTS)
        .execute()
        .map(rows -> rows.iterator().next().getBoolean("found"));
  }

  /** The new user; empty if the e-mail is taken. */
  public static Future<Optional<User>> insert(
      SqlClient client,
      String email,
      String name,
      @Nullable String passwordHash,
      boolean operator) {
    return one(client, INSERT, Tuple.of(email, name, passwordHash, operator));
  }

  /**
   * Creates the first user, operator and owner of all workspaces; empty if there is a user. Callers
   * must exclude each other.
   */
  public static Future<Optional<Long>> insertFirst(
      SqlClient connection, String email, String name, String passwordHash) {
    return connection
        .preparedQuery(INSERT_FIRST)
        .execute(Tuple.of(email, name, passwordHash))
        .map(rows -> Rows.first(rows, row -> row.getLong("id")));
  }

  public static Future<Void> setPassword(SqlClient client, long id, String passwordHash) {
    return client.preparedQuery(SET_PASSWORD).execute(Tuple.of(id, passwordHash)).mapEmpty();
  }

  public static Future<Void> setProfile(
      SqlClient client,
      long id,
      String name,
      @Nullable String timezone,
      String theme,
      boolean shortcuts) {
    return client
        .preparedQuery(SET_PROFILE)
        .execute(Tuple.of(id, name, timezone, theme, shortcuts))
        .mapEmpty();
  }

  public static Future<Void> setState(
      SqlClient client, long id, boolean operator, boolean disabled) {
    return client.preparedQuery(SET_STATE).execute(Tuple.of(id, operator, disabled)).mapEmpty();
  }

  /** Sets or, with nulls, removes the encrypted TOTP secret. */
  public static Future<Void> setTotp(
      SqlClient client,
      long id,
      @Nullable String keyId,
      @Nullable Buffer secret,
      boolean confirmed,
      long step) {
    return client
        .preparedQuery(SET_TOTP)
        .execute(Tuple.of(id, keyId, secret, confirmed, step))
        .mapEmpty();
  }

  /** Marks a time step as used; false if it or a later one already was. */
  public static Future<Boolean> useTotpStep(SqlClient client, long id, long step) {
    return client
        .preparedQuery(USE_TOTP_STEP)
        .execute(Tuple.of(id, step))
        .map(rows -> rows.size() > 0);
  }

  /** Binds the user to an identity of an OIDC provider; false if it is already bound. */
  public static Future<Boolean> bindOidc(SqlClient client, long id, String issuer, String subject) {
    return client
        .preparedQuery(BIND_OIDC)
        .execute(Tuple.of(id, issuer, subject))
        .map(rows -> rows.size() > 0);
  }

  private static Future<Optional<User>> one(SqlClient client, String sql, Tuple parameters) {
    return client.preparedQuery(sql).execute(parameters).map(rows -> Rows.first(rows, Users::read));
  }

  private static User read(Row row) {
    return new User(
        row.getLong("id"),
        row.getString("email"),
        row.getString("name"),
        row.getString("password_hash"),
        row.getBoolean("operator"),
        row.getBoolean("disabled"),
        row.getString("timezone"),
        row.getString("theme"),
        row.getBoolean("shortcuts"),
        row.getString("totp_key_id"),
        row.getBuffer("totp_secret"),
        row.getBoolean("totp_confirmed"),
        row.getLong("totp_step"),
        row.getString("oidc_issuer"),
        row.getString("oidc_subject"),
        row.getOffsetDateTime("last_sign_in_at"));
  }
}
