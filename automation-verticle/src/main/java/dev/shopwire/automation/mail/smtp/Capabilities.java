package dev.shopwire.automation.mail.smtp;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** What a server offers in its reply to EHLO. */
record Capabilities(boolean startTls, boolean size, Set<String> mechanisms) {
  static Capabilities of(Reply ehlo) {
    Set<String> keywords = new HashSet<>();
    Set<String> mechanisms = new HashSet<>();
    // The first line is a greeting.
    for (String line : ehlo.lines().subList(1, ehlo.lines().size())) {
      // "AUTH=" is an old form beside "AUTH ".
      String[] words = line.toUpperCase(Locale.ROOT).split("[ =]+", -1);
      keywords.add(words[0]);
      if (words[0].equals("AUTH")) {
        mechanisms.addAll(Arrays.asList(words).subList(1, words.length));
      }
    }
    return new Capabilities(
        keywords.contains("STARTTLS"), keywords.contains("SIZE"), Set.copyOf(mechanisms));
  }
}
