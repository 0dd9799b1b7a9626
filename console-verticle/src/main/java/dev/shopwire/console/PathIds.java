package dev.shopwire.console;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.tenancy.CustomerId;
import io.vertx.ext.web.RoutingContext;

/**
 * The id in a call's path, {@code :id} or {@code :customer}; what can't be one of ours is as
 * unknown as one that isn't there.
 */
final class PathIds {
  private static final int MAX_DIGITS = 18;

  private PathIds() {}

  /**
   * @throws Failure 404 for what is no id
   */
  static long of(RoutingContext context) {
    String customer = context.pathParam("customer");
    if (customer != null) {
      return CustomerId.parse(customer).orElseThrow(() -> Failure.unknown("customer"));
    }
    String id = String.valueOf(context.pathParam("id"));
    if (!id.matches("\\d{1," + MAX_DIGITS + "}")) {
      throw Failure.of(Code.NOT_FOUND, "unknown_id", "There is nothing with this id");
    }
    return Long.parseLong(id);
  }
}
