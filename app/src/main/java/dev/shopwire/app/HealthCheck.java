package dev.shopwire.app;

import dev.shopwire.common.config.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * Asks a process of this machine whether it is ready, for containers that have no curl. Blocking,
 * at most four seconds; reads nothing but the management port's address from the settings.
 */
final class HealthCheck {
  private static final int ANSWER_MILLIS = 2_000;
  private static final int ANSWER_BYTES = 1_024;

  private final URI address;

  private HealthCheck(URI address) {
    this.address = address;
  }

  /** Whether it is ready, and its own words or what went wrong. */
  record Answer(boolean ready, String text) {}

  static HealthCheck of(Settings settings) {
    String host = settings.text("management.host", AppConfig.MANAGEMENT_HOST);
    int port = settings.port("management.port", AppConfig.MANAGEMENT_PORT);
    String reached =
        switch (host) {
          case "0.0.0.0" -> "127.0.0.1";
          case "::" -> "[::1]";
          default -> host.contains(":") ? "[" + host + "]" : host;
        };
    return new HealthCheck(URI.create("http://" + reached + ":" + port + "/health/ready"));
  }

  Answer ask() {
    try {
      HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
      connection.setConnectTimeout(ANSWER_MILLIS);
      connection.setReadTimeout(ANSWER_MILLIS);
      boolean ready = connection.getResponseCode() == HttpURLConnection.HTTP_OK;
      try (InputStream body = ready ? connection.getInputStream() : connection.getErrorStream()) {
        return new Answer(
            ready,
            body == null
                ? address + " answers with " + connection.getResponseCode()
                : new String(body.readNBytes(ANSWER_BYTES), StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      return new Answer(false, address + " does not answer: " + e.getMessage());
    }
  }
}
