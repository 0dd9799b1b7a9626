package dev.shopwire.common.addresses;

import static dev.shopwire.common.addresses.AddressKind.LINK_LOCAL;
import static dev.shopwire.common.addresses.AddressKind.LOOPBACK;
import static dev.shopwire.common.addresses.AddressKind.METADATA;
import static dev.shopwire.common.addresses.AddressKind.MULTICAST;
import static dev.shopwire.common.addresses.AddressKind.PRIVATE;
import static dev.shopwire.common.addresses.AddressKind.PUBLIC;
import static dev.shopwire.common.addresses.AddressKind.RESERVED;
import static dev.shopwire.common.addresses.AddressKind.UNSPECIFIED;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/**
 * Classifies addresses by IANA's special-purpose address registries for IPv4 and IPv6 (RFC 6890 and
 * its successors) and by the clouds' metadata addresses. An IPv6 address outside 2000::/3 is public
 * only under NAT64's prefix, which like 6to4's stands for the IPv4 address it contains.
 */
final class SpecialAddresses {
  private record Special(AddressRange range, AddressKind kind) {}

  /** The first match wins. */
  private static final List<Special> TABLE =
      List.of(
          // Azure, Alibaba, AWS, Google, Scaleway; most others are link-local.
          special("168.63.129.16/32", METADATA),
          special("100.100.100.200/32", METADATA),
          special("192.0.0.192/32", METADATA),
          special("169.254.169.254/32", METADATA),
          special("fd00:ec2::/32", METADATA),
          special("fd20:ce::/32", METADATA),
          special("fd00:42::/32", METADATA),
          special("0.0.0.0/8", UNSPECIFIED),
          special("10.0.0.0/8", PRIVATE),
          special("100.64.0.0/10", PRIVATE),
          special("127.0.0.0/8", LOOPBACK),
          special("169.254.0.0/16", LINK_LOCAL),
          special("172.16.0.0/12", PRIVATE),
          special("192.0.0.0/24", RESERVED),
          special("192.0.2.0/24", RESERVED),
          special("192.88.99.0/24", RESERVED),
          special("192.168.0.0/16", PRIVATE),
          special("198.18.0.0/15", RESERVED),
          special("198.51.100.0/24", RESERVED),
          special("203.0.113.0/24", RESERVED),
          special("224.0.0.0/4", MULTICAST),
          special("240.0.0.0/4", RESERVED),
          special("::ffff:0:0/96", PUBLIC),
          special("::/128", UNSPECIFIED),
          special("::1/128", LOOPBACK),
          special("fc00::/7", PRIVATE),
          special("fe80::/10", LINK_LOCAL),
          special("fec0::/10", PRIVATE),
          special("ff00::/8", MULTICAST),
          // Of the IETF protocol assignments, those that the registry lists as globally reachable;
          // not its anycast addresses, which lead to whatever is nearest.
          special("2001:3::/32", PUBLIC),
          special("2001:4:112::/48", PUBLIC),
          special("2001:20::/28", PUBLIC),
          special("2001:30::/28", PUBLIC),
          special("2001::/23", RESERVED),
          special("2001:db8::/32", RESERVED),
          special("3fff::/20", RESERVED),
          special("2000::/3", PUBLIC),
          special("::/0", RESERVED));

  private static final AddressRange NAT64 = AddressRange.of("64:ff9b::/96");
  private static final AddressRange SIX_TO_FOUR = AddressRange.of("2002::/16");

  private SpecialAddresses() {}

  private static Special special(String cidr, AddressKind kind) {
    return new Special(AddressRange.of(cidr), kind);
  }

  static AddressKind kindOf(InetAddress address) {
    InetAddress effective = translated(address);
    for (Special special : TABLE) {
      if (special.range().contains(effective)) {
        return special.kind();
      }
    }
    return RESERVED;
  }

  /** The IPv4 address that the network translates an IPv6 one to, or the address itself. */
  private static InetAddress translated(InetAddress address) {
    if (NAT64.contains(address)) {
      return ipv4(address, 12);
    }
    return SIX_TO_FOUR.contains(address) ? ipv4(address, 2) : address;
  }

  private static InetAddress ipv4(InetAddress address, int from) {
    try {
      return InetAddress.getByAddress(Arrays.copyOfRange(address.getAddress(), from, from + 4));
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }
}
