package dev.shopwire.analytics.query;

import dev.shopwire.common.calls.JsonAnswer;
import dev.shopwire.common.query.Caller;
import dev.shopwire.common.query.Query;
import io.vertx.core.Future;

/** A read of an app's events: the same for its backend and for the console. */
@FunctionalInterface
public interface Read {
  /**
   * @return the answer; a {@link dev.shopwire.common.failure.Failure} may be thrown as well as
   *     returned
   */
  Future<JsonAnswer> answer(Caller caller, Query query);
}
