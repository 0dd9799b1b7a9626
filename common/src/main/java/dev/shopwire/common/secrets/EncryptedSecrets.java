package dev.shopwire.common.secrets;

import dev.shopwire.common.secrets.SecretVault.Encrypted;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A table of secrets that are stored encrypted, as their re-encryption uses it. Methods run on the
 * caller's event loop.
 *
 * @param <S> a secret as it is stored
 */
public interface EncryptedSecrets<S> {
  /** What they are, in the plural and as logs and errors name them: {@code signing secrets}. */
  String name();

  /** A sentence that says what to do if some can't be decrypted. */
  String remedy();

  /** The number of secrets under each key, except the keys {@code keyIds}. */
  Future<Map<String, Long>> others(Collection<String> keyIds);

  /**
   * The secrets under {@code keyIds}, in the order of the primary key.
   *
   * @param last only those that follow it
   */
  Future<List<S>> next(Collection<String> keyIds, Optional<S> last, int limit);

  /** The secret, encrypted with the first key; empty if it can't be decrypted. */
  Optional<Encrypted> reencrypt(S secret);

  /**
   * Replaces secrets by {@code after}, in the same order, except those that were changed or deleted
   * meanwhile.
   *
   * @return the number of secrets replaced
   */
  Future<Integer> replace(List<S> before, List<Encrypted> after);

  /** The id of what a secret belongs to, as the API has it. */
  String owner(S secret);
}
