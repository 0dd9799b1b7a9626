package dev.shopwire.automation.templates.text;

import dev.shopwire.automation.templates.rendering.Part;
import dev.shopwire.automation.templates.rendering.Rendering;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Writes the text part of one mail: paragraphs, lists with bullets and numbers, links as {@code
 * text (url)}, cells of a row with bars between them, images by their alternative texts. Not
 * thread-safe.
 */
public final class TextPart {
  private static final String MAILTO = "mailto:";
  private static final List<String> SHOWN = List.of("https://", "http://", MAILTO, "tel:");
  private static final int MAX_LISTS = 10;

  private static final class OpenList {
    final boolean isNumbered;
    int items;

    OpenList(boolean isNumbered) {
      this.isNumbered = isNumbered;
    }

    String width() {
      return " ".repeat(isNumbered ? 4 : 2);
    }

    String bullet() {
      return isNumbered ? "%-4s".formatted(items + ".") : "- ";
    }
  }

  private final Rendering rendering;
  private final TextLines lines = new TextLines();
  private final Deque<OpenList> lists = new ArrayDeque<>();
  private Optional<String> hidden = Optional.empty();
  private int hiddenDepth;
  private Optional<String> link = Optional.empty();
  private final StringBuilder linkText = new StringBuilder();

  private TextPart(Rendering rendering) {
    this.rendering = rendering;
  }

  /**
   * Writes a text part.
   *
   * @throws Rendering.TooLarge if it exceeds the limit
   */
  public static String write(List<TextOp> steps, Rendering rendering) {
    TextPart part = new TextPart(rendering);
    part.run(steps);
    part.endLink();
    // Non-breaking spaces matter only while lines are wrapped.
    return part.lines.finish().replace('\u00a0', ' ');
  }

  private void run(List<TextOp> steps) {
    for (TextOp step : steps) {
      if (step instanceof TextOp.Choice choice) {
        run(rendering.holds(choice.path()) ? choice.then() : choice.otherwise());
      } else if (hidden.isPresent()) {
        hide(step);
      } else if (step instanceof TextOp.Words words) {
        words(words);
      } else if (step instanceof TextOp.Insert insert) {
        text(written(List.of(insert.insert())));
      } else if (step instanceof TextOp.Start start) {
        start(start);
      } else if (step instanceof TextOp.End end) {
        end(end.tag());
      }
      rendering.check(lines.length());
    }
  }

  private void hide(TextOp step) {
    if (step instanceof TextOp.Start start && hidden.get().equals(start.name())) {
      hiddenDepth++;
    } else if (step instanceof TextOp.End end && hidden.get().equals(end.name())) {
      hiddenDepth--;
      hidden = hiddenDepth == 0 ? Optional.empty() : hidden;
    }
  }

  private String written(List<Part> parts) {
    StringBuilder text = new StringBuilder();
    rendering.write(parts, text);
    return text.toString();
  }

  private void text(String text) {
    words(TextOp.Words.of(text));
  }

  private void words(TextOp.Words words) {
    lines.words(words.pieces());
    if (link.isPresent()) {
      addLinkText(words.pieces());
    }
  }

  private void start(TextOp.Start start) {
    if (start.isHidden() && !start.tag().isVoid()) {
      hidden = Optional.of(start.name());
      hiddenDepth = 1;
      return;
    }
    switch (start.tag()) {
      case BLOCK -> lines.breakLine(1);
      case PARAGRAPH -> breakParagraph();
      case BULLETS, NUMBERS -> startList(start.tag() == TextTag.NUMBERS);
      case ITEM -> startItem();
      case CELL -> lines.separate(" | ");
      case LINK -> startLink(written(start.content()));
      case IMAGE -> text(" " + written(start.content()) + " ");
      case LINE_BREAK -> lines.forceLine();
      case RULE -> rule();
      case INLINE -> {
        // Its text is part of the line.
      }
    }
  }

  private void end(TextTag tag) {
    switch (tag) {
      case BLOCK, ITEM -> lines.breakLine(1);
      case PARAGRAPH -> breakParagraph();
      case BULLETS, NUMBERS -> endList();
      case LINK -> endLink();
      case CELL, IMAGE, LINE_BREAK, RULE, INLINE -> {
        // The start did all.
      }
    }
  }

  /** Within a list, lines stay together. */
  private void breakParagraph() {
    lines.breakLine(lists.isEmpty() ? 2 : 1);
  }

  private void rule() {
    lines.breakLine(1);
    text("-".repeat(20));
    lines.breakLine(1);
  }

  private void startList(boolean isNumbered) {
    breakParagraph();
    if (lists.size() < MAX_LISTS) {
      lists.push(new OpenList(isNumbered));
    }
    lines.indent(indent(), "");
  }

  private void endList() {
    lines.breakLine(lists.size() > 1 ? 1 : 2);
    lists.poll();
    lines.indent(indent(), "");
  }

  private void startItem() {
    lines.breakLine(1);
    if (lists.isEmpty()) {
      lines.indent("", "- ");
      return;
    }
    OpenList list = lists.element();
    list.items++;
    String indent = indent();
    String outer = indent.substring(list.width().length());
    lines.indent(indent, outer + list.bullet());
  }

  private String indent() {
    StringBuilder indent = new StringBuilder();
    lists.forEach(list -> indent.append(list.width()));
    return indent.toString();
  }

  private void startLink(String url) {
    endLink();
    link = Optional.of(url.strip());
    linkText.setLength(0);
  }

  private void endLink() {
    if (link.isEmpty()) {
      return;
    }
    String url = link.get();
    link = Optional.empty();
    String shown = linkText.toString().strip();
    boolean isRedundant = shown.equals(url) || (isAt(url, MAILTO) && url.endsWith(":" + shown));
    if (!isRedundant && isShown(url)) {
      lines.endWord();
      // Without blanks, so that the URL stays in one line.
      String whole = String.join("%20", TextOp.Words.of(url).pieces());
      text(shown.isEmpty() ? whole : "(" + whole + ")");
    }
  }

  private static boolean isShown(String url) {
    for (String scheme : SHOWN) {
      if (isAt(url, scheme)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isAt(String url, String scheme) {
    return url.regionMatches(true, 0, scheme, 0, scheme.length());
  }

  private void addLinkText(List<String> pieces) {
    for (int i = 0; i < pieces.size(); i++) {
      boolean isAfterBlank = !linkText.isEmpty() && linkText.charAt(linkText.length() - 1) == ' ';
      if (i > 0 && !isAfterBlank) {
        linkText.append(' ');
      }
      linkText.append(pieces.get(i));
    }
  }
}
