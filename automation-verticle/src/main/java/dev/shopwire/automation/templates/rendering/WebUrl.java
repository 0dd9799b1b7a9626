package dev.shopwire.automation.templates.rendering;

import java.util.regex.Pattern;

/** Decides which values may be a whole URL in a mail. */
public final class WebUrl {
  /** Control characters, white space, invisible characters, and what RFC 3986 has no place for. */
  private static final String CHARACTER = "[^\\p{C}\\p{Z}\"<>\\\\^`{|}]";

  private static final Pattern SAFE =
      Pattern.compile(
          "(?i:https?)://[^\\p{C}\\p{Z}\"<>\\\\^`{|}/?#@:]"
              + CHARACTER
              + "*+|(?i:mailto):"
              + CHARACTER
              + "++");

  private WebUrl() {}

  /**
   * Whether it is an http or https URL with a host, or a mailto URL, of nothing but characters that
   * URLs may have (RFC 3986; letters of all scripts as in RFC 3987).
   */
  public static boolean isSafe(String url) {
    return SAFE.matcher(url).matches();
  }
}
