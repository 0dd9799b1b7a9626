package dev.shopwire.common.contracts;

import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.role.Role;
import java.time.Duration;

/** Requests to the automation role about campaigns. */
public final class CampaignContracts {
  /** Less than the 2 s within which callers must get a response. */
  private static final Duration TIMEOUT = Duration.ofMillis(1_700);

  /** Longer than a save may wait for changes of fields: the role itself reports a hanging store. */
  private static final Duration SAVE_TIMEOUT = Duration.ofSeconds(6);

  /**
   * Longer than a read of an audience may wait and take: the role itself reports a store that
   * hangs, and a read that takes too long.
   */
  private static final Duration READ_TIMEOUT = Duration.ofSeconds(45);

  public static final Contract<AdminQuery, JsonResponse> LIST =
      of("campaigns.list", AdminQuery.class, TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> CREATE =
      of("campaigns.create", AdminRequest.class, SAVE_TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> SHOW =
      of("campaigns.show", AdminRequest.class, TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> CHANGE =
      of("campaigns.change", AdminRequest.class, SAVE_TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> DELETE =
      of("campaigns.delete", AdminRequest.class, TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> PREVIEW =
      of("campaigns.preview", AdminRequest.class, READ_TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> START =
      of("campaigns.start", AdminRequest.class, TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> PAUSE =
      of("campaigns.pause", AdminRequest.class, TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> RESUME =
      of("campaigns.resume", AdminRequest.class, TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> CANCEL =
      of("campaigns.cancel", AdminRequest.class, TIMEOUT);

  /** The mails of a campaign. */
  public static final Contract<AdminQuery, JsonResponse> RECIPIENTS =
      of("campaigns.recipients", AdminQuery.class, TIMEOUT);

  private CampaignContracts() {}

  private static <Q> Contract<Q, JsonResponse> of(String name, Class<Q> request, Duration timeout) {
    return Role.AUTOMATION.contract(name, request, JsonResponse.class, timeout);
  }
}
