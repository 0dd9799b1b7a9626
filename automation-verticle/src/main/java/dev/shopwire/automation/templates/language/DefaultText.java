package dev.shopwire.automation.templates.language;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what follows the bar of a placeholder: {@code default: "text"}. */
final class DefaultText {
  private static final Pattern SYNTAX =
      Pattern.compile("\\s*default\\s*:\\s*\"((?:[^\"\\\\\\p{Cntrl}]|\\\\[\"\\\\])*+)\"\\s*");

  private DefaultText() {}

  /** The text; empty if the syntax is wrong. */
  static Optional<String> read(String source) {
    Matcher matcher = SYNTAX.matcher(source);
    return matcher.matches()
        ? Optional.of(matcher.group(1).replaceAll("\\\\([\"\\\\])", "$1"))
        : Optional.empty();
  }
}
