package dev.shopwire.common.contracts;

import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.role.Role;
import java.time.Duration;

/** Requests to the sources role about custom fields that are read from users' databases. */
public final class LinkedFieldContracts {
  /** Less than the 2 s within which callers must get a response. */
  private static final Duration TIMEOUT = Duration.ofMillis(1_700);

  /** How long one use of a database may take: connecting, the proof, and what is read. */
  public static final Duration USE = Duration.ofSeconds(40);

  private static final Duration WAIT = USE.plusSeconds(15);

  public static final Contract<AdminRequest, JsonResponse> LIST_DATABASES =
      of("linked.databases", TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> CREATE_DATABASE =
      of("linked.database.create", WAIT);
  public static final Contract<AdminRequest, JsonResponse> SHOW_DATABASE =
      of("linked.database.show", TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> CHANGE_DATABASE =
      of("linked.database.change", WAIT);
  public static final Contract<AdminRequest, JsonResponse> DELETE_DATABASE =
      of("linked.database.delete", TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> CHECK_DATABASE =
      of("linked.database.check", WAIT);
  public static final Contract<AdminRequest, JsonResponse> PREVIEW = of("linked.preview", WAIT);

  private LinkedFieldContracts() {}

  private static Contract<AdminRequest, JsonResponse> of(String name, Duration timeout) {
    return Role.SOURCES.contract(name, AdminRequest.class, JsonResponse.class, timeout);
  }
}
