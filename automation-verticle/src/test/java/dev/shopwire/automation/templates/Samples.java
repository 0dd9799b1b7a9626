package dev.shopwire.automation.templates;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.shopwire.automation.templates.language.Member;
import dev.shopwire.automation.templates.language.TemplateFault;
import dev.shopwire.automation.templates.rendering.TemplateValue;
import dev.shopwire.automation.templates.rendering.Values;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Templates and values for tests. */
final class Samples {
  private Samples() {}

  static MailTemplate html(String html) {
    return parsed(MailSource.ofHtml("Subject", html));
  }

  static MailTemplate subject(String subject) {
    return parsed(MailSource.ofHtml(subject, "<p>Hello</p>"));
  }

  static MailTemplate mjml(String mjml) {
    return parsed(MailSource.ofMjml("Subject", mjml));
  }

  static MailTemplate parsed(MailSource source) {
    try {
      return MailTemplate.parse(source);
    } catch (InvalidTemplateException e) {
      throw new AssertionError(source.content() + "\n" + e.faults(), e);
    }
  }

  static List<TemplateFault> faults(MailSource source) {
    return assertThrows(
            InvalidTemplateException.class, () -> MailTemplate.parse(source), source::content)
        .faults();
  }

  /** The faults of HTML as {@code code position+length}. */
  static List<String> faults(String html) {
    return shown(faults(MailSource.ofHtml("Subject", html)));
  }

  static List<String> shown(List<TemplateFault> faults) {
    return faults.stream()
        .map(
            fault ->
                (fault.member() == Member.HTML ? "" : fault.member().id() + " ")
                    + "%s %d+%d"
                        .formatted(
                            fault.code().id(), fault.span().position(), fault.span().length()))
        .toList();
  }

  /** Values by their paths. */
  static Values values(Map<String, String> texts) {
    return path -> Optional.ofNullable(texts.get(path.text())).flatMap(TemplateValue::of);
  }

  /** The same value for every path. */
  static Values all(String text) {
    return path -> Optional.of(new TemplateValue(text, true));
  }

  static Values none() {
    return path -> Optional.empty();
  }
}
