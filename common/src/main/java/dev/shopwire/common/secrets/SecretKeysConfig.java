package dev.shopwire.common.secrets;

import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.config.Settings;
import dev.shopwire.common.config.SharedSettings;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where to find the keys that encrypt a role's secrets.
 *
 * @param keys the configured keys; empty to use the key file's
 * @param keyFile in the data directory; created when it is first needed
 * @param setting the name of the setting, as errors show it
 */
public record SecretKeysConfig(Optional<SecretKeys> keys, Path keyFile, String setting) {
  private static final String CURRENT = "secret.keys";
  private static final String FORMER = "webhook.secret.keys";

  /** Named after the first role that had secrets; a change would hide the keys of installations. */
  private static final String KEY_FILE = "webhook.key";

  private static final String FORM =
      "base64 of 32 bytes (openssl rand -base64 32), or several, separated by commas: the first"
          + " one encrypts, the others still decrypt";

  /**
   * Reads {@code setting}, and nothing from the data directory.
   *
   * @param fileName the key file's name in the data directory
   */
  public static SecretKeysConfig of(Settings settings, String setting, String fileName) {
    return new SecretKeysConfig(
        settings
            .secret(setting)
            .map(
                value ->
                    SecretKeys.of(value).orElseThrow(() -> settings.invalidSecret(setting, FORM))),
        SharedSettings.dataDirectory(settings).resolve(fileName),
        settings.nameOf(setting));
  }

  /**
   * Reads the keys that the roles with secrets of workspaces share: {@code secret.keys}, or {@code
   * webhook.secret.keys}, its name until version 0.1.
   *
   * @throws SettingException if both are set and differ
   */
  public static SecretKeysConfig shared(Settings settings) {
    Optional<String> former = settings.secret(FORMER);
    Optional<String> current = settings.secret(CURRENT);
    if (former.isPresent() && current.isPresent() && !former.equals(current)) {
      throw settings.invalidSecret(
          FORMER, "the same keys as " + settings.nameOf(CURRENT) + ", which replaces it; unset it");
    }
    return of(settings, former.isPresent() && current.isEmpty() ? FORMER : CURRENT, KEY_FILE);
  }

  /**
   * The configured keys, or else those of the key file. Blocking.
   *
   * @throws SettingException if none are configured and the key file is unusable
   */
  public SecretKeys load() {
    return keys.orElseGet(() -> new KeyFile(keyFile, setting).read());
  }
}
