package dev.shopwire.automation.mail.senders;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.shopwire.automation.mail.senders.SecretTable.Stored;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.secrets.SecretKeys;
import dev.shopwire.common.secrets.SecretVault;
import dev.shopwire.common.secrets.SecretVault.Encrypted;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Encrypts and decrypts the secrets of senders, each bound to its sender and to what it is.
 * Thread-safe; runs on the caller's event loop.
 */
final class SenderSecrets {
  private static final Logger LOG = LoggerFactory.getLogger(SenderSecrets.class);
  private static final Duration RETRY = Duration.ofSeconds(30);

  private final SecretVault vault;

  SenderSecrets(SecretKeys keys) {
    vault = new SecretVault(keys);
  }

  /** Writes secrets one after the other; deletes those without a value. */
  Future<Void> write(
      SqlClient client, long workspaceId, long senderId, Map<SecretKind, Optional<String>> given) {
    Future<Void> written = Future.succeededFuture();
    for (Map.Entry<SecretKind, Optional<String>> one : given.entrySet()) {
      written =
          written.compose(
              before -> write(client, workspaceId, senderId, one.getKey(), one.getValue()));
    }
    return written;
  }

  private Future<Void> write(
      SqlClient client, long workspaceId, long senderId, SecretKind kind, Optional<String> given) {
    return given
        .map(
            text ->
                SecretTable.put(
                    client,
                    new Stored(
                        workspaceId,
                        senderId,
                        kind.id(),
                        encrypt(workspaceId, senderId, kind.id(), text))))
        .orElseGet(() -> SecretTable.delete(client, workspaceId, senderId, kind));
  }

  Encrypted encrypt(long workspaceId, long senderId, String kind, String text) {
    return vault.encrypt(context(workspaceId, senderId, kind), text);
  }

  /** Empty if its key is unknown, or if it was encrypted for something else. */
  Optional<String> decrypt(Stored stored) {
    return vault.decrypt(
        context(stored.workspaceId(), stored.senderId(), stored.kind()), stored.encrypted());
  }

  private static byte[] context(long workspaceId, long senderId, String kind) {
    return "mail sender %d %d %s".formatted(workspaceId, senderId, kind).getBytes(UTF_8);
  }

  /**
   * The readable secrets of one sender.
   *
   * @throws Failure 503 if one of them can't be decrypted
   */
  Map<SecretKind, String> decrypt(List<Stored> stored) {
    Map<SecretKind, String> secrets = new EnumMap<>(SecretKind.class);
    for (Stored one : stored) {
      Optional<String> text = decrypt(one);
      if (text.isEmpty()) {
        LOG.error(
            "Cannot decrypt a secret of mail sender {}: nothing is sent by it until"
                + " SHOPWIRE_SECRET_KEYS contains key {}",
            one.senderId(),
            one.encrypted().keyId());
        throw Failure.unavailable(
            "sender_unreadable",
            "The sender's secrets cannot be decrypted by this process; the operator has to restore"
                + " SHOPWIRE_SECRET_KEYS",
            RETRY);
      }
      secrets.put(SecretKind.of(one.kind()), text.get());
    }
    return secrets;
  }
}
