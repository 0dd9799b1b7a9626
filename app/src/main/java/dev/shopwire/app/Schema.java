package dev.shopwire.app;

import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.embedded.Progress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks at startup that PostgreSQL is recent enough and durable, and migrates its schema.
 * Blocking; for the main thread.
 */
final class Schema {
  private static final Logger LOG = LoggerFactory.getLogger(Schema.class);
  private static final String URI = "SHOPWIRE_POSTGRES_URI";
  private static final int MIN_VERSION = 150_000;

  /** Committed data can be lost while one of these is off. */
  private static final List<String> DURABLE =
      List.of("fsync", "full_page_writes", "synchronous_commit");

  private Schema() {}

  /**
   * @return how this process's pools must connect
   * @throws dev.shopwire.common.config.SettingException naming the URI if this server can't be used
   */
  static Postgres prepare(Postgres configured, PoolSizes pools, Progress progress) {
    Postgres postgres = configured.direct();
    FirstConnection first =
        configured.directUri().isPresent()
            ? new FirstConnection(postgres, "SHOPWIRE_POSTGRES_DIRECT_URI")
            : new FirstConnection(postgres, URI);
    Postgres reached;
    try (Connection connection = first.open(postgres.jdbcUrl())) {
      check(first, connection);
      reached = acceptsSettings(configured) ? configured : configured.throughPooler();
      if (reached.pooled()) {
        RoleSettings.set(connection, configured);
      }
      if (configured.directUri().isEmpty()) {
        checkConnectionLimit(Integer.parseInt(show(connection, "max_connections")), pools);
      }
    } catch (SQLException e) {
      throw first.unusable("did not return its settings: " + e.getMessage());
    }
    Migrations.apply(reached.direct(), progress);
    return reached;
  }

  /** Whether connections to {@code postgres} get the settings that they request. */
  private static boolean acceptsSettings(Postgres postgres) throws SQLException {
    SessionSettings probe = SessionSettings.SHARED;
    try (Connection connection = new FirstConnection(postgres, URI).open(postgres.jdbcUrl(probe))) {
      return RoleSettings.areApplied(connection, probe);
    } catch (SQLException e) {
      if (RoleSettings.areRejected(e)) {
        return false;
      }
      throw e;
    }
  }

  private static void check(FirstConnection first, Connection connection) throws SQLException {
    int version = Integer.parseInt(show(connection, "server_version_num"));
    if (version < MIN_VERSION) {
      throw first.unusable("is older than PostgreSQL 15");
    }
    for (String setting : DURABLE) {
      if (show(connection, setting).equals("off")) {
        throw first.unusable("has " + setting + " = off, so committed data can be lost");
      }
    }
  }

  private static void checkConnectionLimit(int max, PoolSizes pools) {
    if (pools.sum() > max) {
      LOG.warn("PostgreSQL allows {} connections, this process may open {}", max, pools.sum());
    }
  }

  private static String show(Connection connection, String setting) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("show " + setting)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
