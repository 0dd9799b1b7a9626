package dev.shopwire.automation.campaigns.audience;

import dev.shopwire.automation.mail.message.InvalidAddress;
import dev.shopwire.automation.mail.message.MailAddress;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The addresses of a customer, of which the first choice that gives one is taken. */
final class CustomerAddresses {
  private final long customerId;
  private final @Nullable String shop;
  private final List<Contact> contacts = new ArrayList<>();

  /** A contact with an address, which may be invalid. */
  record Contact(long id, String email, String role, boolean isOwner) {}

  CustomerAddresses(Row row) {
    this.customerId = row.getLong("customer_id");
    this.shop = row.getString("shop_email");
  }

  boolean isOf(long id) {
    return customerId == id;
  }

  /** Adds the contact of a row, if it has one. */
  void add(Row row) {
    Long id = row.getLong("contact_id");
    if (id != null) {
      contacts.add(
          new Contact(
              id,
              row.getString("contact_email"),
              row.getString("role"),
              row.getBoolean("account_owner")));
    }
  }

  /** The addresses of the first choice that gives a valid one; empty if none does. */
  List<Addressee> choose(List<AddressChoice> choices) {
    for (AddressChoice choice : choices) {
      List<Addressee> found =
          choice.kind() == AddressChoice.Kind.SHOP ? ofShop() : ofContacts(choice);
      if (!found.isEmpty()) {
        return found;
      }
    }
    return List.of();
  }

  private List<Addressee> ofShop() {
    return Optional.ofNullable(shop)
        .flatMap(CustomerAddresses::valid)
        .map(address -> List.of(new Addressee(customerId, null, address)))
        .orElse(List.of());
  }

  private List<Addressee> ofContacts(AddressChoice choice) {
    List<Addressee> found = new ArrayList<>();
    for (Contact contact : contacts) {
      if (choice.includes(contact)) {
        valid(contact.email())
            .ifPresent(address -> found.add(new Addressee(customerId, contact.id(), address)));
      }
    }
    return found;
  }

  private static Optional<MailAddress> valid(String email) {
    try {
      return Optional.of(MailAddress.parse(email));
    } catch (InvalidAddress e) {
      return Optional.empty();
    }
  }
}
