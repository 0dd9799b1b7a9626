package dev.shopwire.app.support;

import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Sql;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.postgresql.PGConnection;

/** An open transaction of a test, which makes others wait until it ends. */
public final class HeldLock implements AutoCloseable {
  private final Connection connection;
  private final int backend;

  private HeldLock(String uri, String statement) {
    Postgres server = new Postgres(uri);
    try {
      connection = DriverManager.getConnection(server.jdbcUrl(), server.user(), server.password());
      connection.setAutoCommit(false);
      try (Statement query = connection.createStatement()) {
        query.execute(statement);
      }
      backend = connection.unwrap(PGConnection.class).getBackendPID();
    } catch (SQLException e) {
      throw new IllegalStateException(statement, e);
    }
  }

  /** Keeps the locks that a statement takes. */
  public static HeldLock of(String uri, String statement) {
    return new HeldLock(uri, statement);
  }

  /** Blocks writers of the table. */
  public static HeldLock onWritesOf(String uri, String table) {
    return new HeldLock(uri, "lock table " + table + " in share mode");
  }

  /** Blocks readers and writers of the table. */
  public static HeldLock on(String uri, String table) {
    return new HeldLock(uri, "lock table " + table + " in access exclusive mode");
  }

  /** A transaction that has written something, and may have seen nothing of what came later. */
  public static HeldLock openTransaction(String uri) {
    return new HeldLock(uri, "select pg_current_xact_id()");
  }

  /** Waits until another transaction waits for a lock of this table. */
  public static void awaitWaiting(Sql sql, String table) {
    Poll.until(
        Duration.ofSeconds(10),
        () -> "a transaction waits for " + table,
        () ->
            sql.number(
                    "select count(*) from pg_locks where relation = '%s'::regclass and not granted"
                        .formatted(table))
                > 0);
  }

  /** Waits until another transaction waits for this one. */
  public void awaitWaiting(Sql sql) {
    Poll.until(
        Duration.ofSeconds(10),
        () -> "a transaction waits for that of the test",
        () ->
            sql.number(
                    "select count(*) from pg_stat_activity where ? = any(pg_blocking_pids(pid))",
                    backend)
                > 0);
  }

  /** Keeps what the transaction has written; without it, closing discards that. */
  public void commit() {
    try {
      connection.commit();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try {
      connection.rollback();
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
