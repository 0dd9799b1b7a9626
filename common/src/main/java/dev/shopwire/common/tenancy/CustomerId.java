package dev.shopwire.common.tenancy;

import java.util.Optional;

/**
 * Converts customer ids to and from their public form: {@code cus_} and 16 hexadecimal digits,
 * which no other id resembles. The SQL function {@code customer_ref} produces the same form.
 */
public final class CustomerId {
  private static final String PREFIX = "cus_";
  private static final String FORM = PREFIX + "[0-9a-f]{16}";

  /** Hides how many customers exist; must not change, but is not a secret. */
  private static final long MASK = 0x5be1_93d0_7ac4_f62dL;

  /** The expected value in error messages. */
  public static final String EXPECTED =
      "must be the shop's domain or a customer id returned by Shopwire, such as"
          + " cus_5be193d07ac4f62c";

  private CustomerId() {}

  public static String of(long id) {
    return PREFIX + String.format("%016x", id ^ MASK);
  }

  /** The id that {@code text} stands for; empty if it is not a customer id. */
  public static Optional<Long> parse(String text) {
    if (!text.matches(FORM)) {
      return Optional.empty();
    }
    long id = Long.parseUnsignedLong(text, PREFIX.length(), text.length(), 16) ^ MASK;
    return id > 0 ? Optional.of(id) : Optional.empty();
  }
}
