package dev.shopwire.automation.templates.rendering;

import dev.shopwire.automation.templates.language.TemplatePath;
import java.util.Locale;

/** A value that a mail can't be sent without. */
public record Missing(TemplatePath path, Reason reason) {
  /** Why there is none to insert. */
  public enum Reason {
    NO_VALUE,
    /** It makes up a whole URL, and is no URL with http, https or mailto. */
    NOT_A_URL;

    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
