package dev.shopwire.sources.pull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.shopwire.common.background.Repeat;
import dev.shopwire.sources.connections.StreamTable.PassEnd;
import dev.shopwire.sources.pull.PageFetch.Fetched;
import dev.shopwire.sources.pull.PageFetch.Restarted;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.Optional;

/**
 * Reads one window of a stream from its first page to its last. While a page is stored, the next
 * one is fetched. Not thread-safe; use from one event loop.
 */
final class Pass {
  private final PassPlan.Next next;
  private final boolean isFirstBackfill;
  private final Instant startedAt;
  private final PageFetch fetch;
  private final PageStore store;
  private JsonNode cursor = NullNode.getInstance();
  private Future<Void> storing = Future.succeededFuture();

  /**
   * @param isFirstBackfill whether it is part of the first backfill of a configuration
   * @param startedAt of the sync that it belongs to
   */
  Pass(
      PassPlan.Next next,
      boolean isFirstBackfill,
      Instant startedAt,
      PageFetch fetch,
      PageStore store) {
    this.next = next;
    this.isFirstBackfill = isFirstBackfill;
    this.startedAt = startedAt;
    this.fetch = fetch;
    this.store = store;
  }

  /** Completes when everything counts that was read; begins anew as often as it must. */
  Future<Boolean> run() {
    return Repeat.until(
        () ->
            store
                .begin()
                .compose(begun -> read())
                .compose(read -> store.complete(end()))
                .map(Optional.of(true))
                .recover(
                    error ->
                        error instanceof Restarted
                            ? Future.succeededFuture(Optional.empty())
                            : Future.failedFuture(error)));
  }

  private Future<Boolean> read() {
    cursor = NullNode.getInstance();
    storing = Future.succeededFuture();
    return Repeat.until(this::readPage);
  }

  /** Empty if there is another page. */
  private Future<Optional<Boolean>> readPage() {
    Future<Void> previous = storing;
    Future<Fetched> fetched = fetch.fetch(next.window(), cursor);
    return Future.join(fetched, previous)
        .transform(
            ended ->
                previous.failed()
                    ? Future.failedFuture(previous.cause())
                    : fetched.compose(this::store));
  }

  private Future<Optional<Boolean>> store(Fetched page) {
    long startedNanos = System.nanoTime();
    Future<Void> stored = store.store(page.nodes());
    storing =
        next.isBackfill()
            ? stored.compose(done -> fetch.restAfter(System.nanoTime() - startedNanos))
            : stored;
    cursor = page.cursor();
    return page.hasMore()
        ? Future.succeededFuture(Optional.empty())
        : storing.map(Optional.of(true));
  }

  private PassEnd end() {
    boolean isSync = !next.isBackfill();
    boolean isOver = next.isLast();
    Optional<Instant> to = Optional.of(next.window().to());
    Optional<Instant> synced = isSync && isOver ? Optional.of(startedAt) : Optional.empty();
    return new PassEnd(
        next.state().pass() + 1,
        isSync || isFirstBackfill ? to : Optional.empty(),
        store.counts().watermark(),
        synced,
        next.isReread() ? synced : Optional.empty(),
        next.isBackfill(),
        isOver ? Optional.empty() : to,
        store.counts().counts());
  }
}
