package dev.shopwire.benchmarks.measure;

import java.net.URI;

/**
 * A port of the service, and what opens it.
 *
 * @param url without a path
 * @param header that names the credential
 */
public record Edge(String url, String header, String credential) {
  int port() {
    return URI.create(url).getPort();
  }

  /** What each request begins with after its first line. */
  String head() {
    return "Host: 127.0.0.1:" + port() + "\r\n" + header + ": " + credential + "\r\n";
  }
}
