package dev.shopwire.common.load;

import dev.shopwire.common.addresses.Proxies;
import dev.shopwire.common.config.Settings;
import java.time.Duration;

/**
 * Limits the open connections of a port and how long one may stay open without a request.
 *
 * @param perPort total for the port
 * @param perAddress per client address; 0: limited by {@code perPort} alone
 * @param proxies whose connections are exempt from {@code perAddress}
 * @param firstRequest time from connecting to the end of the first request's head
 * @param idle time from a response to the end of the next request's head
 */
public record ConnectionLimits(
    int perPort, int perAddress, Proxies proxies, Duration firstRequest, Duration idle) {
  private static final int DEFAULT_PER_PORT = 5_000;
  private static final int SHARE_PER_ADDRESS = 5;
  private static final int FIRST_REQUEST_MILLIS = 10_000;
  private static final int IDLE_MILLIS = 75_000;
  private static final int MAX = 1_000_000;

  static ConnectionLimits of(Settings settings) {
    int perPort = settings.integer("http.connections", DEFAULT_PER_PORT, 10, MAX);
    return new ConnectionLimits(
        perPort,
        settings.integer("http.connections.per.address", defaultPerAddress(perPort), 0, MAX),
        Proxies.of(settings),
        Duration.ofMillis(
            settings.integer("http.first.request.millis", FIRST_REQUEST_MILLIS, 100, 3_600_000)),
        Duration.ofMillis(settings.integer("http.idle.millis", IDLE_MILLIS, 100, 3_600_000)));
  }

  static ConnectionLimits defaults() {
    return new ConnectionLimits(
        DEFAULT_PER_PORT,
        defaultPerAddress(DEFAULT_PER_PORT),
        Proxies.NONE,
        Duration.ofMillis(FIRST_REQUEST_MILLIS),
        Duration.ofMillis(IDLE_MILLIS));
  }

  private static int defaultPerAddress(int perPort) {
    return perPort / SHARE_PER_ADDRESS;
  }
}
