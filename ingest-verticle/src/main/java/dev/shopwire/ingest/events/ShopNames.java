package dev.shopwire.ingest.events;

import dev.shopwire.common.failure.Fault;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.common.tenancy.ShopRef;
import dev.shopwire.ingest.events.UsageEvent.Customer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The members of one object that name its shop, each under the name that it was sent with. */
final class ShopNames {
  private final Map<String, Given> given = new LinkedHashMap<>(2);

  private record Given(String text, boolean isId) {}

  /**
   * Of a name that comes twice the last one counts.
   *
   * @param isId whether it is a name of {@code customerId}
   * @param text null is absent
   */
  void put(String sent, boolean isId, @Nullable String text) {
    if (text == null) {
      given.remove(sent);
    } else {
      given.put(sent, new Given(text, isId));
    }
  }

  boolean isEmpty() {
    return given.isEmpty();
  }

  /** Only to be asked if there are any. */
  String first() {
    return given.keySet().iterator().next();
  }

  /**
   * What they name together, or what is wrong with one of them.
   *
   * @param customer null if there is a fault, or nothing was named
   */
  record Named(@Nullable Customer customer, Optional<Fault> fault) {
    static final Named NOTHING = new Named(null, Optional.empty());
  }

  /**
   * A domain beside an id is compared with it where ids are known.
   *
   * @param pointer of the object
   */
  Named read(String pointer, ShopDomain domains) {
    Customer customer = null;
    String first = "";
    for (Map.Entry<String, Given> each : given.entrySet()) {
      String member = each.getKey();
      ShopRef shop = ShopRef.of(each.getValue().text, each.getValue().isId, domains);
      if (shop.fault().isPresent()) {
        return fault(pointer, member, shop.fault().get());
      }
      Customer named =
          shop.customerId().map(Customer::ofId).orElseGet(() -> Customer.ofDomain(shop.domain()));
      Optional<Customer> both = customer == null ? Optional.of(named) : customer.with(named);
      if (both.isEmpty()) {
        return fault(
            pointer,
            member,
            new ShopRef.Complaint(
                "conflicting_fields", "names another shop than " + first + ", send one of them"));
      }
      customer = both.get();
      first = first.isEmpty() ? member : first;
    }
    return new Named(customer, Optional.empty());
  }

  private static Named fault(String pointer, String member, ShopRef.Complaint what) {
    return new Named(
        null,
        Optional.of(new Fault(pointer + "/" + member, what.code(), member + " " + what.message())));
  }
}
