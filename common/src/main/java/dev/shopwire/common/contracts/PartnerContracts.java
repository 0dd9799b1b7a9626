package dev.shopwire.common.contracts;

import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.role.Role;
import java.time.Duration;

/** Requests to the sources role about the partner interface. */
public final class PartnerContracts {
  /** Less than the 2 s within which callers must get a response. */
  private static final Duration TIMEOUT = Duration.ofMillis(1_700);

  /** How long a test of a connection may take, in all its streams. */
  public static final Duration TEST = Duration.ofSeconds(40);

  /** Segments that test lifecycles are to look again at all customers. */
  private static final Duration DELETE_TIMEOUT = Duration.ofSeconds(45);

  /** A report may wait its turn and then take up to 30 s. */
  private static final Duration REPORT_TIMEOUT = Duration.ofSeconds(45);

  public static final Contract<AdminRequest, JsonResponse> DIALECTS =
      of("partner.dialects", TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> SHOW = of("partner.show", TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> PUT = of("partner.put", TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> DELETE =
      of("partner.delete", DELETE_TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> TRY =
      of("partner.test", TEST.plusSeconds(5));
  public static final Contract<AdminRequest, JsonResponse> SYNC = of("partner.sync", TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> PAUSE = of("partner.pause", TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> RESUME = of("partner.resume", TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> BACKFILL =
      of("partner.backfill", TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> REBUILD = of("partner.rebuild", TIMEOUT);

  public static final Contract<AdminQuery, JsonResponse> EVENTS = query("partner.events", TIMEOUT);
  public static final Contract<AdminQuery, JsonResponse> REPORT =
      query("partner.report", REPORT_TIMEOUT);
  public static final Contract<AdminQuery, JsonResponse> WORKSPACE_REPORT =
      query("partner.report.workspace", REPORT_TIMEOUT);
  public static final Contract<AdminQuery, JsonResponse> REPORT_ROWS =
      query("partner.report.rows", REPORT_TIMEOUT);
  public static final Contract<AdminQuery, JsonResponse> WORKSPACE_REPORT_ROWS =
      query("partner.report.workspace.rows", REPORT_TIMEOUT);

  public static final Contract<AdminQuery, JsonResponse> DIFFERENCES =
      query("partner.differences", REPORT_TIMEOUT);
  public static final Contract<AdminQuery, JsonResponse> RESTATEMENTS =
      query("partner.restatements", TIMEOUT);

  public static final Contract<AdminQuery, JsonResponse> LIFECYCLE =
      Role.SOURCES.contract("partner.lifecycle", AdminQuery.class, JsonResponse.class, TIMEOUT);
  public static final Contract<AdminQuery, JsonResponse> UNINSTALL_REASONS =
      Role.SOURCES.contract("partner.reasons", AdminQuery.class, JsonResponse.class, TIMEOUT);

  private PartnerContracts() {}

  private static Contract<AdminRequest, JsonResponse> of(String name, Duration timeout) {
    return Role.SOURCES.contract(name, AdminRequest.class, JsonResponse.class, timeout);
  }

  private static Contract<AdminQuery, JsonResponse> query(String name, Duration timeout) {
    return Role.SOURCES.contract(name, AdminQuery.class, JsonResponse.class, timeout);
  }
}
