package dev.shopwire.common.addresses;

import java.net.InetAddress;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/**
 * The scheme, host and port of a URL. Checks and connections both use it, so that they can't read
 * one URL in two ways.
 *
 * @param host in lower case; an IPv6 address without its brackets
 * @param port the scheme's default if the URL has none
 */
public record UrlTarget(String scheme, String host, int port) {
  /**
   * @throws IllegalArgumentException if the form of {@code url} is refused; the message says why
   */
  public static UrlTarget of(URI url) {
    String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
    String authority = url.getRawAuthority();
    if (authority == null) {
      throw new IllegalArgumentException("the URL has no host");
    }
    if (authority.contains("@")) {
      throw new IllegalArgumentException("the URL must not contain a user name or password");
    }
    int colon = authority.indexOf(':', authority.lastIndexOf(']') + 1);
    String host = colon < 0 ? authority : authority.substring(0, colon);
    int port = colon < 0 ? defaultPort(scheme) : port(authority.substring(colon + 1));
    return new UrlTarget(scheme, HostSyntax.plain(host), port);
  }

  private static int defaultPort(String scheme) {
    return scheme.equals("https") ? 443 : 80;
  }

  private static int port(String text) {
    if (!text.matches("[1-9]\\d{0,4}") || Integer.parseInt(text) > 65_535) {
      throw new IllegalArgumentException("the port is not a number from 1 to 65535");
    }
    return Integer.parseInt(text);
  }

  public boolean isTls() {
    return scheme.equals("https");
  }

  /** The host's address if the host is an address and not a name. */
  public Optional<InetAddress> literal() {
    return IpAddresses.literal(host);
  }
}
