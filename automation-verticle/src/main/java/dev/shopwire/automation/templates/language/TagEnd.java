package dev.shopwire.automation.templates.language;

/** Finds the end of a tag, beyond strings in it. */
final class TagEnd {
  /** What bounds the search, so that a source of opening braces alone is read in linear time. */
  static final int MAX_TAG = 2_000;

  static final int NONE = -1;

  private TagEnd() {}

  /**
   * Returns where the closing braces of a tag start.
   *
   * @param from after its opening braces
   * @return {@link #NONE} if another tag or the end comes first
   */
  static int find(String source, int from) {
    int limit = Math.min(source.length(), from + MAX_TAG);
    boolean isInString = false;
    for (int i = from; i < limit; i++) {
      char c = source.charAt(i);
      if (isInString) {
        i += c == '\\' ? 1 : 0;
        isInString = c != '"';
      } else if (c == '"') {
        isInString = true;
      } else if (source.startsWith("}}", i)) {
        return i;
      } else if (source.startsWith("{{", i)) {
        return NONE;
      }
    }
    // A string without its end: the tag ends where it would without strings.
    int end = isInString ? source.substring(from, limit).indexOf("}}") : NONE;
    return end < 0 ? NONE : from + end;
  }
}
