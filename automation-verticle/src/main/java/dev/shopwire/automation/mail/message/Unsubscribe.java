package dev.shopwire.automation.mail.message;

/**
 * The link by which a recipient unsubscribes with one click (RFC 2369, RFC 8058).
 *
 * @param url http or https, printable ASCII without angle brackets, at most 900 characters: it
 *     can't be folded, and a line of a mail has at most 998
 */
public record Unsubscribe(String url) {
  private static final int MAX_LENGTH = 900;

  public Unsubscribe {
    boolean isHttp = url.startsWith("https://") || url.startsWith("http://");
    boolean isPrintable =
        url.chars().allMatch(c -> c > ' ' && c <= '~' && c != '<' && c != '>' && c != ',');
    if (!isHttp || !isPrintable || url.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "The unsubscribe link must be an http or https URL of at most "
              + MAX_LENGTH
              + " printable ASCII characters");
    }
  }
}
