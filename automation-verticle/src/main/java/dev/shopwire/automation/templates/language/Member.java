package dev.shopwire.automation.templates.language;

import java.util.Locale;

/** The members of a template's JSON that are written in the template language. */
public enum Member {
  SUBJECT,
  HTML,
  MJML,
  TEXT;

  /** The name in the JSON. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
