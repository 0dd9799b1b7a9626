package dev.shopwire.automation.campaigns.audience;

import java.util.Optional;

/**
 * A way to find the addresses of a customer: that of the shop, or those of some contacts.
 *
 * @param role of {@link Kind#ROLE}; empty otherwise
 */
public record AddressChoice(Kind kind, String role) {
  /** What is allowed, for errors. */
  public static final String EXPECTED = "shop, owner, contacts or role:<role>";

  private static final String ROLE_PREFIX = "role:";
  private static final int MAX_ROLE = 100;

  /** Whose addresses are meant. */
  public enum Kind {
    SHOP("shop"),
    OWNER("owner"),
    CONTACTS("contacts"),
    ROLE(ROLE_PREFIX);

    private final String id;

    Kind(String id) {
      this.id = id;
    }
  }

  /** Empty if it is none. */
  public static Optional<AddressChoice> parse(String text) {
    if (text.startsWith(ROLE_PREFIX)) {
      String role = text.substring(ROLE_PREFIX.length());
      return role.isBlank() || role.length() > MAX_ROLE
          ? Optional.empty()
          : Optional.of(new AddressChoice(Kind.ROLE, role));
    }
    for (Kind kind : Kind.values()) {
      if (kind != Kind.ROLE && kind.id.equals(text)) {
        return Optional.of(new AddressChoice(kind, ""));
      }
    }
    return Optional.empty();
  }

  /** As {@link #parse} reads it. */
  public String text() {
    return kind.id + role;
  }

  /** Whether it means this contact. */
  boolean includes(CustomerAddresses.Contact contact) {
    return switch (kind) {
      case SHOP -> false;
      case OWNER -> contact.isOwner();
      case CONTACTS -> true;
      case ROLE -> contact.role().equals(role);
    };
  }
}
