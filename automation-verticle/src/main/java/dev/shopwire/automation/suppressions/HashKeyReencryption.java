package dev.shopwire.automation.suppressions;

import dev.shopwire.common.secrets.EncryptedSecrets;
import dev.shopwire.common.secrets.SecretKeys;
import dev.shopwire.common.secrets.SecretVault.Encrypted;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lets the key of the hashes of erased addresses be re-encrypted. Runs on the caller's event loop.
 */
public final class HashKeyReencryption implements EncryptedSecrets<Encrypted> {
  private final Pool pool;
  private final SecretKeys keys;

  public HashKeyReencryption(Pool pool, SecretKeys keys) {
    this.pool = pool;
    this.keys = keys;
  }

  @Override
  public String name() {
    return "keys of the hashes of erased addresses";
  }

  @Override
  public String remedy() {
    return "Restore the row from a backup: without it erased addresses are no longer suppressed";
  }

  @Override
  public Future<Map<String, Long>> others(Collection<String> keyIds) {
    return HashKeyTable.others(pool, keyIds);
  }

  @Override
  public Future<List<Encrypted>> next(
      Collection<String> keyIds, Optional<Encrypted> last, int limit) {
    return last.isPresent()
        ? Future.succeededFuture(List.of())
        : HashKeyTable.find(pool)
            .map(
                found -> found.filter(stored -> keyIds.contains(stored.keyId())).stream().toList());
  }

  @Override
  public Optional<Encrypted> reencrypt(Encrypted secret) {
    return HashKeyTable.reencrypt(secret, keys);
  }

  @Override
  public Future<Integer> replace(List<Encrypted> before, List<Encrypted> after) {
    return HashKeyTable.replace(pool, before.get(0), after.get(0));
  }

  @Override
  public String owner(Encrypted secret) {
    return "the installation";
  }
}
