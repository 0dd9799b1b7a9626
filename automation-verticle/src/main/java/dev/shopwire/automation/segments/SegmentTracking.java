package dev.shopwire.automation.segments;

import dev.shopwire.automation.language.Uses;
import dev.shopwire.automation.names.Mentions;
import dev.shopwire.automation.names.VocabularyReader;
import dev.shopwire.automation.tracking.Tracking;
import dev.shopwire.common.access.Caller;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Set;

/** Makes segments tracked for what needs their transitions. Runs on the caller's event loop. */
public final class SegmentTracking {
  private SegmentTracking() {}

  /**
   * Makes a segment tracked. It needs the locks of {@link SegmentTable#lockWithFields}. Fails with
   * 422 if the workspace has too many tracked segments.
   *
   * @param pointer to what asks for it, for errors
   * @return the segments that are built, whose start is to be awaited after the commit; none if it
   *     was tracked
   */
  public static Future<List<Long>> start(
      SqlConnection connection, long workspaceId, long segmentId, String pointer, Caller caller) {
    return SegmentReads.require(connection, workspaceId, segmentId)
        .compose(
            segment ->
                segment.isTracked()
                    ? Future.succeededFuture(List.of())
                    : start(connection, segment, pointer, caller));
  }

  private static Future<List<Long>> start(
      SqlConnection connection, Segment before, String pointer, Caller caller) {
    SegmentChange after = SegmentChange.of(before).tracked();
    return SegmentRules.checkTracked(connection, before.workspaceId(), 1, pointer)
        .compose(fits -> SegmentTable.update(connection, before.workspaceId(), before.id(), after))
        .compose(written -> record(connection, before, after, caller))
        .compose(
            recorded ->
                Tracking.build(connection, before.workspaceId(), List.of(before.id()), false));
  }

  private static Future<Void> record(
      SqlConnection connection, Segment before, SegmentChange after, Caller caller) {
    Mentions mentions =
        new Mentions(Set.of(), Uses.of(before.definition().condition()).affiliates());
    return VocabularyReader.read(connection, before.workspaceId(), mentions)
        .compose(names -> SegmentAudit.recordChange(connection, caller, before, after, names));
  }
}
