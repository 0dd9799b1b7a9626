package dev.shopwire.automation.templates.text;

import dev.shopwire.automation.templates.language.TemplatePath;
import dev.shopwire.automation.templates.rendering.Part;
import java.util.ArrayList;
import java.util.List;

/** A step of writing a text part. */
public sealed interface TextOp {
  /**
   * Text whose white space is collapsed.
   *
   * @param pieces what stands between white space; the first or last is empty where the text starts
   *     or ends with it
   */
  record Words(List<String> pieces) implements TextOp {
    public Words {
      pieces = List.copyOf(pieces);
    }

    public static Words of(String text) {
      List<String> pieces = new ArrayList<>();
      int start = 0;
      for (int i = 0; i < text.length(); i++) {
        if (isSpace(text.charAt(i))) {
          // Of a run of white space, the first alone separates.
          if (i == 0 || !isSpace(text.charAt(i - 1))) {
            pieces.add(text.substring(start, i));
          }
          start = i + 1;
        }
      }
      pieces.add(text.substring(start));
      return new Words(pieces);
    }

    /** HTML's white space; blanks that may not break lines are none. */
    private static boolean isSpace(char c) {
      return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
    }
  }

  /** A value as text. */
  record Insert(Part.Insert insert) implements TextOp {}

  /** An if-block. */
  record Choice(TemplatePath path, List<TextOp> then, List<TextOp> otherwise) implements TextOp {
    public Choice {
      then = List.copyOf(then);
      otherwise = List.copyOf(otherwise);
    }
  }

  /**
   * The start of an element.
   *
   * @param isHidden whether its style shows nothing of it
   * @param content the target of a link, the alternative text of an image
   */
  record Start(TextTag tag, String name, boolean isHidden, List<Part> content) implements TextOp {
    public Start {
      content = List.copyOf(content);
    }
  }

  /** The end of an element. */
  record End(TextTag tag, String name) implements TextOp {}
}
