package dev.shopwire.automation.templates.html;

import java.util.Optional;

/**
 * Follows the HTML tokenizer (WHATWG HTML, section 13.2.5) over the text between the tags of a
 * template, and passes what it reads to its listener. Not thread-safe; linear in the text.
 *
 * <p>States: {@link State}. Character references are not decoded. What parsers are known to read in
 * different ways is reported to {@link Regions}.
 */
final class HtmlScanner {
  /** Where the scanner stands; the names are those of the specification where it has one. */
  enum State {
    DATA("text"),
    RAW_TEXT("an element without markup, such as <style>, <script> or <title>"),
    TAG_OPEN("a tag"),
    END_TAG_OPEN("a tag"),
    TAG_NAME("a tag's name"),
    SELF_CLOSING("a tag"),
    BEFORE_ATTRIBUTE("a tag, outside of attribute values"),
    ATTRIBUTE_NAME("an attribute's name"),
    AFTER_ATTRIBUTE_NAME("a tag, outside of attribute values"),
    BEFORE_VALUE("an attribute value without quotes"),
    DOUBLE_QUOTED("an attribute value"),
    SINGLE_QUOTED("an attribute value"),
    UNQUOTED("an attribute value without quotes"),
    AFTER_VALUE("a tag, outside of attribute values"),
    MARKUP_DECLARATION("a comment"),
    COMMENT("a comment"),
    BOGUS_COMMENT("a comment, a declaration or CDATA");

    private final String shown;

    State(String shown) {
      this.shown = shown;
    }

    String shown() {
      return shown;
    }

    boolean isQuoted() {
      return this == DOUBLE_QUOTED || this == SINGLE_QUOTED;
    }
  }

  private static final int MAX_NAME = 100;
  private static final int LONGEST_REFERENCE = 40;

  private final HtmlListener listener;
  private final Regions regions;
  private State state = State.DATA;
  private String name = "";
  private String attribute = "";
  private boolean isEndTag;
  private boolean isInReference;

  HtmlScanner(HtmlListener listener) {
    this.listener = listener;
    this.regions = new Regions();
  }

  private HtmlScanner(HtmlScanner other) {
    listener = other.listener;
    regions = other.regions.copy();
    state = other.state;
    name = other.name;
    attribute = other.attribute;
    isEndTag = other.isEndTag;
    isInReference = other.isInReference;
  }

  /** A scanner at the same place with the same listener. */
  HtmlScanner copy() {
    return new HtmlScanner(this);
  }

  State state() {
    return state;
  }

  /** The tag's name, in lower case; empty outside of tags. */
  String name() {
    return name;
  }

  /** The attribute's name, in lower case. */
  String attribute() {
    return attribute;
  }

  boolean isEndTag() {
    return isEndTag;
  }

  /** Whether the text so far ends with what may be the start of a character reference. */
  boolean isInReference() {
    return isInReference;
  }

  Regions regions() {
    return regions;
  }

  /** Whether both stand in the same place, apart from how far a URL is read. */
  boolean isSamePlace(HtmlScanner other) {
    return state == other.state
        && isInReference == other.isInReference
        && isEndTag == other.isEndTag
        && regions.isSame(other.regions)
        && (state == State.DATA || (name.equals(other.name) && attribute.equals(other.attribute)));
  }

  /** A value stands here: nothing before it is continued by what follows. */
  void insert() {
    isInReference = false;
  }

  void scan(String text) {
    int at = 0;
    while (at < text.length()) {
      at = step(text, at);
    }
    if (!text.isEmpty()) {
      isInReference =
          (state == State.DATA || state.isQuoted()) && endsInReference(text, isInReference);
    }
  }

  private static boolean endsInReference(String text, boolean isContinued) {
    int first = Math.max(0, text.length() - LONGEST_REFERENCE);
    for (int i = text.length() - 1; i >= first; i--) {
      char c = text.charAt(i);
      if (c == '&') {
        return true;
      }
      if (c != '#' && !isLetter(c) && !(c >= '0' && c <= '9')) {
        return false;
      }
    }
    return first == 0 && isContinued;
  }

