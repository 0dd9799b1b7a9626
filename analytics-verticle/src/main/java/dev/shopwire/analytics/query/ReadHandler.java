package dev.shopwire.analytics.query;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.Query;
import io.vertx.core.Future;

/** Handles a read of an app's events, for its backend as well as for the console. */
@FunctionalInterface
public interface ReadHandler {
  /**
   * @return the response; a {@link dev.shopwire.common.failure.Failure} may be thrown as well as
   *     returned
   */
  Future<JsonResponse> handle(AppScope app, Query query);
}
