package dev.shopwire.benchmarks.ingest;

import io.vertx.core.buffer.Buffer;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/** Creates events as an app sends them: about 365 bytes each, with random ids (UUID version 4). */
public final class Events {
  static final int SHOPS = 1_000;
  static final String PROPERTIES =
      "{\"format\":\"csv\",\"rows\":1200,\"plan\":\"pro\",\"locale\":\"de-CH\",\"seats\":14,"
          + "\"source\":\"toolbar\",\"durationMs\":83,\"beta\":false}";
  public static final String NAME = "report_exported";
  static final String PATH = "/reports/monthly";

  private Events() {}

  static String shop(int number) {
    return "shop-" + number + ".platform.example";
  }

  static int randomShop() {
    return ThreadLocalRandom.current().nextInt(SHOPS);
  }

  static UUID randomId() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return new UUID(
        (random.nextLong() & ~0xf000L) | 0x4000L,
        (random.nextLong() & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L);
  }

  private static void append(Buffer out, String name) {
    out.appendString("{\"eventName\":\"" + name + "\",\"customerId\":\"")
        .appendString(shop(randomShop()))
        .appendString("\",\"eventId\":\"")
        .appendString(randomId().toString())
        .appendString("\",\"timestamp\":\"2026-11-21T09:30:00.123Z\",\"path\":\"" + PATH)
        .appendString("\",\"properties\":" + PROPERTIES + "}");
  }

  public static Buffer single() {
    return single(NAME);
  }

  public static Buffer batch(int size) {
    return batch(size, () -> NAME);
  }

  /**
   * Makes a batch of events with various names.
   *
   * @param names gives the name of each event
   */
  public static Buffer batch(int size, Supplier<String> names) {
    Buffer out = Buffer.buffer(size * 400).appendString("{\"events\":[");
    for (int i = 0; i < size; i++) {
      if (i > 0) {
        out.appendString(",");
      }
      append(out, names.get());
    }
    return out.appendString("]}");
  }

  public static Buffer single(String name) {
    Buffer out = Buffer.buffer(400);
    append(out, name);
    return out;
  }
}
