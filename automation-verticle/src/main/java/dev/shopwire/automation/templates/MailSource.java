package dev.shopwire.automation.templates;

import dev.shopwire.automation.templates.language.Member;
import java.util.Optional;

/**
 * What a mail template is made of, as it was sent.
 *
 * @param markup of {@code content}: {@link Member#HTML} or {@link Member#MJML}
 * @param text empty if the text part is to be made from the HTML
 */
public record MailSource(String subject, Member markup, String content, Optional<String> text) {
  public MailSource {
    if (markup != Member.HTML && markup != Member.MJML) {
      throw new IllegalArgumentException("not a markup: " + markup);
    }
  }

  public static MailSource ofHtml(String subject, String html) {
    return new MailSource(subject, Member.HTML, html, Optional.empty());
  }

  public static MailSource ofMjml(String subject, String mjml) {
    return new MailSource(subject, Member.MJML, mjml, Optional.empty());
  }

  public MailSource withText(String given) {
    return new MailSource(subject, markup, content, Optional.of(given));
  }
}