  private int step(String text, int at) {
    return switch (state) {
      case DATA -> data(text, at);
      case RAW_TEXT -> rawText(text, at);
      case DOUBLE_QUOTED -> quoted(text, at, '"');
      case SINGLE_QUOTED -> quoted(text, at, '\'');
      case MARKUP_DECLARATION -> markupDeclaration(text, at);
      case COMMENT -> comment(text, at);
      case BOGUS_COMMENT -> bogusComment(text, at);
      case TAG_OPEN, END_TAG_OPEN -> tagOpen(text, at);
      default -> inTag(text.charAt(at), at);
    };
  }

  private int data(String text, int at) {
    int open = text.indexOf('<', at);
    int end = open < 0 ? text.length() : open;
    if (end > at) {
      listener.text(text.substring(at, end));
    }
    if (open >= 0) {
      state = State.TAG_OPEN;
      return open + 1;
    }
    return end;
  }

  private int tagOpen(String text, int at) {
    char c = text.charAt(at);
    if (isLetter(c)) {
      isEndTag = state == State.END_TAG_OPEN;
      name = "";
      state = State.TAG_NAME;
      return at;
    }
    if (state == State.TAG_OPEN && c == '/') {
      state = State.END_TAG_OPEN;
      return at + 1;
    }
    if (state == State.TAG_OPEN && c == '!') {
      state = State.MARKUP_DECLARATION;
      return at + 1;
    }
    if (state == State.END_TAG_OPEN || c == '?') {
      state = State.BOGUS_COMMENT;
      return at;
    }
    listener.text("<");
    state = State.DATA;
    return at;
  }

  private int inTag(char c, int at) {
    return switch (state) {
      case TAG_NAME -> tagName(c, at);
      case ATTRIBUTE_NAME -> attributeName(c, at);
      case BEFORE_VALUE -> beforeValue(c, at);
      case UNQUOTED -> unquoted(c, at);
      default -> betweenAttributes(c, at);
    };
  }

  private int tagName(char c, int at) {
    if (isSpace(c) || c == '/' || c == '>') {
      return betweenAttributes(c, at);
    }
    name = extended(name, c);
    return at + 1;
  }

  /** Before and after attributes, where all but the equals sign of the last one starts another. */
  private int betweenAttributes(char c, int at) {
    if (c == '>') {
      endTag();
    } else if (c == '/') {
      state = State.SELF_CLOSING;
    } else if (isSpace(c)) {
      state =
          state == State.AFTER_ATTRIBUTE_NAME || state == State.ATTRIBUTE_NAME
              ? State.AFTER_ATTRIBUTE_NAME
              : State.BEFORE_ATTRIBUTE;
    } else if (c == '=' && state == State.AFTER_ATTRIBUTE_NAME) {
      state = State.BEFORE_VALUE;
    } else {
      attribute = extended("", c);
      state = State.ATTRIBUTE_NAME;
    }
    return at + 1;
  }

  private int attributeName(char c, int at) {
    if (c == '=') {
      state = State.BEFORE_VALUE;
    } else if (isSpace(c) || c == '/' || c == '>') {
      return betweenAttributes(c, at);
    } else {
      attribute = extended(attribute, c);
    }
    return at + 1;
  }

  private int beforeValue(char c, int at) {
    if (isSpace(c)) {
      return at + 1;
    }
    if (c == '>') {
      endTag();
      return at + 1;
    }
    listener.attribute(attribute);
    if (c == '"' || c == '\'') {
      state = c == '"' ? State.DOUBLE_QUOTED : State.SINGLE_QUOTED;
      return at + 1;
    }
    state = State.UNQUOTED;
    return at;
  }

