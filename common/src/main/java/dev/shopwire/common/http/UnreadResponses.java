package dev.shopwire.common.http;

import dev.shopwire.common.load.ProcessLoad;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;

/**
 * Sends answers, and bounds what is made for clients that ask but don't read: all answers that wait
 * to be read find room within the process's budget, a connection's next request waits for the
 * answers before it, and a connection that doesn't take its answer in time is closed. For one event
 * loop.
 */
final class UnreadResponses {
  private static final String KEY = "dev.shopwire.unreadAnswers";

  private final Deadlines deadlines;
  private final ProcessLoad load;

  UnreadResponses(Deadlines deadlines, ProcessLoad load) {
    this.deadlines = deadlines;
    this.load = load;
  }

  /** Goes on with the request as soon as its client has read what it asked for before. */
  void enter(RoutingContext context, Runnable next) {
    context.put(KEY, this);
    HttpServerResponse response = context.response();
    if (!response.writeQueueFull()) {
      next.run();
      return;
    }
    // The answer before has a deadline of its own.
    BodyPause.hold(context);
    response.drainHandler(
        drained -> {
          response.drainHandler(null);
          next.run();
          BodyPause.release(context);
        });
  }

  /** Sends {@code body} as the whole answer, or 503 if too much waits to be read already. */
  static void send(RoutingContext context, Buffer body) {
    UnreadResponses unread = context.get(KEY);
    if (unread == null) {
      context.response().end(body);
    } else {
      unread.end(context, body);
    }
  }

  private void end(RoutingContext context, Buffer body) {
    long held = load.takeAnswer(body.length());
    if (held == 0) {
      refuse(context);
      return;
    }
    Future<Void> written;
    try {
      written = context.response().end(body);
    } catch (RuntimeException e) {
      load.answers().giveBack(held);
      throw e;
    }
    deadlines.watch(written, () -> context.request().connection().close());
    written.onComplete(done -> load.answers().giveBack(held));
  }

  /** Where there is no room for a refusal either, the connection says it. */
  private void refuse(RoutingContext context) {
    Buffer refusal = Problems.tooManyUnread(context);
    long held = load.takeAnswer(refusal.length());
    if (held == 0) {
      context.request().connection().close();
      return;
    }
    Future<Void> written = context.response().end(refusal);
    deadlines.watch(written, () -> context.request().connection().close());
    written.onComplete(done -> load.answers().giveBack(held));
  }
}
