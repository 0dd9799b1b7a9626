package dev.shopwire.common.addresses;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** Converts addresses from and to text, without look-ups. */
public final class IpAddresses {
  private IpAddresses() {}

  /** The address if {@code host} is one and not a name; IPv6 without brackets. */
  public static Optional<InetAddress> literal(String host) {
    byte[] bytes = NetUtil.createByteArrayFromIpAddressString(host);
    try {
      return bytes == null ? Optional.empty() : Optional.of(InetAddress.getByAddress(bytes));
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  /** An address as text, without a name, in canonical form (RFC 5952 for IPv6). */
  public static String text(InetAddress address) {
    return NetUtil.toAddressString(address);
  }

  /** A random one of several, so that a retry may avoid a dead one; IPv4 is preferred. */
  public static InetAddress choose(List<InetAddress> addresses) {
    List<InetAddress> ipv4 =
        addresses.stream().filter(each -> each.getAddress().length == 4).toList();
    List<InetAddress> best = ipv4.isEmpty() ? addresses : ipv4;
    return best.get(ThreadLocalRandom.current().nextInt(best.size()));
  }
}
