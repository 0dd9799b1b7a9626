package dev.shopwire.automation.templates.html;

import dev.shopwire.automation.templates.language.Span;
import dev.shopwire.automation.templates.rendering.Encoding;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How far the value of a URL attribute has been read, which decides how a value may stand there.
 *
 * @param prefix the text so far, while it may still become scheme and host
 * @param whole the tag that makes up the whole URL, if one does
 */
record UrlProgress(Stage stage, String prefix, Optional<Span> whole) {
  /** What has been read. */
  enum Stage {
    /** Nothing. */
    START,
    /** Text before the end of the host, or none that a value may follow. */
    PREFIX,
    /** {@code http://host/} or {@code https://host/} and more. */
    AFTER_HOST,
    /** {@code mailto:} and more. */
    MAILTO,
    /** One value. */
    WHOLE
  }

  static final UrlProgress NOTHING = new UrlProgress(Stage.START, "", Optional.empty());

  private static final int MAX_PREFIX = 300;
  private static final Pattern HOST =
      Pattern.compile("(?i)https?://[a-z0-9](?:[a-z0-9.-]{0,252})(?::[0-9]{1,5})?[/?#]");
  private static final Pattern MAILTO = Pattern.compile("(?i)mailto:");

  /** After literal text. */
  UrlProgress literal(String text) {
    if (text.isEmpty() || (stage != Stage.START && stage != Stage.PREFIX)) {
      return this;
    }
    String more = prefix + text.substring(0, Math.min(text.length(), MAX_PREFIX));
    String read = more.substring(0, Math.min(more.length(), MAX_PREFIX));
    if (HOST.matcher(read).lookingAt()) {
      return new UrlProgress(Stage.AFTER_HOST, "", Optional.empty());
    }
    return MAILTO.matcher(read).lookingAt()
        ? new UrlProgress(Stage.MAILTO, "", Optional.empty())
        : new UrlProgress(Stage.PREFIX, read, Optional.empty());
  }

  /** After a tag that a value replaces. */
  UrlProgress insert(Span tag) {
    return stage == Stage.START ? new UrlProgress(Stage.WHOLE, "", Optional.of(tag)) : this;
  }

  /** How a value may stand here; empty if it may not. */
  Optional<Encoding> encoding() {
    return switch (stage) {
      case START -> Optional.of(Encoding.HTML_URL);
      case AFTER_HOST -> Optional.of(Encoding.URL_PART);
      case MAILTO -> Optional.of(Encoding.MAILTO_PART);
      case PREFIX, WHOLE -> Optional.empty();
    };
  }

  /** What is certain after an if-block whose other branch ends with {@code other}. */
  UrlProgress merge(UrlProgress other) {
    if (equals(other) || stage == Stage.WHOLE) {
      return this;
    }
    // A prefix that no text completes: nothing may follow.
    return other.stage == Stage.WHOLE
        ? other
        : new UrlProgress(Stage.PREFIX, "?".repeat(MAX_PREFIX), Optional.empty());
  }
}
