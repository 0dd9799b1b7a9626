package dev.shopwire.common.redis;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * The names of all keys of one app. The braces are a hash tag: they all lie in one slot of a Redis
 * Cluster, so that a script may take any of them together.
 *
 * @param tag what is between the braces
 * @param slot of a cluster, 0 to 16,383
 */
public record RedisKeys(String tag, int slot) {
  static final int SLOTS = 16_384;
  private static final int POLYNOMIAL = 0x1021;

  /**
   * @param installation keeps keys apart from those of other databases' processes
   */
  public static RedisKeys of(UUID installation, int appId) {
    String tag = installation.toString().substring(24) + ":" + appId;
    return new RedisKeys(tag, slotOf(tag));
  }

  /** A key's token buckets: a hash, kept until they are full again. */
  public String rate(String keyId) {
    return prefix() + "rate:" + keyId;
  }

  /**
   * Set while a request is known to be stored.
   *
   * @param request begins with the epoch of the database that it is stored in
   */
  public String seen(String request) {
    return prefix() + "seen:" + request;
  }

  /**
   * Customers by their last page view: a sorted set.
   *
   * @param epoch of the database whose page views they are
   */
  public String windows(String epoch) {
    return prefix() + "windows:" + epoch;
  }

  /** The run that {@link #windows} was brought up to. */
  public String windowsRun(String epoch) {
    return prefix() + "windows:" + epoch + ":run";
  }

  private String prefix() {
    return "sw:{" + tag + "}:";
  }

  /** CRC-16/XMODEM, as the specification of Redis Cluster has it. */
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
