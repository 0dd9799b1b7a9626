package dev.shopwire.common.redis;

/**
 * A server's address.
 *
 * @param host a name or an address, the one of IPv6 without brackets
 */
public record HostPort(String host, int port) {
  /** As a client connects to it. */
  String endpoint(boolean tls) {
    return (tls ? "rediss://" : "redis://") + this;
  }

  /**
   * Reads {@code host:port} as Redis says it in a redirection.
   *
   * @param asked stands in for a host that was left out: the server itself
   */
  static HostPort of(String text, HostPort asked) {
    int colon = text.lastIndexOf(':');
    String host = text.substring(0, colon).replaceAll("[\\[\\]]", "");
    int port = Integer.parseInt(text.substring(colon + 1));
    return new HostPort(host.isEmpty() ? asked.host() : host, port);
  }

  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
