package dev.shopwire.attribution.credit;

import java.util.Locale;
import java.util.Set;

/** Compares e-mail addresses by the mailbox that they reach, as far as their text shows it. */
final class EmailComparison {
  /** Providers that ignore dots before the at sign. */
  private static final Set<String> DOTLESS = Set.of("gmail.com", "googlemail.com");

  private EmailComparison() {}

  /** In lower case, without a plus-tag, without dots where the provider ignores them. */
  static String normalize(String email) {
    String address = email.strip().toLowerCase(Locale.ROOT);
    int at = address.lastIndexOf('@');
    if (at < 0) {
      return address;
    }
    String mailbox = address.substring(0, at);
    String domain = address.substring(at + 1);
    int plus = mailbox.indexOf('+');
    // A leading plus is not a tag: nothing would be left of the mailbox.
    String untagged = plus > 0 ? mailbox.substring(0, plus) : mailbox;
    if (!DOTLESS.contains(domain)) {
      return untagged + "@" + domain;
    }
    return untagged.replace(".", "") + "@gmail.com";
  }

  static boolean areSameMailbox(String one, String other) {
    return normalize(one).equals(normalize(other));
  }
}
