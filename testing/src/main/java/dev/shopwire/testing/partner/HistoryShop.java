package dev.shopwire.testing.partner;

import java.util.Locale;

/**
 * A shop of a history.
 *
 * @param number positive
 * @param redacted whether the platform hides its name and domain
 */
public record HistoryShop(int number, boolean redacted) {
  /** What the platform shows in place of a name or domain that it hides. */
  public static final String REDACTED = "REDACTED";

  public String id() {
    return "gid://platform/Shop/" + number;
  }

  public String domain() {
    return redacted
        ? REDACTED
        : String.format(Locale.ROOT, "partner-shop-%06d.example.com", number);
  }

  public String name() {
    return redacted ? REDACTED : "Partner shop " + number;
  }
}
