package dev.shopwire.console.account;

import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.secrets.SecretKeys;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks at the start whether this process can decrypt all TOTP secrets. */
public final class TotpKeys {
  private static final Logger LOG = LoggerFactory.getLogger(TotpKeys.class);
  private static final String OTHERS =
      """
      select distinct totp_key_id from console_users
      where totp_key_id is not null and totp_key_id <> all ($1::text[])
      order by totp_key_id limit 10
      """;

  private TotpKeys() {}

  /** Logs an error if some were encrypted with other keys: their users can't sign in here. */
  public static Future<Void> check(SqlClient client, Optional<SecretKeys> keys) {
    Set<String> ids = keys.map(SecretKeys::ids).orElseGet(Set::of);
    return client
        .preparedQuery(OTHERS)
        .execute(Tuple.tuple().addArrayOfString(ids.toArray(String[]::new)))
        .map(rows -> Rows.list(rows, row -> row.getString("totp_key_id")))
        .onSuccess(others -> report(others, ids))
        .mapEmpty();
  }

  private static void report(List<String> others, Set<String> ids) {
    if (!others.isEmpty()) {
      LOG.error(
          "TOTP secrets are encrypted with the keys {}, this process has {}: their users cannot sign"
              + " in here. Set SHOPWIRE_CONSOLE_SECRET_KEYS to the same keys for all processes with"
              + " the console role, or copy the file console.key from the data directory of the"
              + " process that created it",
          others,
          ids);
    }
  }
}
