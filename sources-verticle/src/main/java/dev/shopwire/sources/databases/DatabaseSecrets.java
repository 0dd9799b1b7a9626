package dev.shopwire.sources.databases;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.secrets.EncryptedSecrets;
import dev.shopwire.common.secrets.SecretKeys;
import dev.shopwire.common.secrets.SecretVault;
import dev.shopwire.common.secrets.SecretVault.Encrypted;
import dev.shopwire.sources.databases.DatabaseSecretTable.Stored;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Encrypts and decrypts the URIs of databases, each bound to its database. Runs on the caller's
 * event loop.
 */
public final class DatabaseSecrets {
  private static final Duration RETRY = Duration.ofSeconds(30);

  private final SecretVault vault;

  public DatabaseSecrets(SecretKeys keys) {
    vault = new SecretVault(keys);
  }

  Future<Void> write(SqlClient client, long workspaceId, long databaseId, String uri) {
    return DatabaseSecretTable.put(
        client, new Stored(workspaceId, databaseId, encrypt(databaseId, uri)));
  }

  /** The URI of a database; fails with 503 if it can't be decrypted. */
  public Future<String> read(SqlClient client, LinkedDatabase database) {
    return DatabaseSecretTable.find(client, database.workspaceId(), database.id())
        .map(
            found ->
                found
                    .flatMap(this::decrypt)
                    .orElseThrow(
                        () ->
                            Failure.unavailable(
                                "secret_unreadable",
                                "The URI of the database cannot be decrypted by this process; the"
                                    + " operator has to restore SHOPWIRE_SECRET_KEYS",
                                RETRY)));
  }

  private Encrypted encrypt(long databaseId, String uri) {
    return vault.encrypt(context(databaseId), uri);
  }

  private Optional<String> decrypt(Stored stored) {
    return vault.decrypt(context(stored.databaseId()), stored.encrypted());
  }

  private static byte[] context(long databaseId) {
    return "linked database %d".formatted(databaseId).getBytes(UTF_8);
  }

  /** What is encrypted again after a rotation of keys. */
  public static EncryptedSecrets<?> stored(Pool pool, SecretKeys keys) {
    return new Reencryption(pool, new DatabaseSecrets(keys));
  }

  private record Reencryption(Pool pool, DatabaseSecrets secrets)
      implements EncryptedSecrets<Stored> {
    @Override
    public String name() {
      return "URIs of linked databases";
    }

    @Override
    public String remedy() {
      return "Give these databases their URIs again";
    }

    @Override
    public Future<Map<String, Long>> others(Collection<String> keyIds) {
      return DatabaseSecretTable.others(pool, keyIds);
    }

    @Override
    public Future<List<Stored>> next(Collection<String> keyIds, Optional<Stored> last, int limit) {
      return DatabaseSecretTable.next(pool, keyIds, last, limit);
    }

    @Override
    public Optional<Encrypted> reencrypt(Stored secret) {
      return secrets.decrypt(secret).map(uri -> secrets.encrypt(secret.databaseId(), uri));
    }

    @Override
    public Future<Integer> replace(List<Stored> before, List<Encrypted> after) {
      return DatabaseSecretTable.replace(pool, before, after);
    }

    @Override
    public String owner(Stored secret) {
      return Long.toString(secret.databaseId());
    }
  }
}
