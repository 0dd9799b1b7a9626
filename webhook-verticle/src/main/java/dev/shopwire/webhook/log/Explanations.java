package dev.shopwire.webhook.log;

import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.contracts.JsonResponse;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Text;
import dev.shopwire.common.outbox.Topic;
import dev.shopwire.webhook.log.DeliveryReasons.Matter;
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

/** The console's question why something was sent, or was not. For one event loop. */
public final class Explanations {
  private static final int MAX_LENGTH = 1_000;
  private static final String APP_ID = "select id from apps where workspace_id = $1 and slug = $2";

  // The ids of all events ever, which hold no more than the app and a key: the id itself if it is a
  // UUID, else half of its SHA-256.
  private static final String APP_OF_EVENT =
      """
      select a.id, exists (
        select from webhook_fan_outs where workspace_id = $1 and a.id = any(app_ids)) as pending
      from apps a
      join usage_event_ids e on e.app_id = a.id and e.event_key = case
        when $2 ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then $2::uuid
        else encode(substr(sha256(convert_to($2, 'UTF8')), 1, 16), 'hex')::uuid end
      where a.workspace_id = $1 and ($3 = 0 or a.id = $3)
      limit 1
      """;

  private final Pool pool;
  private final int retentionDays;

  /**
   * @param retentionDays for how long messages are kept, 0 for ever
   */
  public Explanations(Pool pool, int retentionDays) {
    this.pool = pool;
    this.retentionDays = retentionDays;
  }

  /**
   * @param appId 0 for any
   */
  private record Question(String eventId, String topic, int appId, @Nullable String eventName) {}

  private record Answer(boolean sent, List<DeliveryReason> reasons, List<Delivery> deliveries) {
    static Answer no(List<DeliveryReason> reasons) {
      return new Answer(false, reasons, List.of());
    }
  }

  public Future<JsonResponse> explain(AdminQuery call) {
    String eventId = parameter(call, "eventId");
    String topic = parameter(call, "topic");
    String app = parameter(call, "app");
    String eventName = parameter(call, "eventName");
    DeliveryFilter.requireTopic(topic);
    return SubscribedEndpoint.require(pool, call.id())
        .compose(
            endpoint ->
                appId(pool, endpoint.workspaceId(), app)
                    .map(id -> new Question(eventId, topic, id, none(eventName)))
                    .compose(
                        question ->
                            question.eventId().isEmpty()
                                ? Future.succeededFuture(wouldBe(endpoint, question))
                                : was(endpoint, question)))
        .map(Explanations::json);
  }

  private static String parameter(AdminQuery call, String name) {
    String value = call.parameters().getOrDefault(name, "");
    if (value.length() > MAX_LENGTH || Text.flaw(value).isPresent()) {
      throw Failure.invalidParameter(name, "invalid_text", name + " is too long, or no text");
    }
    return value;
  }

  private static @Nullable String none(String text) {
    return text.isEmpty() ? null : text;
  }

  private static Future<Integer> appId(SqlClient client, int workspaceId, String slug) {
    return slug.isEmpty()
        ? Future.succeededFuture(0)
        : client
            .preparedQuery(APP_ID)
            .execute(Tuple.of(workspaceId, slug))
            .map(
                rows -> {
                  if (rows.size() == 0) {
                    throw Failure.invalidParameter(
                        "app", "unknown_app", "app must be the slug of an app of this workspace");
                  }
                  return rows.iterator().next().getInteger("id");
                });
  }

  /** Of something that may yet happen. */
  private static Answer wouldBe(SubscribedEndpoint endpoint, Question question) {
    List<DeliveryReason> reasons =
        new ArrayList<>(DeliveryReasons.against(endpoint, matter(question)));
    boolean wanted = reasons.isEmpty();
    if (wanted) {
      reasons.add(new DeliveryReason("wanted", "The endpoint wants to be told of this"));
    }
    Optional<DeliveryReason> state = DeliveryReasons.state(endpoint);
    state.ifPresent(reasons::add);
    return new Answer(wanted && state.isEmpty(), reasons, List.of());
  }

  private static Matter matter(Question question) {
    return new Matter(
        question.topic().isEmpty() ? Topic.USAGE_EVENT.word() : question.topic(),
        question.appId() == 0 ? null : Integer.valueOf(question.appId()),
        question.eventName(),
        null);
  }

  private Future<Answer> was(SubscribedEndpoint endpoint, Question question) {
    return Messages.about(
            pool, endpoint.workspaceId(), question.eventId(), question.appId(), question.topic())
        .compose(
            told ->
                told.isEmpty()
                    ? untold(endpoint, question).map(Answer::no)
                    : Deliveries.find(pool, endpoint, told.stream().map(Messages.Told::id).toList())
                        .map(
                            deliveries ->
                                deliveries.isEmpty()
                                    ? Answer.no(toldOthers(endpoint, told.get(0)))
                                    : became(endpoint, deliveries)));
  }

  private static Answer became(SubscribedEndpoint endpoint, List<Delivery> deliveries) {
    List<DeliveryReason> reasons =
        new ArrayList<>(deliveries.stream().map(DeliveryReasons::of).toList());
    if (deliveries.stream().anyMatch(Delivery::isPending)) {
      DeliveryReasons.state(endpoint).ifPresent(reasons::add);
    }
    boolean sent = deliveries.stream().anyMatch(delivery -> delivery.tried().count() > 0);
    return new Answer(sent, reasons, deliveries);
  }

  private static List<DeliveryReason> toldOthers(SubscribedEndpoint endpoint, Messages.Told told) {
    Message message = new Message(told.id(), endpoint.workspaceId(), told.topic(), null, "{}");
    List<DeliveryReason> reasons =
        DeliveryReasons.against(
            endpoint, new Matter(told.topic(), told.appId(), told.eventName(), message.at()));
    return reasons.isEmpty()
        ? List.of(
            new DeliveryReason(
                "not_wanted_then",
                "The endpoint wants this now, and did not when it happened at "
                    + message.at()
                    + "; it was changed last at "
                    + endpoint.updatedAt()))
        : reasons;
  }

  /** Why there is no message. */
  private Future<List<DeliveryReason>> untold(SubscribedEndpoint endpoint, Question question) {
    return pool.preparedQuery(APP_OF_EVENT)
        .execute(Tuple.of(endpoint.workspaceId(), question.eventId(), question.appId()))
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
                        "Events of the app are still to be written for its endpoints: ask again"));
              }
              Integer app = event.getInteger("id");
              Matter matter = new Matter(Topic.USAGE_EVENT.word(), app, question.eventName(), null);
              List<DeliveryReason> reasons =
                  new ArrayList<>(DeliveryReasons.against(endpoint, matter));
              reasons.add(new DeliveryReason("no_message", noMessage()));
              return reasons;
            });
  }

  private String noMessage() {
    return "The event came, and no endpoint wanted to be told of it then"
        + (retentionDays == 0
            ? ""
            : "; or it came more than " + retentionDays + " days ago, past retention");
  }

  private static JsonResponse json(Answer answer) {
    Map<String, @Nullable Object> explanation = new LinkedHashMap<>();
    explanation.put("sent", answer.sent());
    explanation.put("reasons", answer.reasons());
    explanation.put("deliveries", answer.deliveries().stream().map(Delivery::json).toList());
    return JsonResponse.of(Map.<String, @Nullable Object>of("explanation", explanation));
  }
}
