package dev.shopwire.sources.lifecycle.store;

import dev.shopwire.common.background.IndexBuild.Index;
import java.util.List;
import java.util.stream.Stream;

/**
 * The indexes of lifecycles that are created in the background, one for each time that a condition
 * may compare with a moving bound: tracking finds by them whom a bound passes.
 */
public final class LifecycleIndexes {
  /** Their names have the column's, without its ending. */
  public static final List<Index> ALL =
      Stream.of(
              "installed_at",
              "uninstalled_at",
              "reinstalled_at",
              "paying_at",
              "trial_at",
              "trial_ends_at",
              "canceled_at")
          .map(LifecycleIndexes::of)
          .toList();

  private LifecycleIndexes() {}

  private static Index of(String column) {
    return new Index(
        "partner_lifecycles_by_" + column.replace("_at", ""),
        "partner_lifecycles (app_id, fetch_id, %1$s) where %1$s is not null".formatted(column));
  }
}
