package dev.shopwire.app.api;

import dev.shopwire.app.support.RawClient;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/** A client behind a trusted proxy, which reports the client's address. Methods block. */
final class ProxiedClient {
  static final String PATH = "/v1/usage_events";
  static final String EVENT = "{\"eventName\":\"a\",\"customerId\":\"s.example.com\"}";
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final String url;
  private final String proxy;
  private final String address;

  /**
   * @param url of the service
   * @param proxy the loopback address of the proxy
   * @param address of the client; each test uses its own, as failures are counted by address
   */
  ProxiedClient(String url, String proxy, String address) {
    this.url = url;
    this.proxy = proxy;
    this.address = address;
  }

  RawClient connect() {
    return RawClient.connect(url, proxy);
  }

  /** The head of a POST with a body of {@code length} bytes. */
  String head(String key, int length) {
    return String.join(
        "\r\n",
        "POST " + PATH + " HTTP/1.1",
        "Host: a",
        "X-Forwarded-For: 127.0.0.1, " + address,
        "X-Api-Key: " + key,
        "Content-Length: " + length,
        "",
        "");
  }

  /** Posts an event; returns the response from its status on. */
  String post(String key) {
    try (RawClient connection = connect()) {
      connection.write(head(key, EVENT.length()) + EVENT);
      String response = connection.read(TIMEOUT);
      return response.isEmpty() ? "no response" : response.substring(9);
    }
  }

  /** Posts events with invalid keys, a new one each time, until the connection or the test ends. */
  void flood(String keyPrefix, AtomicBoolean isDone) {
    try (RawClient connection = connect()) {
      for (int n = 0; !isDone.get(); n++) {
        String request = head(keyPrefix + n, EVENT.length()) + EVENT;
        if (!connection.write(request) || connection.read(TIMEOUT).isEmpty()) {
          return;
        }
      }
    }
  }
}
