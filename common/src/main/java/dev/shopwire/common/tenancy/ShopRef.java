package dev.shopwire.common.tenancy;

import dev.shopwire.common.failure.Fault;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a caller sends to name a shop: its domain, or a customer id that Shopwire gave. What looks
 * like an id of another system is told apart from a misspelt domain.
 *
 * @param customerId if an id was sent
 * @param domain normalised; empty if an id was sent, or what was sent is at fault
 * @param fault what is wrong with it; follows the member's name
 */
public record ShopRef(Optional<Long> customerId, String domain, Optional<ShopRef.Complaint> fault) {
  private static final Pattern ID_OF_ANOTHER_SYSTEM =
      Pattern.compile(
          "\\d*|cus_.*|[a-z][a-z0-9+.-]*://.*"
              + "|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /**
   * What is wrong.
   *
   * @param code a stable word for programs
   * @param message follows the name of what was sent
   */
  public record Complaint(String code, String message) {}

  /**
   * @param isId whether it came where an id may stand, so that an id of another system is told as
   *     such
   * @param domains says which domains are shops'
   */
  public static ShopRef of(String text, boolean isId, ShopDomain domains) {
    String given = text.strip();
    Optional<Long> id = CustomerId.parse(given);
    if (id.isPresent()) {
      return new ShopRef(id, "", Optional.empty());
    }
    if (isId && !given.isEmpty() && ID_OF_ANOTHER_SYSTEM.matcher(given).matches()) {
      return invalid("invalid_customer_id", CustomerId.EXPECTED + ", got " + Fault.cut(given));
    }
    ShopDomain.Checked checked = domains.check(given);
    return checked
        .fault()
        .map(fault -> invalid("invalid_domain", fault))
        .orElseGet(() -> new ShopRef(Optional.empty(), checked.domain(), Optional.empty()));
  }

  private static ShopRef invalid(String code, String message) {
    return new ShopRef(Optional.empty(), "", Optional.of(new Complaint(code, message)));
  }
}
