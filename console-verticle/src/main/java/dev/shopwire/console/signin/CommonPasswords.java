package dev.shopwire.console.signin;

import com.nulabinc.zxcvbn.StandardDictionaries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Set;

/** The passwords that attackers try first: zxcvbn's list of about 30,000. Thread-safe. */
final class CommonPasswords {
  private static final Set<String> ALL = load();

  private CommonPasswords() {}

  private static Set<String> load() {
    try {
      return Set.copyOf(StandardDictionaries.PASSWORDS_LOADER.load().getFrequencies());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether {@code password} is one of them, one of them repeated, or digits in order. */
  static boolean contains(String password) {
    String lower = password.toLowerCase(Locale.ROOT);
    String unit = lower.substring(0, period(lower));
    return ALL.contains(lower) || ALL.contains(unit) || unit.length() == 1 || isSequence(unit);
  }

  /** The length of the shortest text of which {@code text} is a repetition. */
  private static int period(String text) {
    int period = 1;
    while (text.length() % period != 0
        || !text.regionMatches(0, text, period, text.length() - period)) {
      period++;
    }
    return period;
  }

  /** Whether each character follows the one before it: of digits, where 0 follows 9, or letters. */
  private static boolean isSequence(String text) {
    for (int i = 1; i < text.length(); i++) {
      char before = text.charAt(i - 1);
      char next = before == '9' ? '0' : (char) (before + 1);
      if (text.charAt(i) != next) {
        return false;
      }
    }
    return true;
  }
}
