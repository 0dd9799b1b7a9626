package dev.shopwire.automation.segments;

import dev.shopwire.automation.resources.ResourceUsers;
import dev.shopwire.automation.resources.ResourceUsers.Kind;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;

/**
 * What must hold for the segments of a workspace together. Methods need the workspace's lock and
 * run on the caller's event loop.
 */
final class SegmentRules {
  static final int MAX_SEGMENTS = 500;
  static final int MAX_TRACKED = 50;

  private SegmentRules() {}

  /** Fails with 409 if another segment has the name. */
  static Future<Void> checkName(
      SqlConnection connection, long workspaceId, String name, long segmentId) {
    return SegmentTable.isNameTaken(connection, workspaceId, name, segmentId)
        .compose(
            taken ->
                taken
                    ? Future.failedFuture(
                        Failure.of(
                            Code.CONFLICT,
                            "name_taken",
                            "The workspace already has a segment with this name"))
                    : Future.succeededFuture());
  }

  /**
   * Fails with 422 if there would be too many segments.
   *
   * @param more how many are added
   * @param moreTracked how many are tracked that were not before
   */
  static Future<Void> checkCount(
      SqlConnection connection, long workspaceId, int more, int moreTracked) {
    return SegmentTable.count(connection, workspaceId)
        .<Void>map(
            count -> {
              if (more > 0 && count.segments() + more > MAX_SEGMENTS) {
                throw limitReached("", "A workspace has at most %d segments", MAX_SEGMENTS);
              }
              return null;
            })
        .compose(fits -> checkTracked(connection, workspaceId, moreTracked, "/tracked"));
  }

  /**
   * Fails with 422 if there would be too many tracked segments.
   *
   * @param more how many are tracked that were not before
   * @param pointer to what asks for it
   */
  static Future<Void> checkTracked(
      SqlConnection connection, long workspaceId, int more, String pointer) {
    return SegmentTable.count(connection, workspaceId)
        .map(
            count -> {
              if (more > 0 && count.tracked() + more > MAX_TRACKED) {
                throw limitReached(
                    pointer, "A workspace has at most %d tracked segments", MAX_TRACKED);
              }
              return null;
            });
  }

  private static Failure limitReached(String pointer, String message, int limit) {
    return Failure.invalid(pointer, "segment_limit_reached", message.formatted(limit));
  }

  /** Fails with 409 if flows start from transitions of this segment. */
  static Future<Void> checkNoTriggers(SqlConnection connection, Segment segment) {
    return ResourceUsers.requireNone(
        connection, segment.workspaceId(), Kind.TRACKED_SEGMENT, segment.id());
  }

  /** Fails with 409 if other segments, campaigns or flows use this one. */
  static Future<Void> checkUnused(SqlConnection connection, Segment segment) {
    return ResourceUsers.requireNone(connection, segment.workspaceId(), Kind.SEGMENT, segment.id());
  }
}
