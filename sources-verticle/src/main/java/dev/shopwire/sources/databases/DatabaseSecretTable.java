package dev.shopwire.sources.databases;

import dev.shopwire.common.postgres.Columns;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.secrets.SecretVault.Encrypted;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The table of databases' URIs, which are encrypted. Methods run on the caller's event loop. */
final class DatabaseSecretTable {
  private static final String PUT =
      """
      insert into linked_database_secrets (workspace_id, database_id, key_id, sealed)
      values ($1, $2, $3, $4)
      on conflict (workspace_id, database_id) do update set
        key_id = excluded.key_id, sealed = excluded.sealed
      """;
  private static final String FIND =
      """
      select workspace_id, database_id, key_id, sealed from linked_database_secrets
      where workspace_id = $1 and database_id = $2
      """;
  private static final String OTHERS =
      """
      select key_id, count(*) as secrets from linked_database_secrets
      where key_id <> all ($1) group by key_id order by key_id
      """;
  private static final String NEXT =
      """
      select workspace_id, database_id, key_id, sealed from linked_database_secrets
      where key_id = any ($1) and (workspace_id, database_id) > ($2, $3)
      order by workspace_id, database_id limit $4
      """;
  // Skips secrets that were changed, or that another process has re-encrypted.
  private static final String REPLACE =
      """
      update linked_database_secrets s set key_id = $1, sealed = n.after
      from unnest($2::bigint[], $3::bigint[], $4::bytea[], $5::bytea[])
        as n (workspace_id, database_id, before, after)
      where s.workspace_id = n.workspace_id and s.database_id = n.database_id
        and s.sealed = n.before
      """;

  private DatabaseSecretTable() {}

  /** A stored URI. */
  record Stored(long workspaceId, long databaseId, Encrypted encrypted) {
    static Stored read(Row row) {
      return new Stored(
          row.getLong("workspace_id"),
          row.getLong("database_id"),
          new Encrypted(row.getString("key_id"), row.getBuffer("sealed")));
    }
  }

  static Future<Void> put(SqlClient client, Stored secret) {
    return client
        .preparedQuery(PUT)
        .execute(
            Tuple.of(
                secret.workspaceId(),
                secret.databaseId(),
                secret.encrypted().keyId(),
                secret.encrypted().bytes()))
        .mapEmpty();
  }

  static Future<Optional<Stored>> find(SqlClient client, long workspaceId, long databaseId) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(workspaceId, databaseId))
        .map(rows -> Rows.first(rows, Stored::read));
  }

  /** The number of secrets under each key, except the keys {@code ids}. */
  static Future<Map<String, Long>> others(SqlClient client, Collection<String> ids) {
    return client
        .preparedQuery(OTHERS)
        .execute(Tuple.tuple().addArrayOfString(ids.toArray(String[]::new)))
        .map(
            rows -> {
              Map<String, Long> others = new LinkedHashMap<>();
              rows.forEach(row -> others.put(row.getString("key_id"), row.getLong("secrets")));
              return others;
            });
  }

  /** The secrets under {@code keyIds} that follow a secret, ordered by primary key. */
  static Future<List<Stored>> next(
      SqlClient client, Collection<String> keyIds, Optional<Stored> last, int limit) {
    return client
        .preparedQuery(NEXT)
        .execute(
            Tuple.tuple()
                .addArrayOfString(keyIds.toArray(String[]::new))
                .addLong(last.map(Stored::workspaceId).orElse(0L))
                .addLong(last.map(Stored::databaseId).orElse(0L))
                .addInteger(limit))
        .map(rows -> Rows.list(rows, Stored::read));
  }

  /**
   * Replaces {@code before} with {@code after}, in the same order and all encrypted with the same
   * key.
   *
   * @return the number of secrets replaced
   */
  static Future<Integer> replace(SqlClient client, List<Stored> before, List<Encrypted> after) {
    int count = before.size();
    return client
        .preparedQuery(REPLACE)
        .execute(
            Tuple.of(after.get(0).keyId())
                .addArrayOfLong(Columns.of(before, new Long[count], Stored::workspaceId))
                .addArrayOfLong(Columns.of(before, new Long[count], Stored::databaseId))
                .addArrayOfBuffer(
                    Columns.of(before, new Buffer[count], one -> one.encrypted().bytes()))
                .addArrayOfBuffer(Columns.of(after, new Buffer[count], Encrypted::bytes)))
        .map(result -> result.rowCount());
  }
}
