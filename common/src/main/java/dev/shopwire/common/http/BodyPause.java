package dev.shopwire.common.http;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.util.function.Function;

/** Pauses reading a request's body until the request is authorized. For one event loop. */
public final class BodyPause {
  private static final String KEY = "dev.shopwire.bodyPause";

  private BodyPause() {}

  /**
   * Goes on with {@code next} when there is {@code permission}; the body waits until then, and
   * {@code next} must ask for it before its first asynchronous step. What is left of the body of a
   * caller that has no permission is dropped as it comes, or not read at all if it is to send less.
   */
  public static <P, T> Future<T> until(
      Future<P> permission, RoutingContext context, Function<P, Future<T>> next) {
    if (permission.succeeded()) {
      return permission.compose(next);
    }
    hold(context);
    Future<T> result = permission.compose(next);
    permission.onComplete(
        granted -> release(context),
        refused -> {
          if (!(refused instanceof Failure failure && failure.code() == Code.RATE_LIMITED)) {
            release(context);
          }
        });
    return result;
  }

  static void hold(RoutingContext context) {
    context.put(KEY, held(context) + 1);
    context.request().pause();
  }

  /** Where several hold, the last one lets it come. */
  static void release(RoutingContext context) {
    int left = held(context) - 1;
    context.put(KEY, left);
    if (left == 0) {
      context.request().resume();
    }
  }

  private static int held(RoutingContext context) {
    Integer held = context.get(KEY);
    return held == null ? 0 : held;
  }
}
