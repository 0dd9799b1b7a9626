package dev.shopwire.benchmarks.population;

import io.vertx.core.buffer.Buffer;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Creates batches of current events like those of the population, each with a new id. */
public final class FreshEvents {
  private static final String EXPORTED =
      "{\"eventName\":\"%s\",\"customerId\":\"%s\",\"eventId\":\"%s\",\"properties\":{\"plan\":\"pro\","
          + "\"country\":\"country-%d\",\"format\":\"format-%d\",\"rows\":%d,\"amount\":%d.25,"
          + "\"document\":\"%s\"}}";
  private static final String VIEWED =
      "{\"eventName\":\"%s\",\"customerId\":\"%s\",\"eventId\":\"%s\",\"path\":\"/pages/%d\"}";

  private FreshEvents() {}

  /**
   * @param shops how many there are
   */
  public static Buffer batch(int size, long shops) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    Buffer out = Buffer.buffer(size * 300).appendString("{\"events\":[");
    for (int i = 0; i < size; i++) {
      out.appendString(i == 0 ? event(random, shops) : "," + event(random, shops));
    }
    return out.appendString("]}");
  }

  /** Two of five are page views, as in the population. */
  private static String event(ThreadLocalRandom random, long shops) {
    String shop = EventShape.domain((long) (shops * Math.pow(random.nextDouble(), 3)));
    String id = new UUID(random.nextLong(), random.nextLong()).toString();
    if (random.nextInt(5) < 2) {
      return VIEWED.formatted(EventShape.PAGE_VIEW, shop, id, random.nextInt(2_000));
    }
    String name = random.nextBoolean() ? EventShape.EXPORTED : EventShape.VIEWED;
    return EXPORTED.formatted(
        name,
        shop,
        id,
        random.nextInt(40),
        random.nextInt(12),
        random.nextInt(1_000),
        random.nextInt(500),
        id);
  }
}
