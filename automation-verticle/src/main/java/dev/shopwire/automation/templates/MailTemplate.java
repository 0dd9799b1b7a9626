package dev.shopwire.automation.templates;

import dev.shopwire.automation.templates.html.HtmlTemplate;
import dev.shopwire.automation.templates.language.Member;
import dev.shopwire.automation.templates.language.UsedPath;
import dev.shopwire.automation.templates.rendering.Part;
import dev.shopwire.automation.templates.rendering.Rendering;
import dev.shopwire.automation.templates.rendering.Values;
import dev.shopwire.automation.templates.text.TextPart;
import dev.shopwire.common.json.StorableText;
import java.util.List;
import java.util.Optional;

/** The checked template of a mail, rendered once per recipient. Immutable and thread-safe. */
public final class MailTemplate {
  /** Of each member's source, in bytes of UTF-8. */
  public static final int MAX_SOURCE = 262_144;

  /** Of a rendered mail: subject, HTML and text together, in bytes of UTF-8. */
  public static final int MAX_MAIL = 1_048_576;

  private final List<Part> subject;
  private final HtmlTemplate html;
  private final Optional<List<Part>> text;
  private final List<UsedPath> used;

  private MailTemplate(
      List<Part> subject, HtmlTemplate html, Optional<List<Part>> text, List<UsedPath> used) {
    this.subject = List.copyOf(subject);
    this.html = html;
    this.text = text;
    this.used = List.copyOf(used);
  }

  /**
   * Checks a template. Takes milliseconds, but seconds for the worst MJML: not for an event loop.
   *
   * @throws InvalidTemplateException with all faults that were found
   */
  public static MailTemplate parse(MailSource source) throws InvalidTemplateException {
    MemberReader reader = new MemberReader();
    List<Part> subject = reader.header(Member.SUBJECT, source.subject());
    HtmlTemplate html = reader.html(source.markup(), source.content());
    Optional<List<Part>> text = source.text().map(reader::text);
    if (!reader.faults().isEmpty()) {
      throw new InvalidTemplateException(reader.faults(), reader.used());
    }
    return new MailTemplate(subject, html, text, reader.used());
  }

  /** All paths with their places, so that the caller can check whether the fields exist. */
  public List<UsedPath> used() {
    return used;
  }

  /** About how much memory it takes, in bytes, for caches. */
  public long size() {
    return TemplateSize.of(subject)
        + TemplateSize.of(html)
        + text.map(TemplateSize::of).orElse(0L)
        + TemplateSize.ofPaths(used);
  }

  /** Renders one mail; blocks on nothing but {@code values}. */
  public Rendered render(Values values) {
    return render(values, MAX_MAIL);
  }

  /**
   * Renders one mail that is too large if it exceeds this.
   *
   * @param maxBytes of subject, HTML and text together, in UTF-8; at most {@link #MAX_MAIL}
   */
  public Rendered render(Values values, int maxBytes) {
    Rendering rendering = new Rendering(values, maxBytes);
    try {
      String subjectLine = write(subject, rendering);
      String htmlPart = write(html.parts(), rendering);
      String textPart =
          text.isPresent() ? write(text.get(), rendering) : TextPart.write(html.text(), rendering);
      return isTooLarge(List.of(subjectLine, htmlPart, textPart), maxBytes)
          ? Rendered.tooLarge(rendering.missing())
          : new Rendered(subjectLine, htmlPart, textPart, rendering.missing(), false);
    } catch (Rendering.TooLarge e) {
      return Rendered.tooLarge(rendering.missing());
    }
  }

  private static boolean isTooLarge(List<String> parts, int maxBytes) {
    long units = 0;
    long bytes = 0;
    for (String part : parts) {
      units += part.length();
    }
    // A UTF-16 unit becomes at most three bytes, so that small mails need not be measured.
    for (int i = 0; i < parts.size() && units * 3 > maxBytes; i++) {
      bytes += StorableText.utf8Length(parts.get(i));
    }
    return bytes > maxBytes;
  }

  private static String write(List<Part> parts, Rendering rendering) {
    StringBuilder out = new StringBuilder();
    rendering.write(parts, out);
    return out.toString();
  }
}
