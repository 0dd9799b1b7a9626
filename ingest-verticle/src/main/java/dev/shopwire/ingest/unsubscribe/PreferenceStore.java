package dev.shopwire.ingest.unsubscribe;

import dev.shopwire.common.mail.UnsubscribeLink;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/**
 * Reads and changes preferences with the functions that the automation role's schema publishes, so
 * that it works while none of its processes runs. Methods run on the caller's event loop.
 */
final class PreferenceStore {
  private static final String READ = "select topic_id, name, reason from mail_preferences($1, $2)";
  private static final String UNSUBSCRIBE = "select unsubscribe_from_mail($1, $2, $3, $4)";
  private static final String BEING_SENT = "select mails_being_sent($1, $2) as mails";
  private static final String RESUBSCRIBE = "select resubscribe_to_mail($1, $2, $3)";

  private final Pool pool;

  PreferenceStore(Pool pool) {
    this.pool = pool;
  }

  Future<Preferences> read(UnsubscribeLink link) {
    return pool.preparedQuery(READ)
        .execute(Tuple.of(link.workspaceId(), link.email()))
        .map(Preferences::read);
  }

  /**
   * Completes after the commit.
   *
   * @param topics 0 for all mails
   */
  Future<Void> unsubscribe(UnsubscribeLink link, List<Long> topics) {
    return pool.preparedQuery(UNSUBSCRIBE)
        .execute(
            Tuple.of(
                link.workspaceId(), link.email(), topics.toArray(Long[]::new), link.messageId()))
        .mapEmpty();
  }

  /**
   * How many mails to the address are on their way, all of which began before what was committed
   * before this call.
   */
  Future<Long> beingSent(UnsubscribeLink link) {
    return pool.preparedQuery(BEING_SENT)
        .execute(Tuple.of(link.workspaceId(), link.email()))
        .map(rows -> rows.iterator().next().getLong("mails"));
  }

  Future<Void> resubscribe(UnsubscribeLink link, List<Long> topics) {
    return pool.preparedQuery(RESUBSCRIBE)
        .execute(Tuple.of(link.workspaceId(), link.email(), topics.toArray(Long[]::new)))
        .mapEmpty();
  }
}
