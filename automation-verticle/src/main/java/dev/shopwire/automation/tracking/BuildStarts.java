package dev.shopwire.automation.tracking;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Lets a save wait, before it responds, until the builds that it caused have taken their snapshots:
 * so that changes after the response are none of those that a build adds silently. Thread-safe.
 */
public final class BuildStarts {
  private static final long WAIT_MILLIS = 1_500;

  private final Map<TrackedKey, Promise<Void>> waiting = new ConcurrentHashMap<>();
  private volatile Runnable wake = () -> {};

  /** Sets what starts builds in this process. */
  void onWait(Runnable start) {
    wake = start;
  }

  /**
   * Starts the builds of segments, after the commit of their save.
   *
   * @return completes once their snapshots are taken, after 1.5 s at the latest
   */
  public Future<Void> await(long workspaceId, Collection<Long> segments) {
    if (segments.isEmpty()) {
      return Future.succeededFuture();
    }
    List<Future<Void>> starts =
        segments.stream().map(segment -> await(new TrackedKey(workspaceId, segment))).toList();
    wake.run();
    return Future.join(starts).mapEmpty();
  }

  private Future<Void> await(TrackedKey key) {
    Promise<Void> taken = Promise.promise();
    Promise<Void> earlier = waiting.put(key, taken);
    if (earlier != null) {
      taken.future().onComplete(done -> earlier.tryComplete());
    }
    return taken
        .future()
        .timeout(WAIT_MILLIS, TimeUnit.MILLISECONDS)
        .otherwiseEmpty()
        .onComplete(done -> waiting.remove(key, taken));
  }

  boolean isAwaited(TrackedKey key) {
    return waiting.containsKey(key);
  }

  /**
   * To be called when a build has taken its snapshot.
   *
   * @return whether a save has waited for it
   */
  boolean taken(TrackedKey key) {
    Promise<Void> taken = waiting.remove(key);
    return taken != null && taken.tryComplete();
  }
}
