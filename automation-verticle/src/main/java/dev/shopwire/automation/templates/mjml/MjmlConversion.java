package dev.shopwire.automation.templates.mjml;

import ch.digitalfondue.mjml4j.Mjml4j;
import dev.shopwire.automation.templates.language.FaultCode;
import dev.shopwire.automation.templates.language.Faults;
import dev.shopwire.automation.templates.language.Span;
import dev.shopwire.automation.templates.language.Token;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts MJML with tags of the template language into HTML with the same tags. While the
 * converter runs, a marker that it does not change stands in the place of each tag. Blocks the
 * thread, for seconds at worst.
 */
public final class MjmlConversion {
  /** Of the HTML, in UTF-16 units. */
  public static final int MAX_HTML = 1_048_576;

  private static final Pattern INCLUDE = Pattern.compile("(?i)<mj-include(?![a-z0-9-])");
  private static final Pattern ROOT = Pattern.compile("(?i)<mjml[\\s>]");
  private static final Pattern ROOT_END = Pattern.compile("(?i)</mjml\\s*>");

  /** Without a resolver, nothing can be included. */
  private static final Mjml4j.Configuration CONFIGURATION = new Mjml4j.Configuration("und");

  private MjmlConversion() {}

  /**
   * Returns the tokens of the HTML, or those of the MJML if there are faults.
   *
   * @param tokens of {@code source}
   */
  public static List<Token> html(String source, List<Token> tokens, Faults faults) {
    Matcher include = INCLUDE.matcher(source);
    while (include.find()) {
      faults.invalid(
          new Span(include.start(), include.end() - include.start()),
          "expected MJML without mj-include");
    }
    if (!ROOT.matcher(source).find() || !ROOT_END.matcher(source).find()) {
      faults.invalid(Span.START, "expected MJML from <mjml> to </mjml>");
    }
    Markers markers = Markers.of(tokens, source);
    String marked = markers.text();
    MjmlLimits.exceeded(marked).forEach(message -> faults.invalid(Span.START, message));
    if (!faults.isEmpty()) {
      return tokens;
    }
    Optional<String> html = convert(marked);
    if (html.isEmpty()) {
      faults.invalid(Span.START, "expected valid MJML; its elements or attributes are malformed");
      return tokens;
    }
    if (html.get().length() > MAX_HTML) {
      faults.add(
          FaultCode.TOO_LONG, Span.START, "expected MJML that becomes at most 1 MiB of HTML");
      return tokens;
    }
    return markers.tokens(html.get(), faults);
  }

  private static Optional<String> convert(String mjml) {
    try {
      return Optional.of(Mjml4j.render(mjml, CONFIGURATION));
    } catch (RuntimeException | StackOverflowError e) {
      // The converter has no exceptions of its own: invalid numbers and missing elements end so.
      return Optional.empty();
    }
  }
}
