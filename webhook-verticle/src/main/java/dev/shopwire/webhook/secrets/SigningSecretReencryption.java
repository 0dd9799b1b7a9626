package dev.shopwire.webhook.secrets;

import dev.shopwire.common.secrets.EncryptedSecrets;
import dev.shopwire.common.secrets.SecretKeys;
import dev.shopwire.common.secrets.SecretReencryption;
import dev.shopwire.common.secrets.SecretReencryption.Advice;
import dev.shopwire.common.secrets.SecretVault.Encrypted;
import dev.shopwire.webhook.secrets.StoredSecrets.Stored;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lets the signing secrets of endpoints be re-encrypted. Runs on the caller's event loop. */
public final class SigningSecretReencryption implements EncryptedSecrets<Stored> {
  private static final Advice ADVICE =
      new Advice(
          "SHOPWIRE_SECRET_KEYS",
          "webhook.key",
          "the webhook role",
          "shopwire.webhook.secrets.under.old.keys",
          "underOldKeys of GET /console/api/status");

  private final Pool pool;
  private final SigningSecretVault vault;

  private SigningSecretReencryption(Pool pool, SecretKeys keys) {
    this.pool = pool;
    this.vault = new SigningSecretVault(keys);
  }

  /** Of the valid secrets; not started yet. */
  public static SecretReencryption of(Vertx vertx, Pool pool, SecretKeys keys) {
    return new SecretReencryption(
        vertx, keys, List.of(new SigningSecretReencryption(pool, keys)), ADVICE);
  }

  @Override
  public String name() {
    return "signing secrets";
  }

  @Override
  public String remedy() {
    return "Rotate the secrets of these endpoints";
  }

  @Override
  public Future<Map<String, Long>> others(Collection<String> keyIds) {
    return StoredSecrets.others(pool, keyIds);
  }

  @Override
  public Future<List<Stored>> next(Collection<String> keyIds, Optional<Stored> last, int limit) {
    return StoredSecrets.next(pool, keyIds, last, limit);
  }

  @Override
  public Optional<Encrypted> reencrypt(Stored secret) {
    return vault
        .decrypt(secret.workspaceId(), secret.endpointId(), secret.encrypted())
        .map(text -> vault.encrypt(secret.workspaceId(), secret.endpointId(), text));
  }

  @Override
  public Future<Integer> replace(List<Stored> before, List<Encrypted> after) {
    return StoredSecrets.replace(pool, before, after);
  }

  @Override
  public String owner(Stored secret) {
    return Long.toString(secret.endpointId());
  }
}
