package dev.shopwire.benchmarks.identify;

import dev.shopwire.testing.Http;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Tuple;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Creates identify pushes of about 500 bytes. Unchanged pushes and changing pushes use different
 * shops.
 */
public final class Pushes {
  /** Fewer in the short runs that the build starts: creating them takes longer than the rest. */
  static final int SHOPS = Integer.getInteger("shopwire.benchmark.shops", 1_000);

  static final int ALL_SHOPS = 2 * SHOPS;
  private static final int CONCURRENT_POSTS = 8;
  private static final int MAX_RETRIES = 5;

  /** Counts all changing pushes, so that none equals the one before it. */
  private static final AtomicLong COUNT = new AtomicLong();

  private Pushes() {}

  private static String domain(int shop) {
    return "shop-" + shop + ".platform.example";
  }

  private static String name(int shop) {
    return "Shop number " + shop;
  }

  private static String email(int shop) {
    return "owner@" + domain(shop);
  }

  /** Ten fields; {@code seats} and {@code last_report} depend on {@code count}. */
  static String fields(int shop, long count) {
    return ("{\"plan\":\"pro\",\"seats\":%d,\"active\":true,\"trial\":false,\"country\":\"CH\","
            + "\"revenue\":%d.25,\"last_report\":\"report %d\",\"language\":\"de-CH\","
            + "\"open_orders\":%d,\"settings\":{\"theme\":\"dark\",\"modules\":[\"stock\",\"tax\"]}}")
        .formatted(count, shop * 10, count, shop % 7);
  }

  /**
   * @param count differs for pushes that differ
   */
  public static String body(int shop, long count) {
    return "{\"myplatformDomain\":\"%s\",\"name\":\"%s\",\"email\":\"%s\",\"customFields\":%s}"
        .formatted(domain(shop), name(shop), email(shop), fields(shop, count));
  }

  /**
   * Creates all shops.
   *
   * @param post sends a push with this body; called by several threads
   */
  public static void createShops(Function<String, Http.Response> post) {
    ExecutorService threads = Executors.newFixedThreadPool(CONCURRENT_POSTS);
    try {
      CompletableFuture.allOf(
              IntStream.range(0, ALL_SHOPS)
                  .mapToObj(shop -> CompletableFuture.runAsync(() -> create(shop, post), threads))
                  .toArray(CompletableFuture[]::new))
          .join();
    } finally {
      threads.shutdownNow();
    }
  }

  /** Retries while the service is starting. */
  private static void create(int shop, Function<String, Http.Response> post) {
    Http.Response response = post.apply(body(shop, 0));
    for (int retry = 0; retry < MAX_RETRIES && response.status() == 503; retry++) {
      response = post.apply(body(shop, 0));
    }
    if (response.status() != 200) {
      throw new IllegalStateException("cannot create a shop: " + response.body());
    }
  }

  /** A push equal to the first one of its shop. */
  public static Buffer unchanged() {
    return Buffer.buffer(body(random(), 0));
  }

  public static Buffer changing() {
    return Buffer.buffer(body(SHOPS + random(), COUNT.incrementAndGet()));
  }

  /** Parameters of {@link PlainSql#UPSERT}. */
  static Tuple row() {
    int shop = random();
    return Tuple.of(domain(shop), name(shop), email(shop), fields(shop, COUNT.incrementAndGet()));
  }

  /** Parameters of {@link PlainSql#SELECT}. */
  static Tuple key() {
    return Tuple.of(domain(random()));
  }

  private static int random() {
    return ThreadLocalRandom.current().nextInt(SHOPS);
  }
}
