package dev.shopwire.common.addresses;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/**
 * Decides which hosts given by users may be connected to: public ones, and what settings allow. A
 * refusal is a clause for users that names the setting that would allow the host, but not the
 * address that a name resolves to: that may be known only inside the operator's network. Immutable;
 * performs no look-ups.
 *
 * @param allowPrivate whether loopback and private addresses are allowed too
 * @param allowed ranges that are allowed although they aren't public; never metadata, multicast and
 *     unspecified addresses
 * @param privateRemedy a clause that names the setting for private addresses
 * @param rangeRemedy a clause that names the setting for ranges, if there is one
 */
public record AddressPolicy(
    boolean allowPrivate,
    List<AddressRange> allowed,
    String privateRemedy,
    Optional<String> rangeRemedy) {

  /** Why {@code address} is refused; empty if it isn't. */
  public Optional<String> refusal(InetAddress address) {
    AddressKind kind = SpecialAddresses.kindOf(address);
    boolean open =
        kind == AddressKind.PUBLIC
            || (allowPrivate && kind.isLocal())
            || (!kind.isAlwaysRefused()
                && allowed.stream().anyMatch(range -> range.contains(address)));
    return open
        ? Optional.empty()
        : Optional.of("the host is " + kind.description() + remedy(kind));
  }

  /** A clause naming the settings that would allow it; empty if none would. */
  private String remedy(AddressKind kind) {
    if (kind.isAlwaysRefused()) {
      return "";
    }
    String range = rangeRemedy.orElse("");
    if (!kind.isLocal()) {
      return range.isEmpty() ? "" : "; " + range;
    }
    return "; " + privateRemedy + (range.isEmpty() ? "" : ", " + range);
  }

  /**
   * Why a host is refused, whatever it resolves to; empty if it isn't.
   *
   * @param host as {@link HostSyntax#plain} returns it
   */
  public Optional<String> refusalOfHost(String host) {
    boolean local = host.equals("localhost") || host.endsWith(".localhost");
    if (local && !allowPrivate) {
      return Optional.of("the host name refers to this machine; " + privateRemedy);
    }
    return IpAddresses.literal(host).flatMap(this::refusal);
  }
}
