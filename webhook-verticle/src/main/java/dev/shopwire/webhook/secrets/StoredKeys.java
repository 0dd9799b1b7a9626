package dev.shopwire.webhook.secrets;

import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads and replaces stored signing secrets by the key that encrypts them. Methods run on the
 * caller's event loop.
 */
final class StoredKeys {
  private static final String VALID = "(expires_at is null or expires_at > now())";
  private static final String COUNT =
      """
      select count(*) as secrets, count(*) filter (where key_id <> $1) as others
      from webhook_secrets where
      """
          + VALID;
  private static final String OTHERS =
      "select key_id, count(*) as secrets from webhook_secrets where key_id <> all ($1) and "
          + VALID
          + " group by key_id order by key_id";
  private static final String NEXT =
      """
      select workspace_id, endpoint_id, id, key_id, sealed from webhook_secrets
      where key_id = any ($1) and (workspace_id, endpoint_id, id) > ($2, $3, $4)
      order by workspace_id, endpoint_id, id limit $5
      """;
  // Skips secrets that another process re-encrypted, or that a rotation deleted.
  private static final String REPLACE =
      """
      update webhook_secrets s set key_id = $1, sealed = n.sealed
      from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bytea[])
        as n (workspace_id, endpoint_id, id, key_id, sealed)
      where s.workspace_id = n.workspace_id and s.endpoint_id = n.endpoint_id and s.id = n.id
        and s.key_id = n.key_id
      """;

  private StoredKeys() {}

  /**
   * Counts of valid secrets.
   *
   * @param others the number of them that are stored under a key other than the given one
   */
  record Count(long secrets, long others) {}

  /** A stored secret. */
  record Stored(long workspaceId, long endpointId, long id, SecretVault.Encrypted encrypted) {
    /** Sorts before all others. */
    static final Stored NONE = new Stored(0, 0, 0, new SecretVault.Encrypted("", Buffer.buffer()));
  }

  static Future<Count> count(SqlClient client, String keyId) {
    return client
        .preparedQuery(COUNT)
        .execute(Tuple.of(keyId))
        .map(rows -> rows.iterator().next())
        .map(row -> new Count(row.getLong("secrets"), row.getLong("others")));
  }

  /** The number of valid secrets under each key, except the keys {@code ids}. */
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

  /** The secrets under {@code keyIds} that follow {@code last}, ordered by primary key. */
  static Future<List<Stored>> next(
      SqlClient client, Collection<String> keyIds, Stored last, int limit) {
    return client
        .preparedQuery(NEXT)
        .execute(
            Tuple.tuple()
                .addArrayOfString(keyIds.toArray(String[]::new))
                .addLong(last.workspaceId())
                .addLong(last.endpointId())
                .addLong(last.id())
                .addInteger(limit))
        .map(rows -> Rows.list(rows, StoredKeys::read));
  }

  private static Stored read(Row row) {
    return new Stored(
        row.getLong("workspace_id"),
        row.getLong("endpoint_id"),
        row.getLong("id"),
        new SecretVault.Encrypted(row.getString("key_id"), row.getBuffer("sealed")));
  }

  /**
   * Replaces {@code before} with {@code replacements}, in the same order and all encrypted with the
   * key {@code keyId}.
   *
   * @return the number of secrets replaced
   */
  static Future<Integer> replace(
      SqlClient client, String keyId, List<Stored> before, List<Buffer> replacements) {
    return client
        .preparedQuery(REPLACE)
        .execute(
            Tuple.tuple()
                .addString(keyId)
                .addArrayOfLong(before.stream().map(Stored::workspaceId).toArray(Long[]::new))
                .addArrayOfLong(before.stream().map(Stored::endpointId).toArray(Long[]::new))
                .addArrayOfLong(before.stream().map(Stored::id).toArray(Long[]::new))
                .addArrayOfString(
                    before.stream().map(one -> one.encrypted().keyId()).toArray(String[]::new))
                .addArrayOfBuffer(replacements.toArray(Buffer[]::new)))
        .map(result -> result.rowCount());
  }
}
