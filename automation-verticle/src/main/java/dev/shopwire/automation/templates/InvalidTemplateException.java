package dev.shopwire.automation.templates;

import dev.shopwire.automation.templates.language.TemplateFault;
import dev.shopwire.automation.templates.language.UsedPath;
import java.util.List;

/** Refuses a template, with all that is wrong with it. Has no stack trace. */
public final class InvalidTemplateException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<TemplateFault> faults;
  private final transient List<UsedPath> used;

  InvalidTemplateException(List<TemplateFault> faults, List<UsedPath> used) {
    super("the template is invalid", null, false, false);
    this.faults = List.copyOf(faults);
    this.used = List.copyOf(used);
  }

  /** The faults, of subject, HTML or MJML, and text, each in the order of its source. */
  public List<TemplateFault> faults() {
    return faults;
  }

  /** The paths that could be read, as {@link MailTemplate#used}. */
  public List<UsedPath> used() {
    return used;
  }
}
