package dev.shopwire.benchmarks.measure;

import java.net.URI;

/**
 * A port of the service with a credential for it.
 *
 * @param url without a path
 * @param header the header that carries the credential
 */
public record Target(String url, String header, String credential) {
  int port() {
    return URI.create(url).getPort();
  }

  /** The headers that each request starts with. */
  String head() {
    return "Host: 127.0.0.1:" + port() + "\r\n" + header + ": " + credential + "\r\n";
  }
}
