package dev.shopwire.automation.mail.senders;

import dev.shopwire.automation.mail.senders.SecretTable.Stored;
import dev.shopwire.common.secrets.EncryptedSecrets;
import dev.shopwire.common.secrets.SecretKeys;
import dev.shopwire.common.secrets.SecretVault.Encrypted;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lets the secrets of senders be re-encrypted. Runs on the caller's event loop. */
public final class SenderSecretReencryption implements EncryptedSecrets<Stored> {
  private final Pool pool;
  private final SenderSecrets secrets;

  public SenderSecretReencryption(Pool pool, SecretKeys keys) {
    this.pool = pool;
    this.secrets = new SenderSecrets(keys);
  }

  @Override
  public String name() {
    return "secrets of mail senders";
  }

  @Override
  public String remedy() {
    return "Give these senders their smtp, imap and private key again";
  }

  @Override
  public Future<Map<String, Long>> others(Collection<String> keyIds) {
    return SecretTable.others(pool, keyIds);
  }

  @Override
  public Future<List<Stored>> next(Collection<String> keyIds, Optional<Stored> last, int limit) {
    return SecretTable.next(pool, keyIds, last, limit);
  }

  @Override
  public Optional<Encrypted> reencrypt(Stored secret) {
    return secrets
        .decrypt(secret)
        .map(text -> secrets.encrypt(secret.workspaceId(), secret.senderId(), secret.kind(), text));
  }

  @Override
  public Future<Integer> replace(List<Stored> before, List<Encrypted> after) {
    return SecretTable.replace(pool, before, after);
  }

  @Override
  public String owner(Stored secret) {
    return Long.toString(secret.senderId());
  }
}
