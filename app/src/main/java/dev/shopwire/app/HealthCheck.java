package dev.shopwire.app;

import dev.shopwire.common.config.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * Checks whether a process on this machine is ready, for containers without curl. Blocks for at
 * most four seconds; reads only the management port's address from the settings.
 */
final class HealthCheck {
  private static final int TIMEOUT_MILLIS = 2_000;
  private static final int MAX_BYTES = 1_024;

  private final URI address;

  private HealthCheck(URI address) {
    this.address = address;
  }

  /** Whether the process is ready, and its response or what went wrong. */
  record Result(boolean ready, String text) {}

  static HealthCheck of(Settings settings) {
    String host = AppConfig.managementHost(settings);
    int port = AppConfig.managementPort(settings);
    String reachableHost =
        switch (host) {
          case "0.0.0.0" -> "127.0.0.1";
          case "::" -> "[::1]";
          default -> host.contains(":") ? "[" + host + "]" : host;
        };
    return new HealthCheck(URI.create("http://" + reachableHost + ":" + port + "/health/ready"));
  }

  Result run() {
    try {
      HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
      connection.setConnectTimeout(TIMEOUT_MILLIS);
      connection.setReadTimeout(TIMEOUT_MILLIS);
      boolean ready = connection.getResponseCode() == HttpURLConnection.HTTP_OK;
      try (InputStream body = ready ? connection.getInputStream() : connection.getErrorStream()) {
        return new Result(
            ready,
            body == null
                ? address + " responds with " + connection.getResponseCode()
                : new String(body.readNBytes(MAX_BYTES), StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      return new Result(false, address + " does not respond: " + e.getMessage());
    }
  }
}
