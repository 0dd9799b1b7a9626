package dev.shopwire.automation.mail.senders;

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

/** The table of senders' secrets, which are encrypted. Methods run on the caller's event loop. */
final class SecretTable {
  private static final String PUT =
      """
      insert into mail_sender_secrets (workspace_id, sender_id, kind, key_id, sealed)
      values ($1, $2, $3, $4, $5)
      on conflict (workspace_id, sender_id, kind)
      do update set key_id = excluded.key_id, sealed = excluded.sealed
      """;
  private static final String DELETE =
      """
      delete from mail_sender_secrets where workspace_id = $1 and sender_id = $2 and kind = $3
      """;
  private static final String OTHERS =
      """
      select key_id, count(*) as secrets from mail_sender_secrets
      where key_id <> all ($1) group by key_id order by key_id
      """;
  private static final String NEXT =
      """
      select workspace_id, sender_id, kind, key_id, sealed from mail_sender_secrets
      where key_id = any ($1) and (workspace_id, sender_id, kind) > ($2, $3, $4)
      order by workspace_id, sender_id, kind limit $5
      """;
  // Skips secrets that were changed, or that another process has re-encrypted.
  private static final String REPLACE =
      """
      update mail_sender_secrets s set key_id = $1, sealed = n.after
      from unnest($2::bigint[], $3::bigint[], $4::text[], $5::bytea[], $6::bytea[])
        as n (workspace_id, sender_id, kind, before, after)
      where s.workspace_id = n.workspace_id and s.sender_id = n.sender_id and s.kind = n.kind
        and s.sealed = n.before
      """;

  private SecretTable() {}

  /** A stored secret. */
  record Stored(long workspaceId, long senderId, String kind, Encrypted encrypted) {
    static Stored read(Row row) {
      return new Stored(
          row.getLong("workspace_id"),
          row.getLong("sender_id"),
          row.getString("kind"),
          new Encrypted(row.getString("key_id"), row.getBuffer("sealed")));
    }
  }

  static Future<Void> put(SqlClient client, Stored secret) {
    return client.preparedQuery(PUT).execute(parameters(secret)).mapEmpty();
  }

  private static Tuple parameters(Stored secret) {
    return Tuple.of(
        secret.workspaceId(),
        secret.senderId(),
        secret.kind(),
        secret.encrypted().keyId(),
        secret.encrypted().bytes());
  }

  static Future<Void> delete(SqlClient client, long workspaceId, long senderId, SecretKind kind) {
    return client
        .preparedQuery(DELETE)
        .execute(Tuple.of(workspaceId, senderId, kind.id()))
        .mapEmpty();
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
                .addLong(last.map(Stored::senderId).orElse(0L))
                .addString(last.map(Stored::kind).orElse(""))
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
                .addArrayOfLong(Columns.of(before, new Long[count], Stored::senderId))
                .addArrayOfString(Columns.of(before, new String[count], Stored::kind))
                .addArrayOfBuffer(
                    Columns.of(before, new Buffer[count], one -> one.encrypted().bytes()))
                .addArrayOfBuffer(Columns.of(after, new Buffer[count], Encrypted::bytes)))
        .map(result -> result.rowCount());
  }
}
