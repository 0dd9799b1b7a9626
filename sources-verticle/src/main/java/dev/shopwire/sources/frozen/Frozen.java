package dev.shopwire.sources.frozen;

import dev.shopwire.sources.lifecycle.store.FetchRef;
import java.util.Optional;

/**
 * Which days of an app are kept.
 *
 * @param id of what is kept, another one once the app is connected anew
 * @param fetch whose records the figures are of
 * @param firstDay since 1970
 * @param endDay exclusive
 * @param restatements how many there were so far
 * @param stale why all of it is to be computed again
 */
record Frozen(
    long id, FetchRef fetch, long firstDay, long endDay, long restatements, Optional<Cause> stale) {
  long appId() {
    return fetch.appId();
  }
}
