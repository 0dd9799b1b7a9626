package dev.shopwire.common.compat;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Names that clients of the other vendor send, and what they are called here (docs/api/README.md):
 * pointing such a client at Shopwire takes a new base address and key and nothing else.
 */
public final class VendorNames {
  private static final CharSequence API_KEY = HttpHeaders.createOptimized("X-Api-Key");
  private static final CharSequence VENDOR_API_KEY =
      HttpHeaders.createOptimized("X-Mantle-App-Api-Key");
  private static final String BEARER = "Bearer ";

  /** Names of the query parameters that name a shop, on all reads that take one. */
  public static final List<String> SHOP_PARAMETERS =
      List.of(
          "customerId",
          "customer_id",
          "myplatformDomain",
          "myplatform_domain",
          "myshopifyDomain",
          "myshopify_domain");

  /** Other names of members of bodies, and ours. */
  public static final Map<String, String> MEMBERS =
      Map.of(
          "event_name", "eventName",
          "event_id", "eventId",
          "customer_id", "customerId",
          "myplatform_domain", "myplatformDomain",
          "myshopify_domain", "myplatformDomain",
          "myshopifyDomain", "myplatformDomain");

  /** Another name of the query parameter {@code properties}. */
  public static final String PROPERTY_FILTERS = "propertiesFilters";

  private VendorNames() {}

  /** The key that a request carries: its own header, the vendor's, or a bearer token. */
  public static Optional<String> apiKey(HttpServerRequest request) {
    String key = request.getHeader(API_KEY);
    if (isEmpty(key)) {
      key = request.getHeader(VENDOR_API_KEY);
    }
    if (isEmpty(key)) {
      key = null;
      String authorization = request.getHeader(HttpHeaders.AUTHORIZATION);
      if (authorization != null
          && authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
        key = authorization.substring(BEARER.length());
      }
    }
    return Optional.ofNullable(key).map(String::trim);
  }

  private static boolean isEmpty(@Nullable String key) {
    return key == null || key.isBlank();
  }

  /** Our name for a member of a body. */
  public static String member(String name) {
    return MEMBERS.getOrDefault(name, name);
  }
}
