package dev.shopwire.common.contracts;

import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.role.Role;
import java.time.Duration;

/** Requests to the enrichment role. */
public final class EnrichmentContracts {
  /** Less than the 2 s within which callers must get a response. */
  private static final Duration TIMEOUT = Duration.ofMillis(1_700);

  /**
   * Longer than checking all values of a field may take: the role itself reports a hanging store.
   */
  private static final Duration RETYPE_TIMEOUT = Duration.ofSeconds(60);

  /**
   * Longer than a list of customers may take that no index supports: the role itself reports a
   * hanging store in time.
   */
  private static final Duration LIST_TIMEOUT = Duration.ofSeconds(6);

  public static final Contract<AppRequest, JsonResponse> IDENTIFY =
      of("identify", AppRequest.class);
  public static final Contract<AppRequest, JsonResponse> STAFF = of("staff", AppRequest.class);
  public static final Contract<CustomerQuery, JsonResponse> CUSTOMER =
      of("customer", CustomerQuery.class);

  public static final Contract<AdminListRequest, JsonResponse> LIST_FIELDS =
      of("fields.list", AdminListRequest.class);
  public static final Contract<AdminRequest, JsonResponse> CREATE_FIELD =
      of("fields.create", AdminRequest.class);
  public static final Contract<AdminRequest, JsonResponse> CHANGE_FIELD =
      of("fields.change", AdminRequest.class);
  public static final Contract<AdminRequest, JsonResponse> PROMOTE_FIELD =
      of("fields.promote", AdminRequest.class);
  public static final Contract<AdminRequest, JsonResponse> PREVIEW_PROMOTION =
      of("fields.preview-promotion", AdminRequest.class);
  public static final Contract<AdminRequest, JsonResponse> RETYPE_FIELD =
      of("fields.retype", AdminRequest.class, RETYPE_TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> DELETE_FIELD =
      of("fields.delete", AdminRequest.class);

  public static final Contract<AdminQuery, JsonResponse> LIST_CUSTOMERS =
      of("customers.query", AdminQuery.class, LIST_TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> SHOW_CUSTOMER =
      of("customers.show", AdminRequest.class);
  public static final Contract<AdminListRequest, JsonResponse> LIST_CONTACTS =
      of("contacts.list", AdminListRequest.class);
  public static final Contract<AdminRequest, JsonResponse> CREATE_CONTACT =
      of("contacts.create", AdminRequest.class);
  public static final Contract<AdminRequest, JsonResponse> CHANGE_CONTACT =
      of("contacts.change", AdminRequest.class);
  public static final Contract<AdminRequest, JsonResponse> DELETE_CONTACT =
      of("contacts.delete", AdminRequest.class);

  private EnrichmentContracts() {}

  private static <Q> Contract<Q, JsonResponse> of(String name, Class<Q> request) {
    return of(name, request, TIMEOUT);
  }

  private static <Q> Contract<Q, JsonResponse> of(String name, Class<Q> request, Duration timeout) {
    return Role.ENRICHMENT.contract(name, request, JsonResponse.class, timeout);
  }
}
