package dev.shopwire.automation.suppressions;

import dev.shopwire.common.secrets.SecretKeys;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.util.Optional;

/**
 * The hashes of erased addresses, once an address was erased: their key is made for the first one,
 * and read from then on. Not thread-safe; use from one event loop.
 */
public final class HashKeys {
  private final SecretKeys keys;
  private Optional<AddressHashes> loaded = Optional.empty();

  /**
   * @param keys encrypt the key of the hashes
   */
  public HashKeys(SecretKeys keys) {
    this.keys = keys;
  }

  /** Empty if no address was erased yet. */
  public Future<Optional<AddressHashes>> find(SqlClient client) {
    return loaded.isPresent()
        ? Future.succeededFuture(loaded)
        : HashKeyTable.find(client)
            .map(stored -> stored.map(key -> new AddressHashes(HashKeyTable.decrypt(key, keys))))
            .onSuccess(found -> loaded = found);
  }

  /** What {@link #find} has found last. */
  public Optional<AddressHashes> found() {
    return loaded;
  }

  /**
   * Makes the key, if there is none.
   *
   * @param pool so that the key is committed before something has a hash
   */
  public Future<AddressHashes> findOrCreate(Pool pool) {
    return find(pool)
        .compose(
            found ->
                found.isPresent()
                    ? Future.succeededFuture(found)
                    : HashKeyTable.add(pool, keys).compose(added -> find(pool)))
        .map(Optional::orElseThrow);
  }
}
