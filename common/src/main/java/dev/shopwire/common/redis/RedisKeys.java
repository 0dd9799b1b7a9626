package dev.shopwire.common.redis;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * The names of an app's keys. They share a hash tag (in braces) and so a slot of a Redis Cluster,
 * which lets a script use several of them.
 *
 * @param tag the hash tag, without the braces
 * @param slot of a cluster, 0 to 16,383
 */
public record RedisKeys(String tag, int slot) {
  static final int SLOTS = 16_384;
  private static final int POLYNOMIAL = 0x1021;

  /**
   * @param installation separates the keys from those of other installations
   */
  public static RedisKeys of(UUID installation, long appId) {
    String tag = installation.toString().substring(24) + ":" + appId;
    return new RedisKeys(tag, slotOf(tag));
  }

  /** The token buckets of an API key: a hash, kept until they are full again. */
  public String rate(String keyId) {
    return prefix() + "rate:" + keyId;
  }

  /**
   * A key that is set while a request is known to be stored.
   *
   * @param request id of the request, prefixed with the epoch of the database that stores it
   */
  public String seen(String request) {
    return prefix() + "seen:" + request;
  }

  /**
   * A sorted set of customers by their last page view.
   *
   * @param epoch of the database that stores the page views
   */
  public String windows(String epoch) {
    return prefix() + "windows:" + epoch;
  }

  /** The latest run that {@link #windows} includes. */
  public String windowsRun(String epoch) {
    return prefix() + "windows:" + epoch + ":run";
  }

  /** A set that will replace {@link #windows} once it is complete. */
  public String windowsFilling(UUID id) {
    return prefix() + "windows:filling:" + id;
  }

  private String prefix() {
    return "sw:{" + tag + "}:";
  }

  /** CRC-16/XMODEM, as in the Redis Cluster specification. */
  static int slotOf(String tag) {
    int crc = 0;
    for (byte one : tag.getBytes(StandardCharsets.UTF_8)) {
      crc ^= (one & 0xFF) << 8;
      for (int bit = 0; bit < 8; bit++) {
        crc = (crc & 0x8000) == 0 ? crc << 1 : (crc << 1) ^ POLYNOMIAL;
      }
    }
    return crc & (SLOTS - 1);
  }
}
