package dev.shopwire.automation.tracking;

import io.vertx.sqlclient.Row;
import java.util.Comparator;

/** A tracked segment of a workspace. */
record TrackedKey(long workspaceId, long segmentId) implements Comparable<TrackedKey> {
  private static final Comparator<TrackedKey> ORDER =
      Comparator.comparingLong(TrackedKey::workspaceId).thenComparingLong(TrackedKey::segmentId);

  static TrackedKey read(Row row) {
    return new TrackedKey(row.getLong("workspace_id"), row.getLong("segment_id"));
  }

  @Override
  public int compareTo(TrackedKey other) {
    return ORDER.compare(this, other);
  }
}
