package dev.shopwire.common.redis;

/**
 * A server's address.
 *
 * @param host a name or an address; an IPv6 address without brackets
 */
public record HostPort(String host, int port) {
  /** The connection string for clients. */
  String endpoint(boolean tls) {
    return (tls ? "rediss://" : "redis://") + this;
  }

  /**
   * Parses {@code host:port} as sent in a redirection.
   *
   * @param sender the server that sent it, which an omitted host stands for
   */
  static HostPort of(String text, HostPort sender) {
    int colon = text.lastIndexOf(':');
    String host = text.substring(0, colon).replaceAll("[\\[\\]]", "");
    int port = Integer.parseInt(text.substring(colon + 1));
    return new HostPort(host.isEmpty() ? sender.host() : host, port);
  }

  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
