package dev.shopwire.automation.templates;

import dev.shopwire.automation.templates.html.HtmlTemplate;
import dev.shopwire.automation.templates.language.UsedPath;
import dev.shopwire.automation.templates.rendering.Part;
import dev.shopwire.automation.templates.text.TextOp;
import java.util.List;

/**
 * Estimates how much memory parts of a template take, in bytes, rather too much than too little.
 */
final class TemplateSize {
  /** Of an object with what it refers to, without its texts. */
  private static final long OBJECT = 128;

  /** Of a text, without its characters. */
  private static final long TEXT = 64;

  private TemplateSize() {}

  static long ofPaths(List<UsedPath> used) {
    return 2 * OBJECT * used.size();
  }

  static long of(HtmlTemplate html) {
    return of(html.parts()) + ofText(html.text());
  }

  static long of(List<Part> parts) {
    return parts.stream().mapToLong(TemplateSize::of).sum();
  }

  private static long of(Part part) {
    if (part instanceof Part.Literal literal) {
      return OBJECT + of(literal.text());
    } else if (part instanceof Part.Insert insert) {
      return 2 * OBJECT + insert.placeholder().fallback().map(TemplateSize::of).orElse(0L);
    }
    Part.Choice choice = (Part.Choice) part;
    return OBJECT + of(choice.then()) + of(choice.otherwise());
  }

  private static long of(String text) {
    return TEXT + 2L * text.length();
  }

  private static long ofText(List<TextOp> steps) {
    return steps.stream().mapToLong(TemplateSize::of).sum();
  }

  private static long of(TextOp step) {
    if (step instanceof TextOp.Words words) {
      return OBJECT + words.pieces().stream().mapToLong(TemplateSize::of).sum();
    } else if (step instanceof TextOp.Choice choice) {
      return OBJECT + ofText(choice.then()) + ofText(choice.otherwise());
    } else if (step instanceof TextOp.Start start) {
      return OBJECT + of(start.content());
    }
    return OBJECT;
  }
}
