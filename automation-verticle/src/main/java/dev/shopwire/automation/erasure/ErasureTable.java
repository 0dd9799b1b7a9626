package dev.shopwire.automation.erasure;

import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;

/** The table of erasures that are not complete. Methods run on the caller's event loop. */
final class ErasureTable {
  private static final String BEGIN =
      """
      insert into mail_erasures as e (workspace_id, email_hash, sealed)
      select $1, $2, $3
      where exists (select from mail_erasures where workspace_id = $1 and email_hash = $2)
        or exists (select from mail_messages where workspace_id = $1 and email_key = $4)
        or exists (select from mail_suppressions where workspace_id = $1 and email = $4)
        or exists (select from mail_cap_windows where workspace_id = $1 and email = $4)
      on conflict (workspace_id, email_hash) do update set horizon = null
      returning xmax = 0 as is_new
      """;
  private static final String UNFINISHED =
      "select workspace_id, email_hash from mail_erasures order by created_at limit $1";
  private static final String LOCK =
      """
      select sealed from mail_erasures
      where workspace_id = $1 and email_hash = $2 for update skip locked
      """;
  private static final String EXISTS =
      "select from mail_erasures where workspace_id = $1 and email_hash = $2";
  private static final String CHANGED =
      """
      update mail_erasures set horizon = null
      where workspace_id = $1 and email_hash = $2 and horizon is not null
      """;

  // Transactions that were open when nothing was found may have read the address before it was
  // erased, and may still write it. Those that begin later can't have read it.
  private static final String FINISH =
      """
      delete from mail_erasures
      where workspace_id = $1 and email_hash = $2
        and horizon <= pg_snapshot_xmin(pg_current_snapshot())
        and not exists (
          select from mail_messages where workspace_id = $1 and email_key = $3)
      """;
  private static final String SET_HORIZON =
      """
      update mail_erasures set horizon = pg_snapshot_xmax(pg_current_snapshot())
      where workspace_id = $1 and email_hash = $2 and horizon is null
      """;
  private static final int MAX_FOUND = 100;

  private ErasureTable() {}

  /**
   * Adds an erasure, unless it is there already or nothing is stored by the address.
   *
   * @return whether it was added; empty if there is nothing to erase
   */
  static Future<Optional<Boolean>> begin(
      SqlConnection connection, ErasureKey key, Buffer sealed, String email) {
    return connection
        .preparedQuery(BEGIN)
        .execute(Tuple.of(key.workspaceId(), key.hash(), sealed, email))
        .map(rows -> Rows.first(rows, row -> row.getBoolean("is_new")));
  }

  /** Some, the oldest first. */
  static Future<List<ErasureKey>> unfinished(SqlClient client) {
    return client
        .preparedQuery(UNFINISHED)
        .execute(Tuple.of(MAX_FOUND))
        .map(
            rows ->
                Rows.list(
                    rows,
                    row ->
                        new ErasureKey(row.getLong("workspace_id"), row.getString("email_hash"))));
  }

  /** The address, encrypted; empty if another process is at it, or nothing is left to do. */
  static Future<Optional<Buffer>> lock(SqlConnection connection, ErasureKey key) {
    return connection
        .preparedQuery(LOCK)
        .execute(tuple(key))
        .map(rows -> Rows.first(rows, row -> row.getBuffer("sealed")));
  }

  /** Whether something is left to do. */
  static Future<Boolean> exists(SqlClient client, ErasureKey key) {
    return client.preparedQuery(EXISTS).execute(tuple(key)).map(rows -> rows.size() > 0);
  }

  /** Notes that something of the address was found. */
  static Future<Void> changed(SqlConnection connection, ErasureKey key) {
    return connection.preparedQuery(CHANGED).execute(tuple(key)).mapEmpty();
  }

  /**
   * Deletes an erasure for which nothing was found, once no transaction that had begun the first
   * time is open and no mail to the address is being sent.
   *
   * @return whether it was deleted
   */
  static Future<Boolean> finish(SqlConnection connection, ErasureKey key, String email) {
    return connection
        .preparedQuery(FINISH)
        .execute(tuple(key).addString(email))
        .compose(
            deleted ->
                deleted.rowCount() > 0
                    ? Future.succeededFuture(true)
                    : connection.preparedQuery(SET_HORIZON).execute(tuple(key)).map(false));
  }

  private static Tuple tuple(ErasureKey key) {
    return Tuple.of(key.workspaceId(), key.hash());
  }
}
