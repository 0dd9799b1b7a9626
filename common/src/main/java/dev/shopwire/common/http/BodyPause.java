package dev.shopwire.common.http;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.util.function.Function;

/**
 * Pauses reading a request's body until the request is authorized. Not thread-safe; use from one
 * event loop.
 */
public final class BodyPause {
  private static final String KEY = "dev.shopwire.bodyPause";

  private BodyPause() {}

  /**
   * Runs {@code next} once {@code permission} is granted. The body is paused until then, and {@code
   * next} must read it before its first asynchronous step. If permission is denied, the rest of the
   * body is dropped as it arrives, or not read at all if the caller is rate-limited.
   */
  public static <P, T> Future<T> awaitPermission(
      Future<P> permission, RoutingContext context, Function<P, Future<T>> next) {
    if (permission.succeeded()) {
      return permission.compose(next);
    }
    hold(context);
    Future<T> result = permission.compose(next);
    permission.onComplete(
        granted -> release(context),
        denied -> {
          if (!(denied instanceof Failure failure && failure.code() == Code.RATE_LIMITED)) {
            release(context);
          }
        });
    return result;
  }

  static void hold(RoutingContext context) {
    context.put(KEY, holds(context) + 1);
    context.request().pause();
  }

  /** Resumes the body when the last hold is released. */
  static void release(RoutingContext context) {
    int left = holds(context) - 1;
    context.put(KEY, left);
    if (left == 0) {
      context.request().resume();
    }
  }

  private static int holds(RoutingContext context) {
    Integer holds = context.get(KEY);
    return holds == null ? 0 : holds;
  }
}
