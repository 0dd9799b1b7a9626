package dev.shopwire.sources.connections;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.secrets.EncryptedSecrets;
import dev.shopwire.common.secrets.SecretKeys;
import dev.shopwire.common.secrets.SecretReencryption;
import dev.shopwire.common.secrets.SecretReencryption.Advice;
import dev.shopwire.common.secrets.SecretVault;
import dev.shopwire.common.secrets.SecretVault.Encrypted;
import dev.shopwire.sources.connections.PartnerSecretTable.Stored;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Encrypts and decrypts the secrets of connections, each bound to its app and name. Runs on the
 * caller's event loop.
 */
public final class PartnerSecrets {
  private static final Duration RETRY = Duration.ofSeconds(30);
  private static final Advice ADVICE =
      new Advice(
          "SHOPWIRE_SECRET_KEYS",
          "webhook.key",
          "the automation, sources or webhook role",
          "shopwire.partner.secrets.under.old.keys",
          "shopwire_partner_secrets_under_old_keys");

  private final SecretVault vault;

  public PartnerSecrets(SecretKeys keys) {
    vault = new SecretVault(keys);
  }

  /** Writes secrets one after the other, and deletes those that are not in {@code names}. */
  Future<Void> write(
      SqlClient client, long appId, Map<String, String> given, Collection<String> names) {
    Future<Void> written = PartnerSecretTable.keep(client, appId, names);
    for (Map.Entry<String, String> one : given.entrySet()) {
      Stored secret = new Stored(appId, one.getKey(), encrypt(appId, one.getKey(), one.getValue()));
      written = written.compose(before -> PartnerSecretTable.put(client, secret));
    }
    return written;
  }

  /** The names of a connection's secrets, in order. */
  static Future<List<String>> names(SqlClient client, long appId) {
    return PartnerSecretTable.list(client, appId)
        .map(all -> all.stream().map(Stored::name).toList());
  }

  /**
   * The readable secrets of a connection by name; fails with 503 if one of them can't be decrypted.
   */
  public Future<Map<String, String>> read(SqlClient client, long appId) {
    return PartnerSecretTable.list(client, appId)
        .map(
            all -> {
              Map<String, String> secrets = new TreeMap<>();
              for (Stored one : all) {
                secrets.put(one.name(), decrypt(one).orElseThrow(this::unreadable));
              }
              return secrets;
            });
  }

  private Failure unreadable() {
    return Failure.unavailable(
        "secret_unreadable",
        "The connection's secrets cannot be decrypted by this process; the operator has to restore"
            + " SHOPWIRE_SECRET_KEYS",
        RETRY);
  }

  private Encrypted encrypt(long appId, String name, String text) {
    return vault.encrypt(context(appId, name), text);
  }

  private Optional<String> decrypt(Stored stored) {
    return vault.decrypt(context(stored.appId(), stored.name()), stored.encrypted());
  }

  private static byte[] context(long appId, String name) {
    return "partner connection %d %s".formatted(appId, name).getBytes(UTF_8);
  }

  /**
   * Re-encrypts all secrets of the role; not started yet.
   *
   * @param others that are stored elsewhere
   */
  public static SecretReencryption reencryption(
      Vertx vertx, Pool pool, SecretKeys keys, EncryptedSecrets<?> others) {
    return new SecretReencryption(
        vertx, keys, List.of(new Reencryption(pool, new PartnerSecrets(keys)), others), ADVICE);
  }

  private record Reencryption(Pool pool, PartnerSecrets secrets)
      implements EncryptedSecrets<Stored> {
    @Override
    public String name() {
      return "secrets of partner connections";
    }

    @Override
    public String remedy() {
      return "Give these apps' partner connections their tokens again";
    }

    @Override
    public Future<Map<String, Long>> others(Collection<String> keyIds) {
      return PartnerSecretTable.others(pool, keyIds);
    }

    @Override
    public Future<List<Stored>> next(Collection<String> keyIds, Optional<Stored> last, int limit) {
      return PartnerSecretTable.next(pool, keyIds, last, limit);
    }

    @Override
    public Optional<Encrypted> reencrypt(Stored secret) {
      return secrets
          .decrypt(secret)
          .map(text -> secrets.encrypt(secret.appId(), secret.name(), text));
    }

    @Override
    public Future<Integer> replace(List<Stored> before, List<Encrypted> after) {
      return PartnerSecretTable.replace(pool, before, after);
    }

    @Override
    public String owner(Stored secret) {
      return Long.toString(secret.appId());
    }
  }
}
