package dev.shopwire.common.load;

import dev.shopwire.common.addresses.Proxies;
import dev.shopwire.common.config.Settings;
import java.time.Duration;

/**
 * How many connections a port may have open, and how long one may be open without a request.
 *
 * @param ofPort in all
 * @param ofAddress from one client; 0: as many as the port may have
 * @param proxies whose connections aren't counted by address
 * @param firstRequest from a connection's start to the end of its first request's head
 * @param idle from an answer to the end of the next request's head
 */
public record ConnectionLimits(
    int ofPort, int ofAddress, Proxies proxies, Duration firstRequest, Duration idle) {
  private static final int DEFAULT_OF_PORT = 5_000;
  private static final int SHARE_OF_ADDRESS = 5;
  private static final int FIRST_REQUEST_MILLIS = 10_000;
  private static final int IDLE_MILLIS = 75_000;
  private static final int MOST = 1_000_000;

  static ConnectionLimits of(Settings settings) {
    int ofPort = settings.integer("http.connections", DEFAULT_OF_PORT, 10, MOST);
    return new ConnectionLimits(
        ofPort,
        settings.integer("http.connections.per.address", shareOfAddress(ofPort), 0, MOST),
        Proxies.of(settings),
        Duration.ofMillis(
            settings.integer("http.first.request.millis", FIRST_REQUEST_MILLIS, 100, 3_600_000)),
        Duration.ofMillis(settings.integer("http.idle.millis", IDLE_MILLIS, 100, 3_600_000)));
  }

  static ConnectionLimits defaults() {
    return new ConnectionLimits(
        DEFAULT_OF_PORT,
        shareOfAddress(DEFAULT_OF_PORT),
        Proxies.NONE,
        Duration.ofMillis(FIRST_REQUEST_MILLIS),
        Duration.ofMillis(IDLE_MILLIS));
  }

  private static int shareOfAddress(int ofPort) {
    return ofPort / SHARE_OF_ADDRESS;
  }
}
