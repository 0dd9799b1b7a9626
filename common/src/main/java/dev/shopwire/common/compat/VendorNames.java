package dev.shopwire.common.compat;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Maps names that clients of the previous vendor send to Shopwire's names (docs/api/README.md), so
 * that such a client needs nothing but a new base URL and API key.
 */
public final class VendorNames {
  private static final CharSequence API_KEY = HttpHeaders.createOptimized("X-Api-Key");
  private static final CharSequence VENDOR_API_KEY =
      HttpHeaders.createOptimized("X-Mantle-App-Api-Key");
  private static final String BEARER = "Bearer ";

  /** Query parameters that identify a shop, accepted by all reads that take one. */
  public static final List<String> SHOP_PARAMETERS =
      List.of(
          "customerId",
          "customer_id",
          "myplatformDomain",
          "myplatform_domain",
          "myshopifyDomain",
          "myshopify_domain");

  /** Alternative names of body fields, mapped to Shopwire's. */
  public static final Map<String, String> FIELDS =
      Map.of(
          "event_name", "eventName",
          "event_id", "eventId",
          "customer_id", "customerId",
          "myplatform_domain", "myplatformDomain",
          "myshopify_domain", "myplatformDomain",
          "myshopifyDomain", "myplatformDomain");

  /** The vendor's topics that Shopwire has under other names. */
  public static final Map<String, String> TOPICS =
      Map.ofEntries(
          Map.entry("customers/installed", "apps/installed"),
          Map.entry("customers/reinstalled", "apps/reinstalled"),
          Map.entry("customers/uninstalled", "apps/uninstalled"),
          Map.entry("customers/deactivated", "apps/deactivated"),
          Map.entry("customers/reactivated", "apps/reactivated"),
          Map.entry("customers/trial_expired", "subscriptions/trial_ended"),
          Map.entry("customers/subscribed", "subscriptions/activated"),
          Map.entry("customers/unsubscribed", "subscriptions/canceled"),
          Map.entry("customers/subscription_frozen", "subscriptions/frozen"),
          Map.entry("customers/subscription_unfrozen", "subscriptions/unfrozen"),
          Map.entry("subscriptions/activate", "subscriptions/activated"),
          Map.entry("subscriptions/cancel", "subscriptions/canceled"));

  /** Alternative name of the query parameter {@code properties}. */
  public static final String PROPERTY_FILTERS = "propertiesFilters";

  private VendorNames() {}

  /** The API key of a request: from {@code X-Api-Key}, the vendor's header or a bearer token. */
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

  /** Returns Shopwire's name for a topic. */
  public static String topic(String name) {
    return TOPICS.getOrDefault(name, name);
  }

  /** Returns Shopwire's name for a body field. */
  public static String fieldName(String name) {
    return FIELDS.getOrDefault(name, name);
  }
}
