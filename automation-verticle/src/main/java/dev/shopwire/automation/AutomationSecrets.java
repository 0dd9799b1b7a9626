package dev.shopwire.automation;

import dev.shopwire.automation.mail.senders.SenderSecretReencryption;
import dev.shopwire.automation.suppressions.HashKeyReencryption;
import dev.shopwire.common.secrets.SecretKeys;
import dev.shopwire.common.secrets.SecretReencryption;
import dev.shopwire.common.secrets.SecretReencryption.Advice;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.util.List;

/** The secrets that the automation role stores encrypted. */
final class AutomationSecrets {
  private static final Advice ADVICE =
      new Advice(
          "SHOPWIRE_SECRET_KEYS",
          "webhook.key",
          "the automation or webhook role",
          "shopwire.mail.secrets.under.old.keys",
          "shopwire_mail_secrets_under_old_keys");

  private AutomationSecrets() {}

  /** Not started yet. */
  static SecretReencryption reencryption(Vertx vertx, Pool pool, SecretKeys keys) {
    return new SecretReencryption(
        vertx,
        keys,
        List.of(new SenderSecretReencryption(pool, keys), new HashKeyReencryption(pool, keys)),
        ADVICE);
  }
}
