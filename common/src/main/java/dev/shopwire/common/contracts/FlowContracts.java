package dev.shopwire.common.contracts;

import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.role.Role;
import java.time.Duration;

/** Requests to the automation role about flows. */
public final class FlowContracts {
  /** Less than the 2 s within which callers must get a response. */
  private static final Duration TIMEOUT = Duration.ofMillis(1_700);

  /** Longer than reads of conditions may wait for their turn and take. */
  private static final Duration EXPLAIN_TIMEOUT = Duration.ofSeconds(45);

  /** Longer than a save may wait for changes of fields: the role itself reports a hanging store. */
  private static final Duration SAVE_TIMEOUT = Duration.ofSeconds(6);

  public static final Contract<AdminQuery, JsonResponse> LIST =
      of("flows.list", AdminQuery.class, TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> CREATE =
      of("flows.create", AdminRequest.class, SAVE_TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> SHOW =
      of("flows.show", AdminRequest.class, TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> CHANGE =
      of("flows.change", AdminRequest.class, SAVE_TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> DELETE =
      of("flows.delete", AdminRequest.class, TIMEOUT);

  /** Makes the draft the version that runs start with. */
  public static final Contract<AdminRequest, JsonResponse> PUBLISH =
      of("flows.publish", AdminRequest.class, SAVE_TIMEOUT);

  public static final Contract<AdminQuery, JsonResponse> VERSIONS =
      of("flows.versions", AdminQuery.class, TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> PAUSE =
      of("flows.pause", AdminRequest.class, TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> RESUME =
      of("flows.resume", AdminRequest.class, TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> ARCHIVE =
      of("flows.archive", AdminRequest.class, TIMEOUT);

  /** Moves a limited number of runs from one version to another. */
  public static final Contract<AdminRequest, JsonResponse> MOVE_RUNS =
      of("flows.move-runs", AdminRequest.class, SAVE_TIMEOUT);

  public static final Contract<AdminQuery, JsonResponse> RUNS =
      of("flows.runs", AdminQuery.class, TIMEOUT);
  public static final Contract<AdminQuery, JsonResponse> COUNTS =
      of("flows.counts", AdminQuery.class, TIMEOUT);

  /** The times of a flow's schedule that were skipped. */
  public static final Contract<AdminQuery, JsonResponse> MISSED_SCHEDULES =
      of("flows.missed-schedules", AdminQuery.class, TIMEOUT);

  /** Evaluates conditions, as explanations of segments do. */
  public static final Contract<AdminQuery, JsonResponse> EXPLAIN =
      of("flows.explain", AdminQuery.class, EXPLAIN_TIMEOUT);

  public static final Contract<AdminRequest, JsonResponse> SHOW_RUN =
      of("flow-runs.show", AdminRequest.class, TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> CANCEL_RUN =
      of("flow-runs.cancel", AdminRequest.class, SAVE_TIMEOUT);

  /** Counts causes first. */
  public static final Contract<AdminRequest, JsonResponse> CREATE_DRY_RUN =
      of("dry-runs.create", AdminRequest.class, EXPLAIN_TIMEOUT);

  public static final Contract<AdminRequest, JsonResponse> SHOW_DRY_RUN =
      of("dry-runs.show", AdminRequest.class, TIMEOUT);
  public static final Contract<AdminQuery, JsonResponse> DRY_RUN_RUNS =
      of("dry-runs.runs", AdminQuery.class, TIMEOUT);

  /** What flows and campaigns did for a customer. */
  public static final Contract<AdminQuery, JsonResponse> OF_CUSTOMER =
      of("customers.automation", AdminQuery.class, TIMEOUT);

  private FlowContracts() {}

  private static <Q> Contract<Q, JsonResponse> of(String name, Class<Q> request, Duration timeout) {
    return Role.AUTOMATION.contract(name, request, JsonResponse.class, timeout);
  }
}
