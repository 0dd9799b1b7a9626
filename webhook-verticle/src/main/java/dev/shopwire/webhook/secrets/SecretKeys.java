package dev.shopwire.webhook.secrets;

import dev.shopwire.common.config.SettingException;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The keys that encrypt signing secrets, which all processes share. Thread-safe. */
public final class SecretKeys {
  private final Map<String, SecretKey> byId = new LinkedHashMap<>();
  private final SecretKey first;

  SecretKeys(List<SecretKey> keys) {
    keys.forEach(key -> byId.put(key.id(), key));
    first = keys.get(0);
  }

  /**
   * Those that are set, else the key file's. Blocking.
   *
   * @throws SettingException if none are set and the key file is no good
   */
  public static SecretKeys load(SecretsConfig config) {
    return config.keys().orElseGet(() -> new SecretKeys(List.of(KeyFile.read(config.keyFile()))));
  }

  /**
   * Whether these open every secret that is valid; to be asked at the start. Runs on the caller's
   * event loop.
   *
   * @return fails with a {@link SettingException} if they don't
   */
  public Future<Void> check(SqlClient client) {
    return SigningSecrets.otherKeys(client, byId.keySet())
        .compose(
            others ->
                others.isEmpty() ? Future.succeededFuture() : Future.failedFuture(missing(others)));
  }

  private SettingException missing(List<String> others) {
    return new SettingException(
        "SHOPWIRE_WEBHOOK_SECRET_KEYS: the database holds signing secrets that were encrypted with"
            + " keys that this process doesn't have (ids "
            + String.join(", ", others)
            + "; it has "
            + String.join(", ", byId.keySet())
            + "). Every process with the webhook role needs the same keys: set it to all of them, or"
            + " copy the file webhook.key from the data directory of the process that made it.");
  }

  /** The one that encrypts. */
  SecretKey first() {
    return first;
  }

  Optional<SecretKey> find(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** The ids alone. */
  @Override
  public String toString() {
    return "SecretKeys" + byId.keySet();
  }
}
