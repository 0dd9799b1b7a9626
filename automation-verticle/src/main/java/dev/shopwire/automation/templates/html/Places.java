package dev.shopwire.automation.templates.html;

import dev.shopwire.automation.templates.rendering.Encoding;
import java.util.Optional;

/** Decides whether and how a value may stand where a scanner is. */
final class Places {
  private Places() {}

  /**
   * A decision.
   *
   * @param encoding empty if the value is refused
   * @param refusal why
   */
  record Decision(Optional<Encoding> encoding, String refusal) {
    private static Decision allow(Encoding encoding) {
      return new Decision(Optional.of(encoding), "");
    }

    private static Decision refuse(String found) {
      return new Decision(
          Optional.empty(),
          "expected a placeholder in text or in a quoted attribute value, not in " + found);
    }
  }

  static Decision ofValue(HtmlScanner scanner, UrlProgress url) {
    Optional<String> ambiguity = scanner.regions().ambiguity();
    if (ambiguity.isPresent()) {
      return Decision.refuse(
          "what follows " + ambiguity.get() + ", which not all parsers read alike");
    }
    if (scanner.regions().isForeign()) {
      return Decision.refuse("SVG or MathML");
    }
    if (scanner.isInReference()) {
      return Decision.refuse("what may become a character reference; write &amp; for &");
    }
    if (scanner.state() == HtmlScanner.State.DATA) {
      return Decision.allow(Encoding.HTML);
    }
    return scanner.state().isQuoted()
        ? ofAttribute(scanner, url)
        : Decision.refuse(scanner.state().shown());
  }

  private static Decision ofAttribute(HtmlScanner scanner, UrlProgress url) {
    String attribute = scanner.attribute();
    if (scanner.isEndTag()) {
      return Decision.refuse("an end tag");
    }
    if (!Attributes.isSafeElement(scanner.name())) {
      return Decision.refuse("an attribute of <" + scanner.name() + ">");
    }
    if (Attributes.isUrl(attribute)) {
      return url.encoding()
          .map(Decision::allow)
          .orElseGet(
              () ->
                  new Decision(
                      Optional.empty(),
                      "expected the placeholder to be the whole URL, or to stand after"
                          + " http://host/, https://host/ or mailto:, in "
                          + attribute));
    }
    return Attributes.isText(attribute)
        ? Decision.allow(Encoding.HTML)
        : Decision.refuse("the attribute " + attribute);
  }

  /** Why an if-block may not start here, if it may not. */
  static Optional<String> refusalOfBlock(HtmlScanner scanner) {
    boolean isInContent = scanner.state() == HtmlScanner.State.DATA || scanner.state().isQuoted();
    if (isInContent && !scanner.isInReference()) {
      return Optional.empty();
    }
    String found = isInContent ? "what may become a character reference" : scanner.state().shown();
    return Optional.of(
        "expected an if-block around whole tags and text or within a quoted attribute value, not in "
            + found);
  }
}
