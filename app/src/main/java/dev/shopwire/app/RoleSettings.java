package dev.shopwire.app;

import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets the session settings of connections through a pooler as defaults of the role in its
 * database, since a pooler rejects or ignores the startup parameters of its clients. What the
 * operator has set for the role or the database stays. Blocking.
 */
final class RoleSettings {
  private static final Logger LOG = LoggerFactory.getLogger(RoleSettings.class);
  private static final String POOLER_REFUSES = "08P01";

  private static final String LIMIT =
      "select setting from pg_settings where name = 'statement_timeout'";
  private static final String ONE_AT_A_TIME =
      "select pg_advisory_xact_lock(hashtext('shopwire role settings'))";
  private static final String EXISTING =
      """
      select split_part(one, '=', 1) as name
      from pg_db_role_setting s, unnest(s.setconfig) one
      where s.setrole in (0, (select oid from pg_roles where rolname = current_user))
        and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
      """;
  private static final String SET =
      """
      do $$ begin
        execute format('alter role %%I in database %%I set %s = %%L',
          current_user, current_database(), '%s');
      end $$
      """;

  private RoleSettings() {}

  /** Whether {@code error} is from a pooler that does not accept settings. */
  static boolean areRejected(SQLException error) {
    return POOLER_REFUSES.equals(error.getSQLState())
        && String.valueOf(error.getMessage()).contains("startup parameter");
  }

  /** Whether a connection that was opened with {@code settings} has its limits. */
  static boolean areApplied(Connection connection, SessionSettings settings) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(LIMIT)) {
      return rows.next() && rows.getLong(1) == settings.statementTimeout().toMillis();
    }
  }

  /** Does not affect connections that the pooler already has open. */
  static void set(Connection connection, Postgres postgres) throws SQLException {
    Map<String, String> missing = new TreeMap<>(SessionSettings.SHARED.parameters());
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute(ONE_AT_A_TIME);
      missing.keySet().removeAll(existing(statement, missing.keySet()));
      for (Map.Entry<String, String> each : missing.entrySet()) {
        statement.execute(SET.formatted(each.getKey(), each.getValue()));
      }
      connection.commit();
    } catch (SQLException e) {
      connection.rollback();
      throw e;
    } finally {
      connection.setAutoCommit(true);
    }
    if (!missing.isEmpty()) {
      LOG.info(
          "{} is a pooler that accepts no settings from its clients, so the role {} now has them as"
              + " defaults in this database: {}. The pooler's open connections get them when it"
              + " reopens them (RECONNECT)",
          postgres,
          postgres.user(),
          missing);
    }
  }

  private static Set<String> existing(Statement statement, Set<String> names) throws SQLException {
    Set<String> existing = new HashSet<>();
    try (ResultSet rows = statement.executeQuery(EXISTING)) {
      while (rows.next()) {
        existing.add(rows.getString("name").toLowerCase(Locale.ROOT));
      }
    }
    Set<String> known = new HashSet<>(names);
    known.removeIf(name -> !existing.contains(name.toLowerCase(Locale.ROOT)));
    return known;
  }
}
