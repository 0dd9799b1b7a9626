package dev.shopwire.common.contracts;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.role.Role;
import java.time.Duration;
import java.util.List;

/** Requests to the webhook role. */
public final class WebhookContracts {
  /** Less than the 2 s within which callers must get a response. */
  private static final Duration TIMEOUT = Duration.ofMillis(1_700);

  public static final Contract<AdminListRequest, JsonResponse> LIST_ENDPOINTS =
      of("endpoints.list", AdminListRequest.class);
  public static final Contract<AdminRequest, JsonResponse> CREATE_ENDPOINT =
      of("endpoints.create", AdminRequest.class);
  public static final Contract<AdminRequest, JsonResponse> SHOW_ENDPOINT =
      of("endpoints.show", AdminRequest.class);
  public static final Contract<AdminRequest, JsonResponse> CHANGE_ENDPOINT =
      of("endpoints.change", AdminRequest.class);
  public static final Contract<AdminRequest, JsonResponse> DELETE_ENDPOINT =
      of("endpoints.delete", AdminRequest.class);
  public static final Contract<AdminRequest, JsonResponse> ROTATE_SECRET =
      of("endpoints.rotate-secret", AdminRequest.class);

  /** Sends the deliveries that waited while the endpoint was disabled, or abandons them. */
  public static final Contract<AdminRequest, JsonResponse> RESUME =
      of("endpoints.resume", AdminRequest.class);

  public static final Contract<AdminRequest, JsonResponse> TEST =
      of("endpoints.test", AdminRequest.class);
  public static final Contract<AdminRequest, JsonResponse> REPLAY =
      of("endpoints.replay", AdminRequest.class);
  public static final Contract<AdminRequest, JsonResponse> SHOW_REPLAY =
      of("replays.show", AdminRequest.class);

  public static final Contract<AdminQuery, JsonResponse> LIST_DELIVERIES =
      of("deliveries.list", AdminQuery.class);

  /** Explains why a message was or wasn't sent to an endpoint. */
  public static final Contract<AdminQuery, JsonResponse> EXPLAIN =
      of("endpoints.explain", AdminQuery.class);

  public static final Contract<AdminItemRequest, JsonResponse> SHOW_DELIVERY =
      of("deliveries.show", AdminItemRequest.class);
  public static final Contract<AdminItemRequest, JsonResponse> REPLAY_DELIVERY =
      of("deliveries.replay", AdminItemRequest.class);

  /** Returns the exact strings that are signed. */
  public static final Contract<AdminItemRequest, JsonResponse> EXPLAIN_SIGNATURE =
      of("deliveries.signature", AdminItemRequest.class);

  public static final Contract<Timeline.Request, Timeline.Part> TIMELINE =
      Role.WEBHOOK.contract(
          "customers.timeline", Timeline.Request.class, Timeline.Part.class, TIMEOUT);

  /** A workspace's endpoints by status, and the deliveries that failed. */
  public static final Contract<OverviewRequest, JsonResponse> OVERVIEW =
      of("overview", OverviewRequest.class);

  /** Requested together with the state of stores and nodes, so the timeout is short. */
  public static final Contract<QueuesRequest, Queues> QUEUES =
      Role.WEBHOOK.contract("queues", QueuesRequest.class, Queues.class, Duration.ofMillis(500));

  /** Requested together with the roles' status, so the timeout is as short. */
  public static final Contract<SecretsStatusRequest, SecretsStatus> SECRETS_STATUS =
      Role.WEBHOOK.contract(
          "secrets.status",
          SecretsStatusRequest.class,
          SecretsStatus.class,
          Duration.ofMillis(500));

  /** Queries how much work waits. */
  public record QueuesRequest(Caller caller) {}

  public record Queues(List<Queue> queues) {}

  /**
   * @param depth how many items wait, up to a bound that keeps counting cheap
   * @param oldestSeconds how long the oldest of them has been due, 0 without one
   */
  public record Queue(String name, long depth, double oldestSeconds) {}

  /** Queries which keys the signing secrets are encrypted with. */
  public record SecretsStatusRequest() {}

  /**
   * @param encryptingKey the id of the key that new secrets are encrypted with
   * @param secrets the number of valid secrets
   * @param underOldKeys how many of them are encrypted with another key
   */
  public record SecretsStatus(String encryptingKey, long secrets, long underOldKeys) {}

  private WebhookContracts() {}

  private static <Q> Contract<Q, JsonResponse> of(String name, Class<Q> request) {
    return Role.WEBHOOK.contract(name, request, JsonResponse.class, TIMEOUT);
  }
}
