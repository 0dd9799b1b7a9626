package dev.shopwire.common.http;

import dev.shopwire.common.load.ProcessLoad;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;

/**
 * Sends responses and bounds the memory spent on clients that don't read them: all unread responses
 * count against the process's budget, a connection's next request waits for its previous responses,
 * and a connection that doesn't read its response in time is closed. Not thread-safe; use from one
 * event loop.
 */
final class UnreadResponses {
  private static final String KEY = "dev.shopwire.unreadResponses";

  private final Deadlines deadlines;
  private final ProcessLoad load;

  UnreadResponses(Deadlines deadlines, ProcessLoad load) {
    this.deadlines = deadlines;
    this.load = load;
  }

  /** Continues with the request once its client has read the previous responses. */
  void runWhenRead(RoutingContext context, Runnable next) {
    context.put(KEY, this);
    HttpServerResponse response = context.response();
    if (!response.writeQueueFull()) {
      next.run();
      return;
    }
    // The previous response has its own deadline.
    BodyPause.hold(context);
    response.drainHandler(
        drained -> {
          response.drainHandler(null);
          next.run();
          BodyPause.release(context);
        });
  }

  /** Sends {@code body} as the complete response, or 503 if too much is unread already. */
  static void send(RoutingContext context, Buffer body) {
    UnreadResponses unread = context.get(KEY);
    if (unread == null) {
      context.response().end(body);
    } else {
      unread.end(context, body);
    }
  }

  private void end(RoutingContext context, Buffer body) {
    long reserved = load.reserveResponse(body.length());
    if (reserved == 0) {
      reject(context);
      return;
    }
    Future<Void> written;
    try {
      written = context.response().end(body);
    } catch (RuntimeException e) {
      load.responses().release(reserved);
      throw e;
    }
    deadlines.watch(written, () -> context.request().connection().close());
    written.onComplete(done -> load.responses().release(reserved));
  }

  /** Sends 503, or closes the connection if there is no capacity for that either. */
  private void reject(RoutingContext context) {
    Buffer problem = Problems.tooManyUnread(context);
    long reserved = load.reserveResponse(problem.length());
    if (reserved == 0) {
      context.request().connection().close();
      return;
    }
    Future<Void> written = context.response().end(problem);
    deadlines.watch(written, () -> context.request().connection().close());
    written.onComplete(done -> load.responses().release(reserved));
  }
}
