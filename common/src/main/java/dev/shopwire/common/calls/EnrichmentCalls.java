package dev.shopwire.common.calls;

import dev.shopwire.common.bus.Contract;
import java.time.Duration;

/** What the enrichment role answers. */
public final class EnrichmentCalls {
  /** Less than the 2 s in which a caller is owed an answer. */
  private static final Duration TIMEOUT = Duration.ofMillis(1_700);

  /**
   * More than looking at all values of a field may take: the role itself tells when a store hangs.
   */
  private static final Duration RETYPE_TIMEOUT = Duration.ofSeconds(60);

  public static final Contract<AppCall, JsonAnswer> IDENTIFY = of("identify", AppCall.class);
  public static final Contract<AppCall, JsonAnswer> STAFF = of("staff", AppCall.class);
  public static final Contract<CustomerQuery, JsonAnswer> CUSTOMER =
      of("customer", CustomerQuery.class);

  public static final Contract<AdminList, JsonAnswer> LIST_FIELDS =
      of("fields.list", AdminList.class);
  public static final Contract<AdminCall, JsonAnswer> CREATE_FIELD =
      of("fields.create", AdminCall.class);
  public static final Contract<AdminCall, JsonAnswer> CHANGE_FIELD =
      of("fields.change", AdminCall.class);
  public static final Contract<AdminCall, JsonAnswer> PROMOTE_FIELD =
      of("fields.promote", AdminCall.class);
  public static final Contract<AdminCall, JsonAnswer> RETYPE_FIELD =
      of("fields.retype", AdminCall.class, RETYPE_TIMEOUT);
  public static final Contract<AdminCall, JsonAnswer> DELETE_FIELD =
      of("fields.delete", AdminCall.class);

  public static final Contract<AdminList, JsonAnswer> LIST_CUSTOMERS =
      of("customers.list", AdminList.class);
  public static final Contract<AdminCall, JsonAnswer> SHOW_CUSTOMER =
      of("customers.show", AdminCall.class);
  public static final Contract<AdminList, JsonAnswer> LIST_CONTACTS =
      of("contacts.list", AdminList.class);
  public static final Contract<AdminCall, JsonAnswer> CREATE_CONTACT =
      of("contacts.create", AdminCall.class);
  public static final Contract<AdminCall, JsonAnswer> CHANGE_CONTACT =
      of("contacts.change", AdminCall.class);
  public static final Contract<AdminCall, JsonAnswer> DELETE_CONTACT =
      of("contacts.delete", AdminCall.class);

  private EnrichmentCalls() {}

  private static <Q> Contract<Q, JsonAnswer> of(String name, Class<Q> request) {
    return of(name, request, TIMEOUT);
  }

  private static <Q> Contract<Q, JsonAnswer> of(String name, Class<Q> request, Duration timeout) {
    return new Contract<>("shopwire.enrichment." + name, request, JsonAnswer.class, timeout);
  }
}
