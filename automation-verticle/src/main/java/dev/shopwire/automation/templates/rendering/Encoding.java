package dev.shopwire.automation.templates.rendering;

/** How a value is written where it stands. Control characters and unpaired surrogates never are. */
public enum Encoding {
  /** In a header field: on one line. */
  HEADER,
  /** In the text part, with its line breaks. */
  TEXT,
  /** In HTML: between tags, or in the quoted value of an attribute that is no URL. */
  HTML,
  /** All of a URL in HTML: refused unless it has http, https or mailto. */
  HTML_URL,
  /** All of a URL in the text part. */
  TEXT_URL,
  /** In a URL after its host: percent-encoded (RFC 3986, section 2.1). */
  URL_PART,
  /** In a mailto URL (RFC 6068): percent-encoded but for the at sign. */
  MAILTO_PART;

  /** Whether the value can't stand here, whatever its encoding. */
  public boolean refuses(String value) {
    return (this == HTML_URL || this == TEXT_URL) && !WebUrl.isSafe(value);
  }

  /** Appends a value that is not refused. */
  public void write(String value, StringBuilder out) {
    switch (this) {
      case HEADER -> CleanText.oneLine(value, out);
      case TEXT -> CleanText.lines(value, out);
      case HTML, HTML_URL -> HtmlText.write(value, out);
      case TEXT_URL -> out.append(value);
      case URL_PART -> PercentEncoding.write(value, "-._~", out);
      case MAILTO_PART -> PercentEncoding.write(value, "-._~@", out);
    }
  }

  /** The encoding of the same place in the text part. */
  public Encoding inText() {
    return switch (this) {
      case HTML -> TEXT;
      case HTML_URL -> TEXT_URL;
      default -> this;
    };
  }
}
