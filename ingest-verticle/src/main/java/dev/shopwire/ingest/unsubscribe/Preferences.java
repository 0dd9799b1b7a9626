package dev.shopwire.ingest.unsubscribe;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which mails of a workspace an address gets.
 *
 * @param reason why it gets none; null if it may get some
 */
record Preferences(@Nullable String reason, List<Topic> topics) {
  private static final String UNSUBSCRIBED = "unsubscribed";

  /**
   * @param reason why the address gets no mails on it; null if it does
   */
  record Topic(long id, String name, @Nullable String reason) {
    public boolean isReceived() {
      return reason == null;
    }

    /** Whether the recipient may take it back: what the workspace has stopped stays stopped. */
    public boolean isUnsubscribed() {
      return UNSUBSCRIBED.equals(reason);
    }
  }

  /** Reads the rows of {@code mail_preferences}. */
  static Preferences read(RowSet<Row> rows) {
    String reason = null;
    List<Topic> topics = new ArrayList<>();
    for (Row row : rows) {
      if (row.getLong("topic_id") == 0) {
        reason = row.getString("reason");
      } else {
        topics.add(
            new Topic(row.getLong("topic_id"), row.getString("name"), row.getString("reason")));
      }
    }
    return new Preferences(reason, List.copyOf(topics));
  }

  boolean receivesAny() {
    return reason == null;
  }

  boolean isUnsubscribed() {
    return UNSUBSCRIBED.equals(reason);
  }
}
