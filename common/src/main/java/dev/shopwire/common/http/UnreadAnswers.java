package dev.shopwire.common.http;

import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;

/** Closes connections whose client asks but doesn't read the answer. */
final class UnreadAnswers {
  private static final String KEY = "dev.shopwire.answerDeadlines";

  private UnreadAnswers() {}

  static void install(RoutingContext context, Deadlines deadlines) {
    context.put(KEY, deadlines);
  }

  static void watch(RoutingContext context, Future<Void> written) {
    Deadlines deadlines = context.get(KEY);
    if (deadlines != null) {
      deadlines.watch(written, () -> context.request().connection().close());
    }
  }
}
