package dev.shopwire.automation.templates.store;

/**
 * Converts positions in a text from UTF-16 units to code points. Asked for ascending positions, it
 * reads the text once. Not thread-safe.
 */
final class CodePoints {
  private final String text;
  private int units;
  private int points;

  CodePoints(String text) {
    this.text = text;
  }

  /** How many code points precede a position, which may be beyond the end. */
  int before(int position) {
    int end = Math.min(position, text.length());
    if (end < units) {
      units = 0;
      points = 0;
    }
    points += text.codePointCount(units, end);
    units = end;
    return points;
  }
}
