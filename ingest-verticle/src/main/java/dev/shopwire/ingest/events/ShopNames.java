package dev.shopwire.ingest.events;

import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.common.tenancy.ShopRef;
import dev.shopwire.ingest.events.UsageEvent.Customer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The fields of one object that identify its shop, by the names under which they were sent. */
final class ShopNames {
  private final Map<String, Value> values = new LinkedHashMap<>(2);

  private record Value(String text, boolean isId) {}

  /** Whether the field with this documented name identifies a shop. */
  static boolean isField(String name) {
    return name.equals("customerId") || name.equals("myplatformDomain");
  }

  /**
   * Sets a field; if it occurs twice, the last one counts.
   *
   * @param isId whether the field is {@code customerId} or an alias of it
   * @param text its value; null counts as absent
   */
  void put(String sent, boolean isId, @Nullable String text) {
    if (text == null) {
      values.remove(sent);
    } else {
      values.put(sent, new Value(text, isId));
    }
  }

  boolean isEmpty() {
    return values.isEmpty();
  }

  /** The first field's name; requires that there is one. */
  String first() {
    return values.keySet().iterator().next();
  }

  /**
   * The shop that the fields identify together, or a validation error of one of them.
   *
   * @param customer null if there is an error or no field identifies a shop
   */
  record Named(@Nullable Customer customer, Optional<ValidationError> error) {
    static final Named NOTHING = new Named(null, Optional.empty());
  }

  /**
   * Resolves the fields. A domain sent together with an id is compared with it later, where ids are
   * known.
   *
   * @param pointer the object's JSON Pointer
   */
  Named read(String pointer, ShopDomain domains) {
    Customer customer = null;
    String first = "";
    for (Map.Entry<String, Value> each : values.entrySet()) {
      String field = each.getKey();
      ShopRef shop = ShopRef.of(each.getValue().text, each.getValue().isId, domains);
      if (shop.problem().isPresent()) {
        return error(pointer, field, shop.problem().get());
      }
      Customer current =
          shop.customerId().map(Customer::ofId).orElseGet(() -> Customer.ofDomain(shop.domain()));
      Optional<Customer> both = customer == null ? Optional.of(current) : customer.combine(current);
      if (both.isEmpty()) {
        return error(
            pointer,
            field,
            new ShopRef.Problem(
                "conflicting_fields", "names a different shop than " + first + "; send only one"));
      }
      customer = both.get();
      first = first.isEmpty() ? field : first;
    }
    return new Named(customer, Optional.empty());
  }

  private static Named error(String pointer, String field, ShopRef.Problem problem) {
    return new Named(
        null,
        Optional.of(
            new ValidationError(
                pointer + "/" + field, problem.code(), field + " " + problem.message())));
  }
}
