package dev.shopwire.automation.templates.text;

import java.util.List;

/** Writes words in lines of at most {@link #WIDTH} characters; a longer word is not broken. */
final class TextLines {
  /** The length of a line that mails should keep to (RFC 5322, section 2.1.1). */
  static final int WIDTH = 78;

  private final StringBuilder out = new StringBuilder();
  private final StringBuilder word = new StringBuilder();
  private String indent = "";
  private String bullet = "";
  private String separator = " ";
  private int lineBreaks;
  private int column;

  /** Adds words: the first and the last may be parts of words that continue. */
  void words(List<String> pieces) {
    for (int i = 0; i < pieces.size(); i++) {
      if (i > 0) {
        endWord();
      }
      boolean isWhole = word.isEmpty() && i < pieces.size() - 1;
      if (isWhole && !pieces.get(i).isEmpty()) {
        place(pieces.get(i));
      } else {
        word.append(pieces.get(i));
      }
    }
  }

  void endWord() {
    if (!word.isEmpty()) {
      place(word);
      word.setLength(0);
    }
  }

  private void place(CharSequence placed) {
    if (lineBreaks > 0 || out.isEmpty()) {
      startLine();
    } else if (column + separator.length() + placed.length() > WIDTH) {
      out.append(separator.stripTrailing()).append('\n').append(indent);
      column = indent.length();
    } else {
      out.append(separator);
      column += separator.length();
    }
    separator = " ";
    out.append(placed);
    column += placed.length();
  }

  private void startLine() {
    out.append("\n".repeat(out.isEmpty() ? 0 : lineBreaks));
    String start = bullet.isEmpty() ? indent : bullet;
    out.append(start);
    column = start.length();
    lineBreaks = 0;
    bullet = "";
  }

  /** Ends the line, with an empty line after it if {@code lines} is 2. */
  void breakLine(int lines) {
    endWord();
    lineBreaks = Math.max(lineBreaks, lines);
    separator = " ";
  }

  /** Ends the line as {@code <br>} does: the second one in a row leaves an empty line. */
  void forceLine() {
    endWord();
    lineBreaks = Math.min(2, lineBreaks + 1);
    separator = " ";
  }

  /** Separates what follows on the same line. */
  void separate(String text) {
    endWord();
    separator = text;
  }

  /** Sets what later lines start with, and the first of them if {@code bullet} is not empty. */
  void indent(String lines, String firstLine) {
    indent = lines;
    bullet = firstLine;
  }

  int length() {
    return out.length() + word.length();
  }

  String finish() {
    endWord();
    return out.toString();
  }
}
