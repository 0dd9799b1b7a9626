package dev.shopwire.common.tenancy;

import java.util.Optional;

/**
 * A customer's id as it leaves the service: {@code cus_} and 16 hexadecimal digits, which no other
 * id can be mistaken for. The SQL function {@code customer_ref} writes the same.
 */
public final class CustomerId {
  private static final String PREFIX = "cus_";
  private static final String FORM = PREFIX + "[0-9a-f]{16}";

  /** Keeps people from counting: stable, and no secret. */
  private static final long MASK = 0x5be1_93d0_7ac4_f62dL;

  /** What an error says is to be sent. */
  public static final String EXPECTED =
      "must be the shop's domain, or a customer id that Shopwire gave, such as"
          + " cus_5be193d07ac4f62c";

  private CustomerId() {}

  public static String of(long id) {
    return PREFIX + String.format("%016x", id ^ MASK);
  }

  /** The id that {@code text} stands for; empty for what is none. */
  public static Optional<Long> parse(String text) {
    if (!text.matches(FORM)) {
      return Optional.empty();
    }
    long id = Long.parseUnsignedLong(text, PREFIX.length(), text.length(), 16) ^ MASK;
    return id > 0 ? Optional.of(id) : Optional.empty();
  }
}
