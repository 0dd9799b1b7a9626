package dev.shopwire.attribution.credit;

import dev.shopwire.common.background.IndexBuild.Index;
import java.util.List;

/**
 * The indexes of credits that are created in the background: by time, for conditions of segments
 * that time changes.
 */
public final class CreditIndexes {
  public static final List<Index> ALL =
      List.of(
          new Index(
              "attribution_credits_by_time",
              "attribution_credits (workspace_id, credited_at, customer_id)"
                  + " where affiliate_id is not null"));

  private CreditIndexes() {}
}
