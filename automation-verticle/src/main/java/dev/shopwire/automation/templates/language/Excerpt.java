package dev.shopwire.automation.templates.language;

/** Shows what a caller sent in a message to the same caller. */
public final class Excerpt {
  private static final int MAX_LENGTH = 50;

  private Excerpt() {}

  /** The text itself, shortened, with blanks for control characters. */
  public static String of(String text) {
    String shown = text;
    if (text.length() > MAX_LENGTH) {
      int end =
          Character.isHighSurrogate(text.charAt(MAX_LENGTH - 1)) ? MAX_LENGTH - 1 : MAX_LENGTH;
      shown = text.substring(0, end) + "…";
    }
    return shown.replaceAll("\\p{Cntrl}", " ");
  }
}
