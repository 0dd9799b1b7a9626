package dev.shopwire.sources.pull;

import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.sources.pull.LeaseTable.Superseded;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leases connections that have something to do, and lets each be pulled until nothing is due. After
 * a kill, another process has them once their leases have ended. Not thread-safe; use from one
 * event loop.
 */
final class Poller {
  private static final Logger LOG = LoggerFactory.getLogger(Poller.class);
  private static final long LOOK_MILLIS = 1_000;

  /** Renewals of a lease within its length. */
  private static final int RENEW_EVERY = 3;

  /** Connections pulled at once; one that waits for its platform costs little more than a row. */
  private static final int MAX_PULLS = 256;

  private final BackgroundTaskLog looks = new BackgroundTaskLog(LOG, "Leasing partner connections");
  private final BackgroundTaskLog pulls =
      new BackgroundTaskLog(LOG, "Pull of a partner connection");
  private final UUID owner = UUID.randomUUID();
  private final Vertx vertx;
  private final Pool pool;
  private final PageFetch.Tools tools;
  private final ConnectionPull.Settings settings;
  private final Map<Lease, ConnectionPull> running = new HashMap<>();
  private final List<Future<?>> ending = new ArrayList<>();
  private long timer = -1;
  private int looksSinceRenewal;
  private boolean looking;
  private boolean closed;

  Poller(PageFetch.Tools tools, ConnectionPull.Settings settings) {
    this.vertx = tools.vertx();
    this.pool = tools.pool();
    this.tools = tools;
    this.settings = settings;
  }

  void start() {
    look();
    timer = vertx.setPeriodic(LOOK_MILLIS, passed -> look());
  }

  private void look() {
    if (looking || closed) {
      return;
    }
    looking = true;
    looks.watch(renew().compose(renewed -> acquire())).onComplete(done -> looking = false);
  }

  private Future<Void> renew() {
    looksSinceRenewal++;
    if (running.isEmpty() || looksSinceRenewal < RENEW_EVERY) {
      return Future.succeededFuture();
    }
    looksSinceRenewal = 0;
    List<Lease> leases = List.copyOf(running.keySet());
    return LeaseTable.renew(pool, owner, leases)
        .map(
            renewed -> {
              for (Lease lease : leases) {
                Long revision = renewed.get(lease);
                ConnectionPull pull = running.get(lease);
                if (pull != null
                    && (revision == null
                        || (pull.revision() >= 0 && pull.revision() != revision))) {
                  pull.cancel();
                }
              }
              return null;
            });
  }

  private Future<Void> acquire() {
    int free = MAX_PULLS - running.size();
    return free <= 0
        ? Future.succeededFuture()
        : LeaseTable.acquire(pool, owner, free, MAX_PULLS / 8)
            .map(
                leases -> {
                  leases.forEach(this::pull);
                  return null;
                });
  }

  private void pull(Lease lease) {
    ConnectionPull pull = new ConnectionPull(tools, settings, lease);
    running.put(lease, pull);
    Future<?> ended =
        pull.run()
            .transform(
                result -> {
                  running.remove(lease);
                  if (result.failed() && !(result.cause() instanceof Superseded)) {
                    pulls.failed(result.cause());
                    // The lease ends by itself: what fails at once is not tried without a pause.
                    return Future.<Void>succeededFuture();
                  }
                  if (result.succeeded()) {
                    pulls.succeeded();
                  }
                  return LeaseTable.release(pool, lease);
                });
    ending.removeIf(Future::isComplete);
    ending.add(ended);
  }

  /** Completes when nothing is being stored any more and all leases are released. */
  Future<?> close() {
    closed = true;
    vertx.cancelTimer(timer);
    running.values().forEach(ConnectionPull::cancel);
    return Future.join(List.copyOf(ending));
  }
}
