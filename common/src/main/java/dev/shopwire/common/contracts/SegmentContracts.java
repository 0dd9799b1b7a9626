package dev.shopwire.common.contracts;

import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.role.Role;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Requests to the automation role about segments. */
public final class SegmentContracts {
  /** Less than the 2 s within which callers must get a response. */
  private static final Duration TIMEOUT = Duration.ofMillis(1_700);

  /** Less than the request of which it is a part may take. */
  private static final Duration PART_TIMEOUT = Duration.ofSeconds(1);

  /**
   * Longer than a read of live members may wait and take: the role itself reports a store that
   * hangs, and a read that takes too long.
   */
  private static final Duration READ_TIMEOUT = Duration.ofSeconds(45);

  /** Longer than a save may wait for changes of fields: the role itself reports a hanging store. */
  private static final Duration SAVE_TIMEOUT = Duration.ofSeconds(6);

  public static final Contract<AdminRequest, JsonResponse> CHECK =
      of("segments.check", AdminRequest.class, TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> PREVIEW =
      of("segments.preview", AdminRequest.class, READ_TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> EXPLAIN =
      of("segments.explain", AdminRequest.class, READ_TIMEOUT);

  public static final Contract<AdminRequest, JsonResponse> CREATE =
      of("segments.create", AdminRequest.class, SAVE_TIMEOUT);
  public static final Contract<AdminQuery, JsonResponse> LIST =
      of("segments.list", AdminQuery.class, TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> SHOW =
      of("segments.show", AdminRequest.class, TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> CHANGE =
      of("segments.change", AdminRequest.class, SAVE_TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> DELETE =
      of("segments.delete", AdminRequest.class, SAVE_TIMEOUT);

  /** The parameter {@code customerId} is a customer's id or domain. */
  public static final Contract<AdminQuery, JsonResponse> EXPLAIN_SAVED =
      of("segments.explain-saved", AdminQuery.class, READ_TIMEOUT);

  public static final Contract<AdminQuery, JsonResponse> MEMBERS =
      of("segments.members", AdminQuery.class, READ_TIMEOUT);
  public static final Contract<AdminQuery, JsonResponse> TRANSITIONS =
      of("segments.transitions", AdminQuery.class, TIMEOUT);
  public static final Contract<AdminRequest, JsonResponse> VERIFY =
      of("segments.verify", AdminRequest.class, TIMEOUT);

  /** The tracked segments that a customer is in. */
  public static final Contract<AdminRequest, JsonResponse> OF_CUSTOMER =
      of("customers.segments", AdminRequest.class, TIMEOUT);

  /** Those of them that an app may see. */
  public static final Contract<VisibleRequest, Visible> VISIBLE =
      Role.AUTOMATION.contract(
          "customers.visible-segments", VisibleRequest.class, Visible.class, PART_TIMEOUT);

  /** An app's request for the segments of a customer. */
  public record VisibleRequest(long workspaceId, long appId, long customerId) {}

  /** In the order of their ids. */
  public record Visible(List<VisibleSegment> segments) {}

  /**
   * A segment that a customer is in.
   *
   * @param enteredAt as in responses; null while the segment is being built
   */
  public record VisibleSegment(String id, String name, @Nullable String enteredAt) {}

  private SegmentContracts() {}

  private static <Q> Contract<Q, JsonResponse> of(String name, Class<Q> request, Duration timeout) {
    return Role.AUTOMATION.contract(name, request, JsonResponse.class, timeout);
  }
}
