package dev.shopwire.automation.language.draft;

import dev.shopwire.common.json.StorableText;

/** Shows what a caller sent in a message to the same caller. */
public final class Shown {
  private static final int MAX_LENGTH = 50;

  private Shown() {}

  /** The text itself, shortened. */
  public static String text(String text) {
    if (StorableText.findProblem(text).isPresent()) {
      return "a text that " + StorableText.findProblem(text).orElse("");
    }
    return StorableText.length(text) <= MAX_LENGTH
        ? text
        : text.substring(0, text.offsetByCodePoints(0, MAX_LENGTH)) + "…";
  }
}
