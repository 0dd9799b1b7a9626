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

  /** Longer than enrichment may take to free the fields of a query. */
  private static final Duration LINKS = Duration.ofSeconds(8);

  public static final Contract<AdminQuery, JsonResponse> LIST_DATABASES =
      listOf("linked.databases");
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

  public static final Contract<AdminQuery, JsonResponse> LIST_QUERIES = listOf("linked.queries");
  public static final Contract<AdminRequest, JsonResponse> CREATE_QUERY =
      of("linked.query.create", WAIT);
  public static final Contract<AdminRequest, JsonResponse> SHOW_QUERY =
      of("linked.query.show", TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> CHANGE_QUERY =
      of("linked.query.change", WAIT);
  public static final Contract<AdminRequest, JsonResponse> DELETE_QUERY =
      of("linked.query.delete", LINKS);
  public static final Contract<AdminRequest, JsonResponse> RUN_QUERY =
      of("linked.query.run", TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> ROLL_BACK =
      of("linked.query.rollback", TIMEOUT);
  public static final Contract<AdminQuery, JsonResponse> RUNS = listOf("linked.runs");
  public static final Contract<AdminRequest, JsonResponse> SHOW_RUN =
      of("linked.run.show", TIMEOUT);
  public static final Contract<AdminQuery, JsonResponse> BAD_ROWS = listOf("linked.run.bad-rows");
  public static final Contract<AdminQuery, JsonResponse> CHANGES = listOf("linked.run.changes");

  /** It compares all that the run shows with today's values. */
  public static final Contract<AdminRequest, JsonResponse> APPROVE = of("linked.run.approve", WAIT);

  public static final Contract<AdminRequest, JsonResponse> REJECT =
      of("linked.run.reject", TIMEOUT);

  private LinkedFieldContracts() {}

  private static Contract<AdminQuery, JsonResponse> listOf(String name) {
    return Role.SOURCES.contract(name, AdminQuery.class, JsonResponse.class, TIMEOUT);
  }

  private static Contract<AdminRequest, JsonResponse> of(String name, Duration timeout) {
    return Role.SOURCES.contract(name, AdminRequest.class, JsonResponse.class, timeout);
  }
}
