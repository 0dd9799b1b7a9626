package dev.shopwire.common.contracts;

import dev.shopwire.common.bus.Contract;
import java.time.Duration;

/** What the webhook role answers. */
public final class WebhookContracts {
  /** Less than the 2 s in which a caller is owed an answer. */
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

  /** Sends what waited while the endpoint was disabled, or gives it up. */
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

  /** Why something was sent to an endpoint, or was not. */
  public static final Contract<AdminQuery, JsonResponse> EXPLAIN =
      of("endpoints.explain", AdminQuery.class);

  public static final Contract<AdminItemRequest, JsonResponse> SHOW_DELIVERY =
      of("deliveries.show", AdminItemRequest.class);
  public static final Contract<AdminItemRequest, JsonResponse> REPLAY_DELIVERY =
      of("deliveries.replay", AdminItemRequest.class);

  /** The exact strings that are signed. */
  public static final Contract<AdminItemRequest, JsonResponse> EXPLAIN_SIGNATURE =
      of("deliveries.signature", AdminItemRequest.class);

  /** Asked for with the roles' own status, so as quick as that. */
  public static final Contract<SecretsStatusRequest, SecretsStatus> SECRETS_STATUS =
      new Contract<>(
          "shopwire.webhook.secrets.status",
          SecretsStatusRequest.class,
          SecretsStatus.class,
          Duration.ofMillis(500));

  /** Asks under which keys the signing secrets are stored. */
  public record SecretsStatusRequest() {}

  /**
   * @param encryptingKey the id of the key that new secrets are encrypted with
   * @param secrets how many are valid
   * @param underOldKeys those of them that another key encrypts
   */
  public record SecretsStatus(String encryptingKey, long secrets, long underOldKeys) {}

  private WebhookContracts() {}

  private static <Q> Contract<Q, JsonResponse> of(String name, Class<Q> request) {
    return new Contract<>("shopwire.webhook." + name, request, JsonResponse.class, TIMEOUT);
  }
}
