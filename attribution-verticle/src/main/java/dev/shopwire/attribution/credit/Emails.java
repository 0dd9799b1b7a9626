package dev.shopwire.attribution.credit;

import java.util.Locale;
import java.util.Set;

/** Whether two e-mail addresses reach one mailbox, as far as that can be told from their text. */
final class Emails {
  /** Those that ignore dots in what is before the at sign. */
  private static final Set<String> DOTLESS = Set.of("gmail.com", "googlemail.com");

  private Emails() {}

  /** In lower case, without a plus-tag, without dots where the provider ignores them. */
  static String normalise(String email) {
    String address = email.strip().toLowerCase(Locale.ROOT);
    int at = address.lastIndexOf('@');
    if (at < 0) {
      return address;
    }
    String mailbox = address.substring(0, at);
    String domain = address.substring(at + 1);
    int plus = mailbox.indexOf('+');
    // A plus in front is no tag: nothing would be left of the mailbox.
    String untagged = plus > 0 ? mailbox.substring(0, plus) : mailbox;
    if (!DOTLESS.contains(domain)) {
      return untagged + "@" + domain;
    }
    return untagged.replace(".", "") + "@gmail.com";
  }

  static boolean areOne(String one, String other) {
    return normalise(one).equals(normalise(other));
  }
}
