package dev.shopwire.sources.addresses;

import dev.shopwire.common.addresses.AddressPolicy;
import dev.shopwire.common.addresses.IpAddresses;
import dev.shopwire.common.addresses.UrlTarget;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;

/**
 * Decides which URLs and addresses the sources role may connect to; a refusal is a clause for
 * users. Shopwire's own database never is one of them. Immutable; performs no look-ups.
 *
 * @param ownHost the host of Shopwire's own database, without brackets
 * @param ownPort its port
 */
public record SourceAddresses(AddressPolicy policy, String ownHost, int ownPort) {
  private static final String OWN = "the host is Shopwire's own database";

  /**
   * @param ownDatabase host and port of Shopwire's own database
   */
  public static SourceAddresses of(AddressConfig config, String ownDatabase) {
    int colon = ownDatabase.lastIndexOf(':');
    String host = ownDatabase.substring(0, colon);
    return new SourceAddresses(
        new AddressPolicy(
            config.allowPrivate(),
            config.allowed(),
            "SHOPWIRE_SOURCES_ALLOW_PRIVATE=true allows it for development",
            Optional.of("SHOPWIRE_SOURCES_ALLOW_RANGES allows a range that contains it")),
        host.startsWith("[") ? host.substring(1, host.length() - 1) : host,
        Integer.parseInt(ownDatabase.substring(colon + 1)));
  }

  /** Why connecting to {@code url} is refused, whatever its host resolves to; empty if it isn't. */
  public Optional<String> refusal(String url) {
    try {
      URI uri = new URI(url);
      UrlTarget target = UrlTarget.of(uri);
      if (!target.scheme().equals("https") && !target.scheme().equals("http")) {
        return Optional.of("the scheme must be https or http");
      }
      if (uri.getRawFragment() != null) {
        return Optional.of("the URL must not have a fragment");
      }
      if (target.host().equals(ownHost) && target.port() == ownPort) {
        return Optional.of(OWN);
      }
      return policy.refusalOfHost(target.host());
    } catch (URISyntaxException e) {
      return Optional.of("it is not a valid URL");
    } catch (IllegalArgumentException e) {
      return Optional.ofNullable(e.getMessage());
    }
  }

  /**
   * Why connecting to one of these addresses is refused; empty if none is.
   *
   * @param own the addresses of the host of Shopwire's own database
   */
  public Optional<String> refusal(List<InetAddress> addresses, int port, List<InetAddress> own) {
    for (InetAddress address : addresses) {
      if (port == ownPort && own.stream().anyMatch(each -> isSameHost(each, address))) {
        return Optional.of(OWN);
      }
      Optional<String> refusal = policy.refusal(address);
      if (refusal.isPresent()) {
        return refusal;
      }
    }
    return Optional.empty();
  }

  private static boolean isSameHost(InetAddress own, InetAddress other) {
    return own.equals(other) || (own.isLoopbackAddress() && other.isLoopbackAddress());
  }

  /** Whether a connection to {@code port} could be one to Shopwire's own database. */
  public boolean mayBeOwn(int port) {
    return port == ownPort;
  }

  /** The own database's address, if its host is one and not a name. */
  public Optional<InetAddress> ownLiteral() {
    return IpAddresses.literal(ownHost);
  }
}
