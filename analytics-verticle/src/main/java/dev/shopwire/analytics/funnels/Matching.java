package dev.shopwire.analytics.funnels;

import java.util.Optional;

/** Finds how far a customer came. */
interface Matching {
  /**
   * Of all attempts the first one that none surpasses. Events of one instant count in any order,
   * since clients stamp whole batches with one time, but each event counts for one step alone.
   *
   * @return empty if the customer did not even begin
   */
  Optional<FunnelAttempt> furthest(CustomerEvents events);
}
