package dev.shopwire.app;

import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.embedded.Progress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks at the start that PostgreSQL can keep what Shopwire promises, and brings its schema up to
 * date. Blocking; for the main thread.
 */
final class Schema {
  private static final Logger LOG = LoggerFactory.getLogger(Schema.class);
  private static final int OLDEST_VERSION = 150_000;
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(500);

  /** Committed data can be lost while one of these is off. */
  private static final List<String> DURABLE =
      List.of("fsync", "full_page_writes", "synchronous_commit");

  private Schema() {}

  /**
   * @return how this process's pools are to connect
   * @throws SettingException naming {@code SHOPWIRE_POSTGRES_URI} if this server can't be used
   */
  static Postgres prepare(Postgres anyhow, PoolSizes pools, Progress progress) {
    Postgres postgres = anyhow.direct();
    Postgres reached;
    try (Connection connection = connect(postgres, postgres.jdbcUrl(), progress)) {
      check(connection);
      reached = withSettings(anyhow, progress) ? anyhow : anyhow.throughPooler();
      if (reached.pooled()) {
        RoleSettings.set(connection, anyhow);
      }
      if (anyhow.directUri().isEmpty()) {
        warnOfFew(Integer.parseInt(show(connection, "max_connections")), pools);
      }
    } catch (SQLException e) {
      throw unusable("can't be asked for its settings: " + e.getMessage());
    }
    Migrations.apply(reached.direct(), progress);
    return reached;
  }

  /** Whether connections to {@code postgres} get the settings that they ask for. */
  private static boolean withSettings(Postgres postgres, Progress progress) throws SQLException {
    SessionSettings probe = SessionSettings.SHARED;
    try (Connection connection = connect(postgres, postgres.jdbcUrl(probe), progress)) {
      return RoleSettings.areKept(connection, probe);
    } catch (SQLException e) {
      if (RoleSettings.areRefused(e)) {
        return false;
      }
      throw e;
    }
  }

  /** A server that isn't up yet gets half a minute; one that refuses us gets none. */
  private static Connection connect(Postgres postgres, String url, Progress progress)
      throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", postgres.user());
    properties.setProperty("password", postgres.password());
    properties.setProperty("loginTimeout", "5");
    long until = System.nanoTime() + PATIENCE.toNanos();
    boolean told = false;
    while (true) {
      try {
        return DriverManager.getConnection(url, properties);
      } catch (SQLException e) {
        if (RoleSettings.areRefused(e)) {
          throw e;
        }
        String state = String.valueOf(e.getSQLState());
        boolean mayCome =
            state.startsWith("08") || state.startsWith("57") || state.startsWith("53");
        if (!mayCome || System.nanoTime() > until) {
          throw unusable("does not take us: " + e.getMessage());
        }
        if (!told) {
          told = true;
          progress.say("Waiting for " + postgres);
        }
        LockSupport.parkNanos(PAUSE.toNanos());
        if (Thread.currentThread().isInterrupted()) {
          throw unusable("was not waited for: the start was told to end");
        }
      }
    }
  }

  private static void check(Connection connection) throws SQLException {
    int version = Integer.parseInt(show(connection, "server_version_num"));
    if (version < OLDEST_VERSION) {
      throw unusable("is older than PostgreSQL 15");
    }
    for (String setting : DURABLE) {
      if (show(connection, setting).equals("off")) {
        throw unusable("has " + setting + " = off: what it acknowledges can be lost");
      }
    }
  }

  private static void warnOfFew(int most, PoolSizes pools) {
    if (pools.sum() > most) {
      LOG.warn("PostgreSQL takes {} connections, this process may want {}", most, pools.sum());
    }
  }

  private static String show(Connection connection, String setting) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("show " + setting)) {
      rows.next();
      return rows.getString(1);
    }
  }

  private static SettingException unusable(String why) {
    return new SettingException("SHOPWIRE_POSTGRES_URI: this PostgreSQL " + why);
  }
}
