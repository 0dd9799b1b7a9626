package dev.shopwire.ingest.compat;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;

/**
 * Names that clients of the other vendor send, and what they are called here (contract §1):
 * pointing such a client at Shopwire takes a new base address and key and nothing else.
 */
public final class VendorNames {
  private static final CharSequence API_KEY = HttpHeaders.createOptimized("X-Api-Key");
  private static final CharSequence VENDOR_API_KEY =
      HttpHeaders.createOptimized("X-Mantle-App-Api-Key");
  private static final String BEARER = "Bearer ";

  private VendorNames() {}

  /** The key that a request carries: its own header, the vendor's, or a bearer token. */
  public static Optional<String> apiKey(HttpServerRequest request) {
    String key = request.getHeader(API_KEY);
    if (key == null) {
      key = request.getHeader(VENDOR_API_KEY);
    }
    if (key == null) {
      String authorization = request.getHeader(HttpHeaders.AUTHORIZATION);
      if (authorization != null
          && authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
        key = authorization.substring(BEARER.length());
      }
    }
    return Optional.ofNullable(key).map(String::trim);
  }

  /** Our name for a member of a body. */
  public static String member(String name) {
    return switch (name) {
      case "event_name" -> "eventName";
      case "event_id" -> "eventId";
      case "myshopifyDomain" -> "myplatformDomain";
      default -> name;
    };
  }
}
