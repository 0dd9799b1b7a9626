package dev.shopwire.common.calls;

import dev.shopwire.common.bus.Contract;
import java.time.Duration;

/** What the webhook role answers. */
public final class WebhookCalls {
  /** Less than the 2 s in which a caller is owed an answer. */
  private static final Duration TIMEOUT = Duration.ofMillis(1_700);

  public static final Contract<AdminList, JsonAnswer> LIST_ENDPOINTS =
      of("endpoints.list", AdminList.class);
  public static final Contract<AdminCall, JsonAnswer> CREATE_ENDPOINT =
      of("endpoints.create", AdminCall.class);
  public static final Contract<AdminCall, JsonAnswer> SHOW_ENDPOINT =
      of("endpoints.show", AdminCall.class);
  public static final Contract<AdminCall, JsonAnswer> CHANGE_ENDPOINT =
      of("endpoints.change", AdminCall.class);
  public static final Contract<AdminCall, JsonAnswer> DELETE_ENDPOINT =
      of("endpoints.delete", AdminCall.class);
  public static final Contract<AdminCall, JsonAnswer> ROTATE_SECRET =
      of("endpoints.rotate-secret", AdminCall.class);

  /** Sends what waited while the endpoint was disabled, or gives it up. */
  public static final Contract<AdminCall, JsonAnswer> RESUME =
      of("endpoints.resume", AdminCall.class);

  public static final Contract<AdminCall, JsonAnswer> TEST = of("endpoints.test", AdminCall.class);
  public static final Contract<AdminCall, JsonAnswer> REPLAY =
      of("endpoints.replay", AdminCall.class);
  public static final Contract<AdminCall, JsonAnswer> SHOW_REPLAY =
      of("replays.show", AdminCall.class);

  public static final Contract<AdminQuery, JsonAnswer> LIST_DELIVERIES =
      of("deliveries.list", AdminQuery.class);

  /** Why something was sent to an endpoint, or was not. */
  public static final Contract<AdminQuery, JsonAnswer> EXPLAIN =
      of("endpoints.explain", AdminQuery.class);

  public static final Contract<AdminItem, JsonAnswer> SHOW_DELIVERY =
      of("deliveries.show", AdminItem.class);
  public static final Contract<AdminItem, JsonAnswer> REPLAY_DELIVERY =
      of("deliveries.replay", AdminItem.class);

  /** The exact strings that are signed. */
  public static final Contract<AdminItem, JsonAnswer> EXPLAIN_SIGNATURE =
      of("deliveries.signature", AdminItem.class);

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

  private WebhookCalls() {}

  private static <Q> Contract<Q, JsonAnswer> of(String name, Class<Q> request) {
    return new Contract<>("shopwire.webhook." + name, request, JsonAnswer.class, TIMEOUT);
  }
}
