package dev.shopwire.ingest.affiliate;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

/**
 * The hosts that share a cookie set by the service.
 *
 * @param domain in lower case; empty means the requested host only
 */
public record CookieScope(Optional<String> domain) {

  /** The cookie's domain if {@code host} is within it; browsers reject it otherwise. */
  Optional<String> domainFor(String host) {
    return domain.filter(name -> isWithin(host, name));
  }

  /** Whether pages of {@code origin} (RFC 6454) can read the cookie that {@code host} sets. */
  boolean isShared(String host, String origin) {
    return hostOf(origin)
        .filter(
            other ->
                other.equalsIgnoreCase(host)
                    || domainFor(host).filter(name -> isWithin(other, name)).isPresent())
        .isPresent();
  }

  private static Optional<String> hostOf(String origin) {
    try {
      URI uri = new URI(origin);
      boolean isWeb = "https".equals(uri.getScheme()) || "http".equals(uri.getScheme());
      return isWeb ? Optional.ofNullable(uri.getHost()) : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  private static boolean isWithin(String host, String domain) {
    String name = host.toLowerCase(Locale.ROOT);
    return name.equals(domain) || name.endsWith("." + domain);
  }
}
