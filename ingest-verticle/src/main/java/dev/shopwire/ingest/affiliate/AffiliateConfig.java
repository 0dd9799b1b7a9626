package dev.shopwire.ingest.affiliate;

import dev.shopwire.common.config.Settings;
import dev.shopwire.common.tenancy.ShopDomain;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings of affiliate tracking.
 *
 * @param retention how long a captured code is kept
 * @param scope the hosts that share the cookie set by the service
 */
public record AffiliateConfig(Duration retention, CookieScope scope) {
  // The maximum lifetime of a cookie in browsers (RFC 6265bis).
  private static final int MAX_DAYS = 400;

  public static AffiliateConfig of(Settings settings) {
    return new AffiliateConfig(
        Duration.ofDays(settings.integer("affiliate.retention.days", 30, 1, MAX_DAYS)),
        new CookieScope(cookieDomain(settings)));
  }

  private static Optional<String> cookieDomain(Settings settings) {
    return settings
        .text("affiliate.cookie.domain")
        .filter(value -> !value.isEmpty())
        .map(
            value -> {
              ShopDomain.Checked checked = new ShopDomain(Optional.empty()).check(value);
              if (checked.problem().isPresent() || checked.domain().indexOf('.') < 0) {
                throw settings.invalid(
                    "affiliate.cookie.domain", "a registrable domain such as example.com", value);
              }
              return checked.domain();
            });
  }
}
