package dev.shopwire.automation.templates.language;

import java.util.Locale;

/** What can be wrong with a template; the ids are those of the API. */
public enum FaultCode {
  /** The syntax of tags, of MJML, or of the HTML around tags. */
  INVALID_TEMPLATE,
  UNKNOWN_PLACEHOLDER,
  /** A tag stands where no value can be inserted safely. */
  UNSAFE_PLACE,
  TOO_LONG;

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
