package dev.shopwire.analytics.funnels;

import java.util.Optional;

/** Finds how far a customer got in a funnel. */
interface Matching {
  /**
   * Finds the first of the furthest attempts. Simultaneous events count in any order, since clients
   * stamp whole batches with one time, but each event counts for one step only.
   *
   * @return empty if the customer did not start
   */
  Optional<FunnelAttempt> furthest(CustomerEvents events);
}