  private int unquoted(char c, int at) {
    if (isSpace(c) || c == '>') {
      state = State.BEFORE_ATTRIBUTE;
      return c == '>' ? betweenAttributes(c, at) : at + 1;
    }
    listener.value(String.valueOf(c));
    return at + 1;
  }

  private int quoted(String text, int at, char quote) {
    int close = text.indexOf(quote, at);
    int end = close < 0 ? text.length() : close;
    if (end > at) {
      listener.value(text.substring(at, end));
    }
    if (close >= 0) {
      state = State.AFTER_VALUE;
      return close + 1;
    }
    return end;
  }

  private void endTag() {
    boolean isSelfClosing = state == State.SELF_CLOSING;
    state = State.DATA;
    if (isEndTag) {
      regions.end(name);
      listener.end(name);
    } else {
      boolean isForeign = regions.isForeign();
      boolean isRaw = regions.start(name, isSelfClosing);
      state = isRaw && !isForeign ? State.RAW_TEXT : State.DATA;
      listener.start(name);
      if (isSelfClosing) {
        listener.selfClosing();
      }
    }
    isEndTag = false;
  }

  private int rawText(String text, int at) {
    int close = name.equals("plaintext") ? -1 : endOfRawText(text, at);
    int end = close < 0 ? text.length() : close;
    if (name.equals("script") && text.substring(at, end).contains("<!--")) {
      regions.ambiguous("a <script> with a comment");
    }
    if (close < 0) {
      return end;
    }
    isEndTag = true;
    state = State.TAG_NAME;
    return close + "</".length() + name.length();
  }

  /** Where the end tag of the element starts; negative if there is none. */
  private int endOfRawText(String text, int from) {
    for (int at = text.indexOf("</", from); at >= 0; at = text.indexOf("</", at + 1)) {
      int after = at + "</".length() + name.length();
      if (after < text.length() && isAt(text, at + "</".length(), name)) {
        char c = text.charAt(after);
        if (isSpace(c) || c == '/' || c == '>') {
          return at;
        }
      }
    }
    return -1;
  }

  private int markupDeclaration(String text, int at) {
    if (text.startsWith("--", at)) {
      state = State.COMMENT;
      int start = at + "--".length();
      if (text.startsWith(">", start) || text.startsWith("->", start)) {
        regions.ambiguous("a comment that ends as soon as it starts");
        state = State.DATA;
        return text.indexOf('>', start) + 1;
      }
      return start;
    }
    if (isAt(text, at, "[cdata[")) {
      regions.ambiguous("a CDATA section");
    }
    state = State.BOGUS_COMMENT;
    return at;
  }

  private int comment(String text, int at) {
    for (int i = text.indexOf("--", at); i >= 0; i = text.indexOf("--", i + 1)) {
      int end = i + "--".length();
      if (text.startsWith(">", end)) {
        state = State.DATA;
        return end + 1;
      }
      if (text.startsWith("!>", end)) {
        regions.ambiguous("a comment that ends with --!>");
        state = State.DATA;
        return end + "!>".length();
      }
    }
    return text.length();
  }

  private int bogusComment(String text, int at) {
    int close = text.indexOf('>', at);
    if (close < 0) {
      return text.length();
    }
    state = State.DATA;
    return close + 1;
  }

  /** Why the source can't end here, if it can't. */
  Optional<String> unfinished() {
    boolean isFinished =
        state == State.DATA || (state == State.RAW_TEXT && name.equals("plaintext"));
    return isFinished ? Optional.empty() : Optional.of(state.shown());
  }

  private static String extended(String name, char c) {
    return name.length() < MAX_NAME ? name + lowerCase(c) : name;
  }

  /** As in the specification, of ASCII letters alone: the Kelvin sign is no K. */
  private static char lowerCase(char c) {
    return c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
  }

  private static boolean isAt(String text, int at, String lowerCase) {
    for (int i = 0; i < lowerCase.length(); i++) {
      if (at + i >= text.length() || lowerCase(text.charAt(at + i)) != lowerCase.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }
}
