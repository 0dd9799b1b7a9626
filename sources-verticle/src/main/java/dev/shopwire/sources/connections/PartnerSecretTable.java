package dev.shopwire.sources.connections;

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

/**
 * The table of connections' secrets, which are encrypted. Methods run on the caller's event loop.
 */
final class PartnerSecretTable {
  private static final String PUT =
      """
      insert into partner_secrets (app_id, name, key_id, sealed) values ($1, $2, $3, $4)
      on conflict (app_id, name) do update set key_id = excluded.key_id, sealed = excluded.sealed
      """;
  private static final String KEEP =
      "delete from partner_secrets where app_id = $1 and name <> all ($2)";
  private static final String LIST =
      "select app_id, name, key_id, sealed from partner_secrets where app_id = $1 order by name";
  private static final String OTHERS =
      """
      select key_id, count(*) as secrets from partner_secrets
      where key_id <> all ($1) group by key_id order by key_id
      """;
  private static final String NEXT =
      """
      select app_id, name, key_id, sealed from partner_secrets
      where key_id = any ($1) and (app_id, name) > ($2, $3)
      order by app_id, name limit $4
      """;
  // Skips secrets that were changed, or that another process has re-encrypted.
  private static final String REPLACE =
      """
      update partner_secrets s set key_id = $1, sealed = n.after
      from unnest($2::bigint[], $3::text[], $4::bytea[], $5::bytea[]) as n (app_id, name, before, after)
      where s.app_id = n.app_id and s.name = n.name and s.sealed = n.before
      """;

  private PartnerSecretTable() {}

  /** A stored secret. */
  record Stored(long appId, String name, Encrypted encrypted) {
    static Stored read(Row row) {
      return new Stored(
          row.getLong("app_id"),
          row.getString("name"),
          new Encrypted(row.getString("key_id"), row.getBuffer("sealed")));
    }
  }

  static Future<Void> put(SqlClient client, Stored secret) {
    return client
        .preparedQuery(PUT)
        .execute(
            Tuple.of(
                secret.appId(),
                secret.name(),
                secret.encrypted().keyId(),
                secret.encrypted().bytes()))
        .mapEmpty();
  }

  /** Deletes all but those with these names. */
  static Future<Void> keep(SqlClient client, long appId, Collection<String> names) {
    return client
        .preparedQuery(KEEP)
        .execute(Tuple.of(appId).addArrayOfString(names.toArray(String[]::new)))
        .mapEmpty();
  }

  /** Those of a connection, ordered by name. */
  static Future<List<Stored>> list(SqlClient client, long appId) {
    return client
        .preparedQuery(LIST)
        .execute(Tuple.of(appId))
        .map(rows -> Rows.list(rows, Stored::read));
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
                .addLong(last.map(Stored::appId).orElse(0L))
                .addString(last.map(Stored::name).orElse(""))
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
                .addArrayOfLong(Columns.of(before, new Long[count], Stored::appId))
                .addArrayOfString(Columns.of(before, new String[count], Stored::name))
                .addArrayOfBuffer(
                    Columns.of(before, new Buffer[count], one -> one.encrypted().bytes()))
                .addArrayOfBuffer(Columns.of(after, new Buffer[count], Encrypted::bytes)))
        .map(result -> result.rowCount());
  }
}
