package dev.shopwire.automation.suppressions;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.secrets.SecretKeys;
import dev.shopwire.common.secrets.SecretVault;
import dev.shopwire.common.secrets.SecretVault.Encrypted;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/**
 * The table with the key of the hashes of erased addresses, which is made once and stored
 * encrypted: the database alone does not reveal whose a hash is, and hashes still match when the
 * master key is rotated. Methods run on the caller's event loop.
 */
final class HashKeyTable {
  private static final int KEY_BYTES = 32;
  private static final byte[] CONTEXT = "key of the hashes of addresses".getBytes(US_ASCII);

  private static final String FIND = "select key_id, sealed from mail_hash_key";
  private static final String ADD =
      "insert into mail_hash_key (key_id, sealed) values ($1, $2) on conflict (is_only) do nothing";
  private static final String REPLACE =
      "update mail_hash_key set key_id = $1, sealed = $2 where sealed = $3";

  private HashKeyTable() {}

  static Future<Optional<Encrypted>> find(SqlClient client) {
    return client.query(FIND).execute().map(rows -> Rows.first(rows, HashKeyTable::read));
  }

  private static Encrypted read(Row row) {
    return new Encrypted(row.getString("key_id"), row.getBuffer("sealed"));
  }

  /** Makes the key, unless another process has done so. */
  static Future<Void> add(SqlClient client, SecretKeys keys) {
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    Encrypted encrypted =
        new SecretVault(keys).encrypt(CONTEXT, Base64.getEncoder().encodeToString(key));
    return client
        .preparedQuery(ADD)
        .execute(Tuple.of(encrypted.keyId(), encrypted.bytes()))
        .mapEmpty();
  }

  /** The key itself. */
  static byte[] decrypt(Encrypted stored, SecretKeys keys) {
    return new SecretVault(keys)
        .decrypt(CONTEXT, stored)
        .map(text -> Base64.getDecoder().decode(text))
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "The key of the hashes of erased addresses cannot be decrypted with key "
                        + stored.keyId()));
  }

  /** Under the first of the keys; empty if it can't be decrypted. */
  static Optional<Encrypted> reencrypt(Encrypted stored, SecretKeys keys) {
    SecretVault vault = new SecretVault(keys);
    return vault.decrypt(CONTEXT, stored).map(text -> vault.encrypt(CONTEXT, text));
  }

  /** The number of keys that are not under these: 1, if there is one; else empty. */
  static Future<Map<String, Long>> others(SqlClient client, Collection<String> keyIds) {
    return find(client)
        .map(
            found ->
                found
                    .filter(stored -> !keyIds.contains(stored.keyId()))
                    .map(stored -> Map.of(stored.keyId(), 1L))
                    .orElse(Map.of()));
  }

  /** Returns how many rows were replaced: none if another process has done so. */
  static Future<Integer> replace(SqlClient client, Encrypted before, Encrypted after) {
    return client
        .preparedQuery(REPLACE)
        .execute(Tuple.of(after.keyId(), after.bytes(), before.bytes()))
        .map(result -> result.rowCount());
  }
}
