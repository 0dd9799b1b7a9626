package dev.shopwire.common.contracts;

import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.role.Role;
import java.time.Duration;

/** Requests to the attribution role. */
public final class AttributionContracts {
  /** Less than the 2 s within which callers must get a response. */
  private static final Duration TIMEOUT = Duration.ofMillis(1_700);

  /** Longer than one call may re-evaluate: the role itself reports a store that hangs. */
  private static final Duration REEVALUATION_TIMEOUT = Duration.ofSeconds(16);

  public static final Contract<AppRequest, JsonResponse> ATTRIBUTE =
      of("attribute", AppRequest.class);

  public static final Contract<AdminListRequest, JsonResponse> LIST_AFFILIATES =
      of("affiliates.list", AdminListRequest.class);
  public static final Contract<AdminRequest, JsonResponse> CREATE_AFFILIATE =
      of("affiliates.create", AdminRequest.class);
  public static final Contract<AdminRequest, JsonResponse> SHOW_AFFILIATE =
      of("affiliates.show", AdminRequest.class);
  public static final Contract<AdminRequest, JsonResponse> CHANGE_AFFILIATE =
      of("affiliates.change", AdminRequest.class);
  public static final Contract<AdminRequest, JsonResponse> ADD_CODE =
      of("affiliates.codes.add", AdminRequest.class);
  public static final Contract<AdminPartRequest, JsonResponse> CHANGE_CODE =
      of("affiliates.codes.change", AdminPartRequest.class);

  public static final Contract<AdminRequest, JsonResponse> SHOW_EXCLUDED_SHOPS =
      of("excluded-shops.show", AdminRequest.class);
  public static final Contract<AdminRequest, JsonResponse> REPLACE_EXCLUDED_SHOPS =
      of("excluded-shops.replace", AdminRequest.class);

  /** The body is that of a replacement. */
  public static final Contract<AdminRequest, JsonResponse> ADD_EXCLUDED_SHOPS =
      of("excluded-shops.add", AdminRequest.class);

  /** The body is that of a replacement. */
  public static final Contract<AdminRequest, JsonResponse> REMOVE_EXCLUDED_SHOPS =
      of("excluded-shops.remove", AdminRequest.class);

  public static final Contract<AdminRequest, JsonResponse> SHOW_SETTINGS =
      of("settings.show", AdminRequest.class);
  public static final Contract<AdminRequest, JsonResponse> CHANGE_SETTINGS =
      of("settings.change", AdminRequest.class);

  public static final Contract<AdminPartRequest, JsonResponse> CORRECT =
      of("correct", AdminPartRequest.class);
  public static final Contract<AdminListRequest, JsonResponse> LIST_ATTRIBUTIONS =
      of("attributions.list", AdminListRequest.class);
  public static final Contract<LogQuery, JsonResponse> LOG = of("log", LogQuery.class);
  public static final Contract<AdminRequest, JsonResponse> REEVALUATE =
      Role.ATTRIBUTION.contract(
          "log.reevaluate", AdminRequest.class, JsonResponse.class, REEVALUATION_TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> TIMELINE =
      of("timeline", AdminRequest.class);

  /** The part of the role in a customer's timeline over all sources. */
  public static final Contract<Timeline.Request, Timeline.Part> CUSTOMER_TIMELINE =
      Role.ATTRIBUTION.contract(
          "customers.timeline", Timeline.Request.class, Timeline.Part.class, TIMEOUT);

  /** A workspace's figure {@code attributions}. */
  public static final Contract<OverviewRequest, JsonResponse> OVERVIEW =
      of("overview", OverviewRequest.class);

  public static final Contract<AdminRequest, JsonResponse> SHOW_INSTALL_SOURCE =
      of("listing-source.show", AdminRequest.class);

  private AttributionContracts() {}

  private static <Q> Contract<Q, JsonResponse> of(String name, Class<Q> request) {
    return Role.ATTRIBUTION.contract(name, request, JsonResponse.class, TIMEOUT);
  }
}
