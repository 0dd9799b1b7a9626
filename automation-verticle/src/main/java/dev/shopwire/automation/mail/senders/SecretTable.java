package dev.shopwire.automation.mail.senders;

import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.secrets.SecretVault.Encrypted;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
  private static final String COUNT =
      "select count(*) as others from mail_sender_secrets where key_id <> $1";
  private static final String NEXT =
      """
      select workspace_id, sender_id, kind, key_id, sealed from mail_sender_secrets
      where key_id = any ($1) and (workspace_id, sender_id, kind) > ($2, $3, $4)
      order by workspace_id, sender_id, kind limit $5
      """;
  // Skips a secret that was changed, or that another process has re-encrypted.
  private static final String REPLACE =
      """
      update mail_sender_secrets set key_id = $4, sealed = $5
      where workspace_id = $1 and sender_id = $2 and kind = $3 and sealed = $6
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

  /** The number of secrets that are not under the key. */
  static Future<Long> countOthers(SqlClient client, String keyId) {
    return client
        .preparedQuery(COUNT)
        .execute(Tuple.of(keyId))
        .map(rows -> rows.iterator().next().getLong("others"));
  }

  /** The secrets under {@code keyIds} that follow a secret, ordered by primary key. */
  static Future<List<Stored>> next(
      SqlClient client, Collection<String> keyIds, Stored last, int limit) {
    return client
        .preparedQuery(NEXT)
        .execute(
            Tuple.tuple()
                .addArrayOfString(keyIds.toArray(String[]::new))
                .addLong(last.workspaceId())
                .addLong(last.senderId())
                .addString(last.kind())
                .addInteger(limit))
        .map(rows -> Rows.list(rows, Stored::read));
  }

  /** Returns whether {@code before} was still stored. */
  static Future<Boolean> replace(SqlClient client, Stored before, Encrypted next) {
    Stored replacement = new Stored(before.workspaceId(), before.senderId(), before.kind(), next);
    return client
        .preparedQuery(REPLACE)
        .execute(parameters(replacement).addBuffer(before.encrypted().bytes()))
        .map(result -> result.rowCount() > 0);
  }
}
