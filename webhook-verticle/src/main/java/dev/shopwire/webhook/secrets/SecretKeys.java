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
 * The keys that encrypt signing secrets, which all processes share: the first one encrypts, the
 * others are old ones that still decrypt. Thread-safe.
 */
public final class SecretKeys {
  private final Map<String, SecretKey> byId = new LinkedHashMap<>();
  private final SecretKey first;

  SecretKeys(List<SecretKey> keys) {
    keys.forEach(key -> byId.put(key.id(), key));
    first = keys.get(0);
  }

  /** From texts separated by commas or line breaks; empty if one of them is no key. */
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
   * Those that are set, else the key file's. Blocking.
   *
   * @throws SettingException if none are set and the key file is no good
   */
  public static SecretKeys load(SecretsConfig config) {
    return config.keys().orElseGet(() -> KeyFile.read(config.keyFile()));
  }

  /**
   * Whether these open every secret that is valid; to be asked at the start. Runs on the caller's
   * event loop.
   *
   * @return fails with a {@link SettingException} if they don't
   */
  public Future<Void> check(SqlClient client) {
    return StoredKeys.others(client, byId.keySet())
        .compose(
            others ->
                others.isEmpty() ? Future.succeededFuture() : Future.failedFuture(missing(others)));
  }

  private SettingException missing(Map<String, Long> others) {
    return new SettingException(
        "SHOPWIRE_WEBHOOK_SECRET_KEYS: the database holds signing secrets that were encrypted with"
            + " keys that this process doesn't have ("
            + others.entrySet().stream()
                .map(other -> other.getValue() + " with key " + other.getKey())
                .collect(Collectors.joining(", "))
            + "; this process has "
            + String.join(", ", byId.keySet())
            + "). Every process with the webhook role needs the same keys: set it to all of them, or"
            + " copy the file webhook.key from the data directory of the process that made it. After"
            + " a rotation keep the old key behind the new one until underOldKeys of GET"
            + " /console/api/status is 0.");
  }

  /** The one that encrypts. */
  SecretKey first() {
    return first;
  }

  /** The ids of those that only decrypt. */
  List<String> oldIds() {
    return byId.keySet().stream().filter(id -> !id.equals(first.id())).toList();
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
