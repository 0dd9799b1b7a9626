package dev.shopwire.common.addresses;

import io.netty.util.NetUtil;
import java.net.InetAddress;

/**
 * A block of IP addresses in CIDR notation. IPv4 is stored as IPv4-mapped IPv6, ::ffff:0:0/96 (RFC
 * 4291 §2.5.5.2), so that one comparison covers both.
 *
 * @param high the first 64 bits; bits beyond the prefix are 0
 * @param low the last 64 bits; bits beyond the prefix are 0
 * @param bits the prefix length, of 128
 */
public record AddressRange(long high, long low, int bits) {
  private static final long MAPPED = 0xffff_0000_0000L;

  /**
   * @param cidr such as 10.0.0.0/8 or fc00::/7
   * @throws IllegalArgumentException if {@code cidr} is not a valid block or has bits set beyond
   *     its prefix
   */
  public static AddressRange of(String cidr) {
    int slash = cidr.indexOf('/');
    byte[] bytes =
        slash < 0 ? null : NetUtil.createByteArrayFromIpAddressString(cidr.substring(0, slash));
    if (bytes == null || !cidr.substring(slash + 1).matches("\\d{1,3}")) {
      throw new IllegalArgumentException(cidr);
    }
    int offset = 128 - bytes.length * 8;
    int bits = Integer.parseInt(cidr.substring(slash + 1)) + offset;
    long high = high(bytes);
    long low = low(bytes);
    if (bits > 128 || (high & ~highMask(bits)) != 0 || (low & ~lowMask(bits)) != 0) {
      throw new IllegalArgumentException(cidr);
    }
    return new AddressRange(high, low, bits);
  }

  public boolean contains(InetAddress address) {
    return contains(address.getAddress());
  }

  /**
   * @param bytes an address of 4 or 16 bytes
   */
  boolean contains(byte[] bytes) {
    return (high(bytes) & highMask(bits)) == high && (low(bytes) & lowMask(bits)) == low;
  }

  private static long high(byte[] bytes) {
    return bytes.length == 4 ? 0 : number(bytes, 0, 8);
  }

  private static long low(byte[] bytes) {
    return bytes.length == 4 ? MAPPED | number(bytes, 0, 4) : number(bytes, 8, 8);
  }

  private static long number(byte[] bytes, int from, int length) {
    long number = 0;
    for (int i = from; i < from + length; i++) {
      number = number << 8 | (bytes[i] & 0xff);
    }
    return number;
  }

  private static long highMask(int bits) {
    return bits >= 64 ? -1L : bits == 0 ? 0 : -1L << (64 - bits);
  }

  private static long lowMask(int bits) {
    return bits <= 64 ? 0 : -1L << (128 - bits);
  }
}
