package dev.shopwire.common.json;

/** Decides which JSON numbers can be stored: those that a reader can hold as a finite double. */
public final class Numbers {
  private static final int MAX_LENGTH = 1_000;
  private static final int ALWAYS_STORABLE = 18;

  private Numbers() {}

  /**
   * False if the number overflows or underflows as a double, or has more than 1,000 characters.
   * That also keeps it far within PostgreSQL's numeric, where a few bytes of exponent could become
   * 128 KiB.
   */
  public static boolean isStorable(String number) {
    if (number.length() <= ALWAYS_STORABLE && number.indexOf('e') < 0 && number.indexOf('E') < 0) {
      return true;
    }
    if (number.length() > MAX_LENGTH) {
      return false;
    }
    double value = Double.parseDouble(number);
    return !Double.isInfinite(value) && (value != 0 || isStorableZero(number));
  }

  /**
   * PostgreSQL keeps the scale of a zero, so its exponent must not require more decimal places than
   * a number may have characters.
   */
  private static boolean isStorableZero(String number) {
    for (int i = 0; i < number.length(); i++) {
      char c = number.charAt(i);
      if (c == 'e' || c == 'E') {
        String exponent = number.substring(i + 1);
        return exponent.matches("\\+?\\d{1,9}|-\\d{1,3}");
      }
      if (c >= '1' && c <= '9') {
        return false;
      }
    }
    return true;
  }
}
