package dev.shopwire.common.query;

import dev.shopwire.common.compat.VendorNames;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.common.tenancy.ShopRef;
import java.util.List;
import java.util.Optional;

/**
 * The shop named by the query parameters {@code customerId} and its aliases, each with a domain or
 * a customer id.
 *
 * @param domain the normalized domain, if one was sent
 * @param id the customer id, if one was sent
 */
public record ShopParameters(Optional<String> domain, Optional<Long> id) {
  private static final int MAX_LENGTH = 253;
  private static final List<String> ID_NAMES = List.of("customerId", "customer_id", "id");
  private static final ShopDomain ANY_DOMAIN = new ShopDomain(Optional.empty());

  /**
   * Reads the shop and records invalid or conflicting values in {@code query}.
   *
   * @param names the parameter names, such as {@link VendorNames#SHOP_PARAMETERS}
   */
  public static ShopParameters read(Query query, List<String> names) {
    Optional<String> domain = Optional.empty();
    Optional<Long> id = Optional.empty();
    for (String name : names) {
      Optional<String> text = query.text(name, MAX_LENGTH);
      if (text.isEmpty()) {
        continue;
      }
      ShopRef shop = ShopRef.of(text.get(), ID_NAMES.contains(name), ANY_DOMAIN);
      Optional<String> given = Optional.of(shop.domain()).filter(any -> !any.isEmpty());
      if (shop.problem().isPresent()) {
        query.addError(name, shop.problem().get().code(), shop.problem().get().message());
      } else if (differ(domain, given) || differ(id, shop.customerId())) {
        query.addError(name, "conflicting_fields", "names a different shop than another parameter");
      }
      domain = domain.isPresent() ? domain : given;
      id = id.isPresent() ? id : shop.customerId();
    }
    return new ShopParameters(domain, id);
  }

  private static <T> boolean differ(Optional<T> one, Optional<T> other) {
    return one.isPresent() && other.isPresent() && !one.equals(other);
  }

  public boolean isPresent() {
    return domain.isPresent() || id.isPresent();
  }
}
