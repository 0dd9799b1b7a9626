package dev.shopwire.analytics.query;

import dev.shopwire.common.contracts.JsonResponse;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.Query;
import io.vertx.core.Future;

/** A read of an app's events: the same for its backend and for the console. */
@FunctionalInterface
public interface ReadHandler {
  /**
   * @return the answer; a {@link dev.shopwire.common.failure.Failure} may be thrown as well as
   *     returned
   */
  Future<JsonResponse> answer(AppScope caller, Query query);
}
