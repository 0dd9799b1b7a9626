package dev.shopwire.automation.reports.parsing;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads ids of mails: alone, or in a Message-ID as our mails have them. */
public final class MessageIds {
  private static final Pattern FORM = Pattern.compile("<?([1-9][0-9]{0,18})(?:@[^@\\s<>]+)?>?");

  private MessageIds() {}

  /** Empty if it can't be one of ours. */
  public static Optional<Long> read(String text) {
    Matcher found = FORM.matcher(text.strip());
    try {
      return found.matches() ? Optional.of(Long.parseLong(found.group(1))) : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
