package dev.shopwire.common.json;

/** Which JSON numbers can be kept: those that are finite in a reader that uses doubles. */
public final class Numbers {
  private static final int MAX_LENGTH = 1_000;
  private static final int ALWAYS_FINE = 18;

  private Numbers() {}

  /**
   * False for what overflows or vanishes as a double, or is over 1,000 characters long. That also
   * keeps it far within PostgreSQL's numeric, where a few bytes of exponent could become 128 KiB.
   */
  public static boolean isStorable(String number) {
    if (number.length() <= ALWAYS_FINE && number.indexOf('e') < 0 && number.indexOf('E') < 0) {
      return true;
    }
    if (number.length() > MAX_LENGTH) {
      return false;
    }
    double value = Double.parseDouble(number);
    return !Double.isInfinite(value) && (value != 0 || isStorableZero(number));
  }

  /**
   * A zero keeps its scale in PostgreSQL, so its exponent must not ask for more places than a
   * number may have characters.
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
