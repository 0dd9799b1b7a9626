package dev.shopwire.webhook.secrets;

import dev.shopwire.common.config.Settings;
import dev.shopwire.common.contracts.WebhookContracts.SecretsStatus;
import dev.shopwire.common.secrets.SecretKeys;
import dev.shopwire.common.secrets.SecretKeysConfig;
import dev.shopwire.common.secrets.SecretReencryption;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/** Reads the keys that encrypt signing secrets, and how many secrets they encrypt. */
public final class SigningKeys {
  private SigningKeys() {}

  public static SecretKeysConfig config(Settings settings) {
    return SecretKeysConfig.shared(settings);
  }

  /**
   * How many valid secrets there are, and how many of them are not under the first key yet. Runs on
   * the caller's event loop.
   */
  public static Future<SecretsStatus> status(
      SecretKeys keys, SqlClient client, SecretReencryption reencryption) {
    return StoredSecrets.count(client)
        .compose(
            secrets ->
                reencryption
                    .count()
                    .map(others -> new SecretsStatus(keys.first().id(), secrets, others)));
  }
}
