package dev.shopwire.webhook.sending;

import dev.shopwire.common.config.Settings;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * Settings for sending requests.
 *
 * @param deadline of a complete request, from the name look-up to the end of the response
 * @param maxResponseBytes how much of a response's body is read at most
 * @param keptBytes how much of it is kept at most
 * @param dnsServers empty: the system's
 * @param connectionsPerHost the maximum per Sender, however many endpoints the host has
 * @param keepAliveSeconds how long an idle connection is kept for the next request
 */
public record SendingConfig(
    Duration deadline,
    int maxResponseBytes,
    int keptBytes,
    List<InetSocketAddress> dnsServers,
    int connectionsPerHost,
    int keepAliveSeconds) {

  public static SendingConfig of(Settings settings) {
    return new SendingConfig(
        Duration.ofMillis(settings.integer("webhook.deadline.millis", 5_000, 100, 60_000)),
        settings.integer("webhook.response.bytes", 16_384, 0, 1_048_576),
        settings.integer("webhook.kept.bytes", 1_024, 0, 65_536),
        dnsServers(settings),
        settings.integer("webhook.connections.per.host", 1_024, 1, 65_536),
        settings.integer("webhook.keep.alive.seconds", 2, 1, 60));
  }

  private static List<InetSocketAddress> dnsServers(Settings settings) {
    String value = settings.text("webhook.dns.servers", "");
    try {
      return Arrays.stream(value.split(",", -1))
          .map(String::trim)
          .filter(server -> !server.isEmpty())
          .map(SendingConfig::dnsServer)
          .toList();
    } catch (IllegalArgumentException e) {
      throw settings.invalid(
          "webhook.dns.servers",
          "comma-separated addresses with ports, such as 10.0.0.2:53,[fd00::53]:53",
          value);
    }
  }

  private static InetSocketAddress dnsServer(String text) {
    int colon = text.lastIndexOf(':');
    byte[] address =
        colon < 0 ? null : NetUtil.createByteArrayFromIpAddressString(text.substring(0, colon));
    if (address == null) {
      throw new IllegalArgumentException(text);
    }
    try {
      int port = Integer.parseInt(text.substring(colon + 1));
      return new InetSocketAddress(InetAddress.getByAddress(address), port);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  /** How long one DNS server may take; leaves time for a second one. */
  Duration queryTimeout() {
    return deadline.multipliedBy(2).dividedBy(5);
  }
}
