package dev.shopwire.testing.partner;

import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;

/**
 * A request that was accepted, and the fault that it gets.
 *
 * @param version for the header of the response
 * @param path which responses may be repeated for
 */
record PartnerExchange(
    HttpServerRequest request, String version, Optional<Fault> fault, String path) {

  /** Whether the response depends on the page that was asked for. */
  boolean needsPage() {
    return fault.map(PartnerPages::needsPage).orElse(true);
  }
}
