package dev.shopwire.common.addresses;

import io.netty.util.NetUtil;
import io.vertx.core.net.SocketAddress;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Identifies a client for per-address limits: by its IPv4 address, or by the first 64 bits of its
 * IPv6 address, since a client can usually choose the remaining bits freely. An IPv4-mapped IPv6
 * address counts as the IPv4 address.
 *
 * @param high the first 64 bits; 0 for IPv4
 * @param low the IPv4 address, mapped per RFC 4291 §2.5.5.2; 0 for IPv6
 */
public record ClientAddress(long high, long low) {
  private static final long MAPPED = 0xffff_0000_0000L;
  private static final int MAPPED_PREFIX = 12;

  /** Stands for all peers without a readable address; they count as one client. */
  static final ClientAddress UNKNOWN = new ClientAddress(-1, -1);

  public static ClientAddress of(@Nullable SocketAddress peer) {
    String address = peer == null ? null : peer.hostAddress();
    byte[] bytes = address == null ? null : bytes(address);
    return bytes == null ? UNKNOWN : of(bytes);
  }

  /** The IPv4 address, the IPv6 network such as 2001:db8:0:1::/64, or "unknown". */
  public String text() {
    if (equals(UNKNOWN)) {
      return "unknown";
    }
    return high == 0 && low != 0
        ? NetUtil.intToIpAddress((int) low)
        : "%x:%x:%x:%x::/64"
            .formatted(high >>> 48, high >>> 32 & 0xffff, high >>> 16 & 0xffff, high & 0xffff);
  }

  /** Returns 4 or 16 bytes, or null if this is not an address. An IPv6 zone is ignored. */
  static byte @Nullable [] bytes(String address) {
    return NetUtil.createByteArrayFromIpAddressString(address);
  }

  static ClientAddress of(byte[] bytes) {
    if (bytes.length == 4) {
      return ofIpv4(bytes, 0);
    }
    long high = 0;
    for (int i = 0; i < 8; i++) {
      high = high << 8 | (bytes[i] & 0xff);
    }
    return isMapped(bytes) ? ofIpv4(bytes, MAPPED_PREFIX) : new ClientAddress(high, 0);
  }

  private static ClientAddress ofIpv4(byte[] bytes, int from) {
    long low = 0;
    for (int i = from; i < from + 4; i++) {
      low = low << 8 | (bytes[i] & 0xff);
    }
    return new ClientAddress(0, MAPPED | low);
  }

  private static boolean isMapped(byte[] bytes) {
    return Arrays.equals(bytes, 0, 10, new byte[10], 0, 10) && bytes[10] == -1 && bytes[11] == -1;
  }
}
