package dev.shopwire.webhook.secrets;

import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.config.Settings;
import dev.shopwire.common.secrets.SecretKeys;
import dev.shopwire.common.secrets.SecretKeysConfig;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads and checks the keys that encrypt signing secrets. */
public final class SigningKeys {
  private SigningKeys() {}

  public static SecretKeysConfig config(Settings settings) {
    return SecretKeysConfig.of(settings, "webhook.secret.keys", "webhook.key");
  }

  /**
   * Checks at startup that every valid secret is stored under one of {@code keys}. Runs on the
   * caller's event loop.
   *
   * @return fails with a {@link SettingException} if not
   */
  public static Future<Void> check(SecretKeys keys, SqlClient client) {
    return StoredSecrets.others(client, keys.ids())
        .compose(
            others ->
                others.isEmpty()
                    ? Future.succeededFuture()
                    : Future.failedFuture(missing(keys, others)));
  }

  private static SettingException missing(SecretKeys keys, Map<String, Long> others) {
    return new SettingException(
        "SHOPWIRE_WEBHOOK_SECRET_KEYS: the database contains signing secrets encrypted with keys"
            + " that this process does not have ("
            + others.entrySet().stream()
                .map(other -> other.getValue() + " with key " + other.getKey())
                .collect(Collectors.joining(", "))
            + "; this process has "
            + String.join(", ", keys.ids())
            + "). Every process with the webhook role needs the same keys: set it to all of them,"
            + " or copy the file webhook.key from the data directory of the process that created"
            + " it. After a rotation keep the old key behind the new one until underOldKeys of GET"
            + " /console/api/status is 0.");
  }
}
