package dev.shopwire.webhook.log;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.events.EventKey;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.StorableText;
import dev.shopwire.common.outbox.Topic;
import dev.shopwire.webhook.endpoints.EndpointTable;
import dev.shopwire.webhook.endpoints.SubscribedEndpoint;
import dev.shopwire.webhook.log.DeliveryReasons.Subject;
import dev.shopwire.webhook.signing.Message;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Explains to the console why something was sent, or was not. Not thread-safe; use from one event
 * loop.
 */
public final class ExplanationHandlers {
  private static final int MAX_LENGTH = 1_000;
  private static final String APP_ID =
      "select id from tenancy_apps where workspace_id = $1 and slug = $2";

  private static final String APP_OF_EVENT =
      """
      select a.id, exists (
        select from webhook_fan_outs where workspace_id = $1 and a.id = any(app_ids)) as pending
      from tenancy_apps a
      join usage_event_keys e on e.app_id = a.id and e.event_key = $2
      where a.workspace_id = $1 and (a.id = $3 or $3 = 0)
      limit 1
      """;

  private final Pool pool;
  private final int retentionDays;

  /**
   * @param retentionDays how long messages are kept; 0 keeps them indefinitely
   */
  public ExplanationHandlers(Pool pool, int retentionDays) {
    this.pool = pool;
    this.retentionDays = retentionDays;
  }

  /**
   * @param appId 0 for any
   */
  private record Query(String eventId, String topic, long appId, @Nullable String eventName) {}

  private record Result(boolean sent, List<DeliveryReason> reasons, List<Delivery> deliveries) {
    static Result notSent(List<DeliveryReason> reasons) {
      return new Result(false, reasons, List.of());
    }
  }

  public Future<JsonResponse> explain(AdminQuery adminQuery) {
    String eventId = parameter(adminQuery, "eventId");
    String topic = parameter(adminQuery, "topic");
    String app = parameter(adminQuery, "app");
    String eventName = parameter(adminQuery, "eventName");
    DeliveryFilter.requireTopic(topic);
    return EndpointTable.requireSubscribed(pool, adminQuery.id())
        .compose(
            endpoint ->
                appId(pool, endpoint.workspaceId(), app)
                    .map(id -> new Query(eventId, topic, id, emptyToNull(eventName)))
                    .compose(
                        query ->
                            query.eventId().isEmpty()
                                ? Future.succeededFuture(explainUpcoming(endpoint, query))
                                : explainPast(endpoint, query)))
        .map(ExplanationHandlers::json);
  }

  private static String parameter(AdminQuery query, String name) {
    String value = query.parameters().getOrDefault(name, "");
    if (value.length() > MAX_LENGTH || StorableText.findProblem(value).isPresent()) {
      throw Failure.invalidParameter(name, "invalid_text", name + " is too long or not valid text");
    }
    return value;
  }

  private static @Nullable String emptyToNull(String text) {
    return text.isEmpty() ? null : text;
  }

  private static Future<Long> appId(SqlClient client, long workspaceId, String slug) {
    return slug.isEmpty()
        ? Future.succeededFuture(0L)
        : client
            .preparedQuery(APP_ID)
            .execute(Tuple.of(workspaceId, slug))
            .map(
                rows -> {
                  if (rows.size() == 0) {
                    throw Failure.invalidParameter(
                        "app", "unknown_app", "app must be the slug of an app of this workspace");
                  }
                  return rows.iterator().next().getLong("id");
                });
  }

  /** Explains what would happen to a future occurrence. */
  private static Result explainUpcoming(SubscribedEndpoint endpoint, Query query) {
    List<DeliveryReason> reasons =
        new ArrayList<>(DeliveryReasons.whyNotSent(endpoint, subject(query)));
    boolean wanted = reasons.isEmpty();
    if (wanted) {
      reasons.add(new DeliveryReason("wanted", "The endpoint subscribes to this"));
    }
    Optional<DeliveryReason> state = DeliveryReasons.state(endpoint);
    state.ifPresent(reasons::add);
    return new Result(wanted && state.isEmpty(), reasons, List.of());
  }

