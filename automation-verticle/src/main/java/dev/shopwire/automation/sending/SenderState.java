package dev.shopwire.automation.sending;

import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Whether mails of a sender are being sent.
 *
 * @param isBackingOff whether it is paused because its server can't be used
 * @param lastReply why, as the server said it or as the connection failed
 */
public record SenderState(long senderId, boolean isBackingOff, Optional<String> lastReply) {
  private static final String READ =
      """
      select sender_id, failures > 0 as is_backing_off, last_reply from mail_lanes
      where sender_id = any($1) order by sender_id
      """;

  /** Reads the states of those of the senders that have ever had a mail. */
  public static Future<List<SenderState>> read(SqlClient client, Collection<Long> senderIds) {
    return client
        .preparedQuery(READ)
        .execute(Tuple.tuple().addArrayOfLong(senderIds.toArray(Long[]::new)))
        .map(
            rows ->
                Rows.list(
                    rows,
                    row ->
                        new SenderState(
                            row.getLong("sender_id"),
                            row.getBoolean("is_backing_off"),
                            Optional.ofNullable(row.getString("last_reply")))));
  }
}
