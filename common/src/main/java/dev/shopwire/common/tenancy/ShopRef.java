package dev.shopwire.common.tenancy;

import dev.shopwire.common.failure.ValidationError;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A reference to a shop, sent as its domain or as a customer id returned by Shopwire. A value that
 * looks like an id of another system is distinguished from a misspelled domain.
 *
 * @param customerId if an id was sent
 * @param domain normalized; empty if an id or an invalid value was sent
 * @param problem the validation error; its message follows the field name
 */
public record ShopRef(Optional<Long> customerId, String domain, Optional<ShopRef.Problem> problem) {
  private static final Pattern ID_OF_ANOTHER_SYSTEM =
      Pattern.compile(
          "\\d*|cus_.*|[a-z][a-z0-9+.-]*://.*"
              + "|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /**
   * A validation error.
   *
   * @param code stable and machine-readable
   * @param message the text that follows the field name
   */
  public record Problem(String code, String message) {}

  /**
   * @param isId whether the field may hold an id, so that an id of another system is reported as
   *     such
   * @param domains decides which domains belong to shops
   */
  public static ShopRef of(String text, boolean isId, ShopDomain domains) {
    String given = text.strip();
    Optional<Long> id = CustomerId.parse(given);
    if (id.isPresent()) {
      return new ShopRef(id, "", Optional.empty());
    }
    if (isId && !given.isEmpty() && ID_OF_ANOTHER_SYSTEM.matcher(given).matches()) {
      return invalid(
          "invalid_customer_id", CustomerId.EXPECTED + ", got " + ValidationError.truncate(given));
    }
    ShopDomain.Checked checked = domains.check(given);
    return checked
        .problem()
        .map(problem -> invalid("invalid_domain", problem))
        .orElseGet(() -> new ShopRef(Optional.empty(), checked.domain(), Optional.empty()));
  }

  private static ShopRef invalid(String code, String message) {
    return new ShopRef(Optional.empty(), "", Optional.of(new Problem(code, message)));
  }
}
