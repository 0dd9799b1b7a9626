package dev.shopwire.automation.templates.store;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.templates.MailSource;
import dev.shopwire.automation.templates.language.Member;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.JsonTypes;
import dev.shopwire.common.json.PatchValue;
import dev.shopwire.common.json.StorableText;
import java.util.List;
import java.util.Optional;

/**
 * The body of a request that creates or changes a template. Whatever is absent stays as it is.
 *
 * @param content the source of {@code markup}
 * @param text null to make the text part from the HTML
 * @param faults of the body, without those of the template language
 */
record TemplateInput(
    Optional<String> name,
    Optional<String> subject,
    Member markup,
    Optional<String> content,
    PatchValue<String> text,
    List<ValidationError> faults) {
  static final int MAX_NAME = 100;

  /** In bytes of UTF-8: what a line of a mail may have (RFC 5322, section 2.1.1). */
  static final int MAX_SUBJECT = 998;

  private static final String NAME = "name";
  private static final String SUBJECT = Member.SUBJECT.id();
  private static final String TEXT = Member.TEXT.id();

  /**
   * @param isNew whether nothing but the text may be absent
   * @throws Failure 400 or 422 if it is no JSON object
   */
  static TemplateInput read(String body, boolean isNew) {
    JsonInput input = JsonInput.strict(body);
    Optional<String> name =
        isNew || !input.value(NAME).isMissingNode()
            ? Optional.of(input.requiredString(NAME, MAX_NAME))
            : Optional.empty();
    Optional<String> subject = source(input, SUBJECT, isNew);
    checkSubject(input, subject);
    boolean hasHtml = isPresent(input.value(Member.HTML.id()));
    boolean hasMjml = isPresent(input.value(Member.MJML.id()));
    Member markup = hasMjml ? Member.MJML : Member.HTML;
    Optional<String> content = Optional.empty();
    if (hasHtml && hasMjml) {
      input.addError(Member.MJML.id(), "one_of", "can't be given together with html");
    } else if (hasHtml || hasMjml || isNew) {
      content = source(input, markup.id(), isNew);
    }
    return new TemplateInput(name, subject, markup, content, text(input), faults(input));
  }

  private static boolean isPresent(JsonNode value) {
    return !value.isMissingNode() && !value.isNull();
  }

  /** A text that is not blank, as it was sent, so that positions in it are right. */
  private static Optional<String> source(JsonInput input, String member, boolean isRequired) {
    JsonNode value = input.value(member);
    if (value.isMissingNode() && !isRequired) {
      return Optional.empty();
    }
    if (!isPresent(value)) {
      String or = member.equals(Member.HTML.id()) ? ", or mjml" : "";
      input.addError(member, "required", "is required" + or);
    } else if (!value.isTextual()) {
      input.addError(member, "invalid_type", "must be a string, got " + JsonTypes.name(value));
    } else if (value.textValue().isBlank()) {
      input.addError(member, "invalid_length", "must not be blank");
    } else {
      return Optional.of(value.textValue());
    }
    return Optional.empty();
  }

  private static void checkSubject(JsonInput input, Optional<String> subject) {
    long bytes = subject.map(StorableText::utf8Length).orElse(0L);
    if (bytes > MAX_SUBJECT) {
      input.addError(
          SUBJECT,
          "too_long",
          "must have at most " + MAX_SUBJECT + " bytes of UTF-8, got " + bytes);
    }
  }

  private static PatchValue<String> text(JsonInput input) {
    JsonNode value = input.value(TEXT);
    if (value.isMissingNode()) {
      return PatchValue.absent();
    }
    if (value.isTextual()) {
      return PatchValue.of(value.textValue().isBlank() ? null : value.textValue());
    }
    if (!value.isNull()) {
      input.addError(
          TEXT, "invalid_type", "must be a string or null, got " + JsonTypes.name(value));
    }
    return PatchValue.of(null);
  }

  private static List<ValidationError> faults(JsonInput input) {
    try {
      input.throwIfInvalid();
      return List.of();
    } catch (Failure failure) {
      return failure.errors();
    }
  }

  /** Whether it changes any source. */
  boolean hasSources() {
    return subject.isPresent() || content.isPresent() || text.present();
  }

  /** What is to be checked: of what is absent or has faults already, nothing. */
  MailSource checked() {
    return new MailSource(
        subject.filter(given -> isSound(SUBJECT)).orElse(""),
        content.isPresent() && isSound(markup.id()) ? markup : Member.HTML,
        content.filter(given -> isSound(markup.id())).orElse(""),
        Optional.ofNullable(text.value()).filter(given -> isSound(TEXT)));
  }

  private boolean isSound(String member) {
    return faults.stream().noneMatch(fault -> ("/" + member).equals(fault.pointer()));
  }

  /** The sources of a new template, which have no faults. */
  MailSource source() {
    return new MailSource(
        subject.orElseThrow(), markup, content.orElseThrow(), Optional.ofNullable(text.value()));
  }

  /** Sources with what this body changes. */
  MailSource applyTo(MailSource before) {
    return new MailSource(
        subject.orElse(before.subject()),
        content.isPresent() ? markup : before.markup(),
        content.orElse(before.content()),
        text.present() ? Optional.ofNullable(text.value()) : before.text());
  }
}
