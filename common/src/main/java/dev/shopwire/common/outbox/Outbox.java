package dev.shopwire.common.outbox;

import dev.shopwire.common.json.Json;
import dev.shopwire.common.postgres.Columns;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes webhook messages to the transactional outbox, in the transaction of the change they report
 * and for the subscribed endpoints, so that they are sent if and only if it commits. For usage
 * events a trigger records which workspaces have subscribers, and a webhook worker writes the
 * messages. Methods run on the caller's event loop.
 */
public final class Outbox {
  /** Notifies the webhook role that deliveries may be due; best effort. */
  public static final String DUE = "shopwire.webhook.due";

  /** Notifies a webhook worker that usage events were stored; best effort. */
  public static final String STORED = "shopwire.webhook.stored";

  private static final String EMIT = "select webhook_emit($1, $2, $3, $4, $5) as due";
  private static final String HAS_SUBSCRIBERS =
      """
      select exists (
        select from webhook_subscribers where workspace_id = $1 and topic = any($2)
      ) as wanted
      """;

  private Outbox() {}

  /**
   * A change that webhooks report.
   *
   * @param appId the app that caused it; null if none did
   * @param customerId the customer it is about; null if none
   * @param resource the fields of the body besides the common ones
   */
  public record Change(
      long workspaceId,
      @Nullable Long appId,
      Topic topic,
      @Nullable Long customerId,
      Map<String, @Nullable Object> resource) {}

  /**
   * An SQL expression to add to a statement that runs anyway: an array of those of {@code topics}
   * that have a subscribed endpoint for the app. {@link Topic#parseAll} parses it.
   *
   * @param workspace an SQL expression
   * @param app an SQL expression
   */
  public static String subscribedTopicsSql(String workspace, String app, Topic... topics) {
    return """
        array(
          select topic from webhook_subscribers
          where workspace_id = %s and topic in (%s) and app_id in (0, %s)
        )"""
        .formatted(
            workspace,
            Arrays.stream(topics)
                .map(topic -> "'" + topic.apiName() + "'")
                .collect(Collectors.joining(", ")),
            app);
  }

  /** Whether an endpoint of the workspace subscribes to one of {@code topics}; one index lookup. */
  public static Future<Boolean> hasSubscribers(
      SqlClient client, long workspaceId, Topic... topics) {
    String[] names = new String[topics.length];
    for (int i = 0; i < names.length; i++) {
      names[i] = topics[i].apiName();
    }
    return client
        .preparedQuery(HAS_SUBSCRIBERS)
        .execute(Tuple.of(workspaceId).addArrayOfString(names))
        .map(rows -> rows.iterator().next().getBoolean("wanted"));
  }

  /**
   * Writes the messages and deliveries for {@code changes} in the open transaction of {@code
   * connection}; call {@link #wakeDelivery} after its commit. Causes without a subscriber write
   * nothing.
   *
   * @return the number of deliveries that are now due
   */
  public static Future<Long> emit(SqlClient connection, List<Change> changes) {
    if (changes.isEmpty()) {
      return Future.succeededFuture(0L);
    }
    int size = changes.size();
    Tuple columns =
        Tuple.tuple()
            .addArrayOfLong(Columns.of(changes, new Long[size], Change::workspaceId))
            .addArrayOfLong(Columns.of(changes, new Long[size], Change::appId))
            .addArrayOfString(
                Columns.of(changes, new String[size], change -> change.topic().apiName()))
            .addArrayOfLong(Columns.of(changes, new Long[size], Change::customerId))
            .addArrayOfString(
                Columns.of(
                    changes,
                    new String[size],
                    change -> Json.MAPPER.valueToTree(change.resource()).toString()));
    return connection
        .preparedQuery(EMIT)
        .execute(columns)
        .map(rows -> rows.iterator().next().getLong("due"));
  }

  /** Wakes one worker to fan out stored usage events; call it after the commit. */
  public static void wakeFanOut(Vertx vertx) {
    vertx.eventBus().send(STORED, "");
  }

  /** Wakes the delivering workers; call it after the commit. A sweep makes up for lost wake-ups. */
  public static void wakeDelivery(Vertx vertx) {
    vertx.eventBus().publish(DUE, "");
  }
}
