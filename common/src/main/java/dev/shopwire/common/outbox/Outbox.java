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
 * The transactional outbox: what happened is written in the transaction in which it happens, for
 * the endpoints that are subscribed to it, so that it is sent if and only if it happened. For usage
 * events a trigger notes which workspaces have subscribers, and a webhook worker writes the rest.
 * Methods run on the caller's event loop.
 */
public final class Outbox {
  /** Where the webhook role hears that something may be due; the message may be lost. */
  public static final String DUE = "shopwire.webhook.due";

  /** Where a webhook worker hears that usage events were stored; the message may be lost. */
  public static final String STORED = "shopwire.webhook.stored";

  private static final String EMIT = "select webhook_emit($1, $2, $3, $4, $5) as due";
  private static final String WANTED =
      """
      select exists (
        select from webhook_subscriptions where workspace_id = $1 and topic = any($2)
      ) as wanted
      """;

  private Outbox() {}

  /**
   * Something that happened.
   *
   * @param appId through which; null if it was none
   * @param customerId whom it is about, null if nobody
   * @param resource the members that the body has beside the common ones
   */
  public record Cause(
      int workspaceId,
      @Nullable Integer appId,
      Topic topic,
      @Nullable Long customerId,
      Map<String, @Nullable Object> resource) {}

  /**
   * An SQL expression for statements that are read anyway: an array of those of {@code topics} that
   * an endpoint wants which hears of the app. {@link Topic#all} reads it.
   *
   * @param workspace SQL, as is {@code app}
   */
  public static String wanted(String workspace, String app, Topic... topics) {
    return """
        array(
          select topic from webhook_subscriptions
          where workspace_id = %s and topic in (%s) and app_id in (0, %s)
        )"""
        .formatted(
            workspace,
            Arrays.stream(topics)
                .map(topic -> "'" + topic.word() + "'")
                .collect(Collectors.joining(", ")),
            app);
  }

  /** Whether any endpoint of the workspace wants one of {@code topics}. One look-up in an index. */
  public static Future<Boolean> isWanted(SqlClient client, int workspaceId, Topic... topics) {
    String[] words = new String[topics.length];
    for (int i = 0; i < words.length; i++) {
      words[i] = topics[i].word();
    }
    return client
        .preparedQuery(WANTED)
        .execute(Tuple.of(workspaceId).addArrayOfString(words))
        .map(rows -> rows.iterator().next().getBoolean("wanted"));
  }

  /**
   * Writes what is due because of {@code causes}, in the transaction that {@code connection} has
   * open; after its commit call {@link #nudge}. Nothing is written for what nobody wants.
   *
   * @return how many deliveries are due now
   */
  public static Future<Long> emit(SqlClient connection, List<Cause> causes) {
    if (causes.isEmpty()) {
      return Future.succeededFuture(0L);
    }
    int size = causes.size();
    Tuple columns =
        Tuple.tuple()
            .addArrayOfInteger(Columns.of(causes, new Integer[size], Cause::workspaceId))
            .addArrayOfInteger(Columns.of(causes, new Integer[size], Cause::appId))
            .addArrayOfString(Columns.of(causes, new String[size], cause -> cause.topic().word()))
            .addArrayOfLong(Columns.of(causes, new Long[size], Cause::customerId))
            .addArrayOfString(
                Columns.of(
                    causes,
                    new String[size],
                    cause -> Json.MAPPER.valueToTree(cause.resource()).toString()));
    return connection
        .preparedQuery(EMIT)
        .execute(columns)
        .map(rows -> rows.iterator().next().getLong("due"));
  }

  /** Wakes one worker to expand usage events; to be called after the commit. */
  public static void nudgeStored(Vertx vertx) {
    vertx.eventBus().send(STORED, "");
  }

  /** Wakes whoever delivers; to be called after the commit. What is lost a sweep finds. */
  public static void nudge(Vertx vertx) {
    vertx.eventBus().publish(DUE, "");
  }
}
