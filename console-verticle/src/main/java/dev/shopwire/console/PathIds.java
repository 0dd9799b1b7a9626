package dev.shopwire.console;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.console.auth.Access;
import io.vertx.ext.web.RoutingContext;

/**
 * Parses the id in a request's path, {@code :id} or {@code :customer}. A malformed id is treated
 * like an unknown one.
 */
final class PathIds {
  private PathIds() {}

  /**
   * @throws Failure 404 if it is not a valid id
   */
  static long of(RoutingContext context) {
    String customer = context.pathParam("customer");
    if (customer != null) {
      return CustomerId.parse(customer).orElseThrow(() -> Failure.notFound("customer"));
    }
    return NumericId.parse(String.valueOf(context.pathParam("id"))).orElseThrow(Access::unknownId);
  }

  /**
   * The id of {@code what} in the parameter {@code name}.
   *
   * @throws Failure 404 if it is not a valid id
   */
  static long of(RoutingContext context, String name, String what) {
    return NumericId.parse(String.valueOf(context.pathParam(name)))
        .orElseThrow(() -> Failure.notFound(what));
  }
}
