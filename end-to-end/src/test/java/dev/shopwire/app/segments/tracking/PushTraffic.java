package dev.shopwire.app.segments.tracking;

import dev.shopwire.app.segments.tracking.PushedShop.Push;
import dev.shopwire.app.support.OwnProcesses;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Makes random pushes about shops through all processes, repeating each until it succeeds. One
 * client pushes about one shop, one push after the other.
 */
final class PushTraffic {
  private static final Duration TIMEOUT = Duration.ofMinutes(3);
  private static final long PAUSE_NANOS = 50_000_000;

  private final OwnProcesses processes;
  private final Map<String, String> headers;
  private final String appSlug;
  private final List<PushedShop> shops;
  private final int pushes;
  private final int clients;
  private final AtomicInteger made = new AtomicInteger();
  private final AtomicLong turn = new AtomicLong();
  private final AtomicLong repeated = new AtomicLong();

  /**
   * @param pushes how many all clients make
   */
  PushTraffic(
      OwnProcesses processes,
      Tenants.App app,
      String appSlug,
      List<PushedShop> shops,
      int pushes,
      int clients) {
    this.processes = processes;
    this.headers = Map.of("X-Api-Key", app.key(), "Content-Type", "application/json");
    this.appSlug = appSlug;
    this.shops = shops;
    this.pushes = pushes;
    this.clients = clients;
  }

  int made() {
    return made.get();
  }

  long repeated() {
    return repeated.get();
  }

  /** Makes the first push about each shop. */
  void identifyAll() {
    shops.forEach(shop -> push(shop.identify()));
  }

  /** The pushes of one client. */
  void run(int client) {
    for (int shop = client; made.incrementAndGet() <= pushes; shop += clients) {
      if (shop >= shops.size()) {
        shop = client;
      }
      push(shops.get(shop).next(appSlug));
    }
  }

  private void push(Push push) {
    long end = System.nanoTime() + TIMEOUT.toNanos();
    while (!tryPush(push)) {
      if (System.nanoTime() > end) {
        throw new AssertionError("no push succeeds: " + push);
      }
      repeated.incrementAndGet();
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private boolean tryPush(Push push) {
    int process = (int) (turn.getAndIncrement() % processes.all().size());
    try {
      Response response =
          new Http(processes.process(process).httpUrl())
              .send("POST", push.path(), headers, push.body().getBytes(StandardCharsets.UTF_8));
      if (response.status() == 429 || response.status() == 503) {
        return false;
      }
      if (response.status() != 200 || !response.json().path("rejected").isEmpty()) {
        throw new AssertionError("a valid push was refused: " + push + " " + response);
      }
      return true;
    } catch (UncheckedIOException e) {
      return false;
    }
  }
}
