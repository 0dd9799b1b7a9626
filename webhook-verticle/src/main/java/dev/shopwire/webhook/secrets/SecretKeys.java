package dev.shopwire.webhook.secrets;

import dev.shopwire.common.config.SettingException;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The keys for signing secrets, shared by all processes: the first one encrypts, the others are old
 * ones that still decrypt. Thread-safe.
 */
public final class SecretKeys {
  private final Map<String, SecretKey> byId = new LinkedHashMap<>();
  private final SecretKey first;

  SecretKeys(List<SecretKey> keys) {
    keys.forEach(key -> byId.put(key.id(), key));
    first = keys.get(0);
  }

  /** Parses keys separated by commas or line breaks; empty if any of them is invalid. */
  static Optional<SecretKeys> of(String texts) {
    List<SecretKey> keys = new ArrayList<>();
    for (String text : texts.strip().split("[,\n]", -1)) {
      Optional<SecretKey> key = SecretKey.of(text);
      if (key.isEmpty()) {
        return Optional.empty();
      }
      keys.add(key.get());
    }
    return Optional.of(new SecretKeys(keys));
  }

  /**
   * The configured keys, or else those of the key file. Blocking.
   *
   * @throws SettingException if none are configured and the key file is unusable
   */
  public static SecretKeys load(SecretsConfig config) {
    return config.keys().orElseGet(() -> KeyFile.read(config.keyFile()));
  }

  /**
   * Checks at startup that every valid secret is stored under one of these keys. Runs on the
   * caller's event loop.
   *
   * @return fails with a {@link SettingException} if not
   */
  public Future<Void> check(SqlClient client) {
    return StoredSecrets.others(client, byId.keySet())
        .compose(
            others ->
                others.isEmpty() ? Future.succeededFuture() : Future.failedFuture(missing(others)));
  }

  private SettingException missing(Map<String, Long> others) {
    return new SettingException(
        "SHOPWIRE_WEBHOOK_SECRET_KEYS: the database contains signing secrets encrypted with keys"
            + " that this process does not have ("
            + others.entrySet().stream()
                .map(other -> other.getValue() + " with key " + other.getKey())
                .collect(Collectors.joining(", "))
            + "; this process has "
            + String.join(", ", byId.keySet())
            + "). Every process with the webhook role needs the same keys: set it to all of them,"
            + " or copy the file webhook.key from the data directory of the process that created"
            + " it. After a rotation keep the old key behind the new one until underOldKeys of GET"
            + " /console/api/status is 0.");
  }

  /** The key that encrypts. */
  SecretKey first() {
    return first;
  }

  /** The ids of the keys that only decrypt. */
  List<String> oldIds() {
    return byId.keySet().stream().filter(id -> !id.equals(first.id())).toList();
  }

  Optional<SecretKey> find(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** Only the ids. */
  @Override
  public String toString() {
    return "SecretKeys" + byId.keySet();
  }
}
