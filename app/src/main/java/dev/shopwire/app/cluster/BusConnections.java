package dev.shopwire.app.cluster;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import java.util.ArrayList;
import java.util.List;

/**
 * Opens the bus connections between this node and the other members when it joins. Otherwise the
 * first call to each role would wait for a TLS handshake between JVMs that have just started, and
 * might time out. A ping opens this node's connection to another one, and the reply the other
 * node's connection to this one. Thread-safe.
 */
final class BusConnections {
  private static final String PING = "shopwire.cluster.ping.";
  private static final long REPLY_MILLIS = 3_000;
  private static final long RETRY_MILLIS = 100;
  private static final int TRIES = 30;

  private final Vertx vertx;

  BusConnections(Vertx vertx) {
    this.vertx = vertx;
  }

  /** Replies to the pings of members that join later. */
  Future<Void> accept(String nodeId) {
    return vertx.eventBus().consumer(PING + nodeId, message -> message.reply(null)).completion();
  }

  /**
   * Completes once each of the nodes has replied or has been given up: after 3 s without a reply,
   * or after 30 tries if it does not take pings yet, since it is just joining, too. Fails if one of
   * them was given up.
   */
  Future<Void> open(List<String> nodeIds) {
    List<Future<Void>> pings = new ArrayList<>();
    nodeIds.forEach(nodeId -> pings.add(ping(nodeId, TRIES)));
    return Future.join(pings).mapEmpty();
  }

  private Future<Void> ping(String nodeId, int tries) {
    return vertx
        .eventBus()
        .request(PING + nodeId, null, new DeliveryOptions().setSendTimeout(REPLY_MILLIS))
        .<Void>mapEmpty()
        .recover(
            failure ->
                tries > 1 && isNotListening(failure)
                    ? vertx.timer(RETRY_MILLIS).compose(fired -> ping(nodeId, tries - 1))
                    : Future.failedFuture(failure));
  }

  private static boolean isNotListening(Throwable failure) {
    return failure instanceof ReplyException reply
        && reply.failureType() == ReplyFailure.NO_HANDLERS;
  }
}
