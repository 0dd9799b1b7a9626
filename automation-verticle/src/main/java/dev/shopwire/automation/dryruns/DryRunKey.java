package dev.shopwire.automation.dryruns;

import io.vertx.sqlclient.Tuple;
import java.util.Comparator;

/** A dry run of a workspace. */
record DryRunKey(long workspaceId, long id) implements Comparable<DryRunKey> {
  private static final Comparator<DryRunKey> ORDER =
      Comparator.comparing(DryRunKey::workspaceId).thenComparing(DryRunKey::id);

  @Override
  public int compareTo(DryRunKey other) {
    return ORDER.compare(this, other);
  }

  /** The first two parameters of statements. */
  Tuple tuple() {
    return Tuple.of(workspaceId, id);
  }
}
