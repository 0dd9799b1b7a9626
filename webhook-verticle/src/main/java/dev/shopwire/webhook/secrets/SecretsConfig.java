package dev.shopwire.webhook.secrets;

import dev.shopwire.common.config.Settings;
import dev.shopwire.common.config.SharedSettings;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where to find the keys that encrypt signing secrets.
 *
 * @param keys the configured keys; empty to use the key file's
 * @param keyFile created at the first start
 */
public record SecretsConfig(Optional<SecretKeys> keys, Path keyFile) {
  private static final String KEYS = "webhook.secret.keys";
  private static final String FORM =
      "base64 of 32 bytes (openssl rand -base64 32), or several, separated by commas: the first"
          + " one encrypts, the others still decrypt";

  public static SecretsConfig of(Settings settings) {
    return new SecretsConfig(
        settings
            .secret(KEYS)
            .map(
                value ->
                    SecretKeys.of(value).orElseThrow(() -> settings.invalidSecret(KEYS, FORM))),
        SharedSettings.dataDirectory(settings).resolve("webhook.key"));
  }
}
