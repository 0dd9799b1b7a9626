package dev.shopwire.automation.templates;

import dev.shopwire.automation.templates.rendering.Missing;
import java.util.List;

/**
 * A rendered mail.
 *
 * @param subject on one line, not encoded
 * @param html empty if the mail is too large
 * @param text with LF as its line break; empty if the mail is too large
 * @param missing what has no value, each path once a reason; nothing stands in its place
 * @param isTooLarge whether it exceeds {@link MailTemplate#MAX_MAIL}
 */
public record Rendered(
    String subject, String html, String text, List<Missing> missing, boolean isTooLarge) {
  public Rendered {
    missing = List.copyOf(missing);
  }

  static Rendered tooLarge(List<Missing> missing) {
    return new Rendered("", "", "", missing, true);
  }

  /** Whether the mail may be sent. */
  public boolean isComplete() {
    return missing.isEmpty() && !isTooLarge;
  }
}
