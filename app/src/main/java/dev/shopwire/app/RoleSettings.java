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
 * Gives connections through a pooler their settings: as defaults of the role in its database, since
 * a pooler refuses or ignores what its clients ask for at their start. What the operator has set
 * for the role or the database stays. Blocking.
 */
final class RoleSettings {
  private static final Logger LOG = LoggerFactory.getLogger(RoleSettings.class);
  private static final String POOLER_REFUSES = "08P01";

  private static final String LIMIT =
      "select setting from pg_settings where name = 'statement_timeout'";
  private static final String ONE_AT_A_TIME =
      "select pg_advisory_xact_lock(hashtext('shopwire role settings'))";
  private static final String GIVEN =
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

  /** Whether this failure is a pooler's that takes no settings. */
  static boolean areRefused(SQLException error) {
    return POOLER_REFUSES.equals(error.getSQLState())
        && String.valueOf(error.getMessage()).contains("startup parameter");
  }

  /** Whether a connection that was opened with {@code wanted} has got its limits. */
  static boolean areKept(Connection connection, SessionSettings wanted) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(LIMIT)) {
      return rows.next() && rows.getLong(1) == wanted.statement().toMillis();
    }
  }

  /** Connections that the pooler has open already go on as they are. */
  static void set(Connection connection, Postgres postgres) throws SQLException {
    Map<String, String> missing = new TreeMap<>(SessionSettings.SHARED.parameters());
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute(ONE_AT_A_TIME);
      missing.keySet().removeAll(given(statement, missing.keySet()));
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
          "{} is a pooler that takes no settings of its clients: the role {} has them now, in this"
              + " database: {}. Connections that the pooler has open get them when it opens them"
              + " again (RECONNECT)",
          postgres,
          postgres.user(),
          missing);
    }
  }

  private static Set<String> given(Statement statement, Set<String> names) throws SQLException {
    Set<String> given = new HashSet<>();
    try (ResultSet rows = statement.executeQuery(GIVEN)) {
      while (rows.next()) {
        given.add(rows.getString("name").toLowerCase(Locale.ROOT));
      }
    }
    Set<String> known = new HashSet<>(names);
    known.removeIf(name -> !given.contains(name.toLowerCase(Locale.ROOT)));
    return known;
  }
}