  private static Subject subject(Query query) {
    return new Subject(
        query.topic().isEmpty() ? Topic.USAGE_EVENT.apiName() : query.topic(),
        query.appId() == 0 ? null : Long.valueOf(query.appId()),
        query.eventName(),
        null);
  }

  private Future<Result> explainPast(SubscribedEndpoint endpoint, Query query) {
    return Messages.findBySubject(
            pool, endpoint.workspaceId(), query.eventId(), query.appId(), query.topic())
        .compose(
            found ->
                found.isEmpty()
                    ? whyNoMessage(endpoint, query).map(Result::notSent)
                    : Deliveries.find(
                            pool, endpoint, found.stream().map(Messages.Summary::id).toList())
                        .map(
                            deliveries ->
                                deliveries.isEmpty()
                                    ? Result.notSent(whyNoDelivery(endpoint, found.get(0)))
                                    : ofDeliveries(endpoint, deliveries)));
  }

  private static Result ofDeliveries(SubscribedEndpoint endpoint, List<Delivery> deliveries) {
    List<DeliveryReason> reasons =
        new ArrayList<>(deliveries.stream().map(DeliveryReasons::of).toList());
    if (deliveries.stream().anyMatch(Delivery::isPending)) {
      DeliveryReasons.state(endpoint).ifPresent(reasons::add);
    }
    boolean sent = deliveries.stream().anyMatch(delivery -> delivery.history().count() > 0);
    return new Result(sent, reasons, deliveries);
  }

  /** Explains why other endpoints were sent the message and this one was not. */
  private static List<DeliveryReason> whyNoDelivery(
      SubscribedEndpoint endpoint, Messages.Summary found) {
    Message message = new Message(found.id(), endpoint.workspaceId(), found.topic(), null, "{}");
    List<DeliveryReason> reasons =
        DeliveryReasons.whyNotSent(
            endpoint, new Subject(found.topic(), found.appId(), found.eventName(), message.at()));
    return reasons.isEmpty()
        ? List.of(
            new DeliveryReason(
                "not_wanted_then",
                "The endpoint subscribes to this now, but did not when it happened at "
                    + message.at()
                    + "; it was last changed at "
                    + endpoint.updatedAt()))
        : reasons;
  }

  private Future<List<DeliveryReason>> whyNoMessage(SubscribedEndpoint endpoint, Query query) {
    return pool.preparedQuery(APP_OF_EVENT)
        .execute(Tuple.of(endpoint.workspaceId(), EventKey.of(query.eventId()), query.appId()))
        .map(
            rows -> {
              if (rows.size() == 0) {
                return List.of(
                    new DeliveryReason("unknown_event", "No app has sent an event with this id"));
              }
              Row event = rows.iterator().next();
              if (event.getBoolean("pending")) {
                return List.of(
                    new DeliveryReason(
                        "fan_out_pending",
                        "The app's events are not yet expanded into messages; try again later"));
              }
              Long app = event.getLong("id");
              Subject subject =
                  new Subject(Topic.USAGE_EVENT.apiName(), app, query.eventName(), null);
              List<DeliveryReason> reasons =
                  new ArrayList<>(DeliveryReasons.whyNotSent(endpoint, subject));
              reasons.add(new DeliveryReason("no_message", noMessage()));
              return reasons;
            });
  }

  private String noMessage() {
    return "The event was stored, but no endpoint subscribed to it at that time"
        + (retentionDays == 0
            ? ""
            : "; or it was stored more than " + retentionDays + " days ago, past retention");
  }

  private static JsonResponse json(Result result) {
    Map<String, @Nullable Object> explanation = new LinkedHashMap<>();
    explanation.put("sent", result.sent());
    explanation.put("reasons", result.reasons());
    explanation.put("deliveries", result.deliveries().stream().map(Delivery::json).toList());
    return JsonResponse.of(Map.<String, @Nullable Object>of("explanation", explanation));
  }
}
