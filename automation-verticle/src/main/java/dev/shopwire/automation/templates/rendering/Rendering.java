package dev.shopwire.automation.templates.rendering;

import dev.shopwire.automation.templates.language.Placeholder;
import dev.shopwire.automation.templates.language.TemplatePath;
import dev.shopwire.automation.templates.rendering.Missing.Reason;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Renders the parts of one mail, and notes which values are missing. Not thread-safe. */
public final class Rendering {
  /** Ends the rendering of a mail that is too large. Has no stack trace. */
  public static final class TooLarge extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooLarge() {
      super("the mail is too large", null, false, false);
    }
  }

  private final Function<TemplatePath, Optional<TemplateValue>> find;
  private final int limit;
  private final Map<TemplatePath, Optional<TemplateValue>> found = new HashMap<>();
  private final Set<Missing> missing = new LinkedHashSet<>();

  /**
   * Starts a mail.
   *
   * @param limit of each member and of each value, in UTF-16 units
   */
  public Rendering(Values values, int limit) {
    this.find = values::find;
    this.limit = limit;
  }

  /**
   * Appends the parts.
   *
   * @throws TooLarge if {@code out} exceeds the limit
   */
  public void write(List<Part> parts, StringBuilder out) {
    for (Part part : parts) {
      if (part instanceof Part.Literal literal) {
        out.append(literal.text());
      } else if (part instanceof Part.Insert insert) {
        write(insert, out);
      } else if (part instanceof Part.Choice choice) {
        write(holds(choice.path()) ? choice.then() : choice.otherwise(), out);
      }
      check(out.length());
    }
  }

  // Without lambdas, which cost more than the rest here.
  private void write(Part.Insert insert, StringBuilder out) {
    Placeholder placeholder = insert.placeholder();
    Optional<TemplateValue> value = value(placeholder.path());
    if (value.isPresent() && isAllowed(value.get(), insert.encoding())) {
      insert.encoding().write(value.get().text(), out);
    } else if (placeholder.fallback().isPresent()) {
      insert.encoding().write(placeholder.fallback().get(), out);
    } else {
      Reason reason = value.isPresent() ? Reason.NOT_A_URL : Reason.NO_VALUE;
      missing.add(new Missing(placeholder.path(), reason));
    }
  }

  private boolean isAllowed(TemplateValue value, Encoding encoding) {
    check(value.text().length());
    return !encoding.refuses(value.text());
  }

  /** Whether an if-block over the path takes its first branch. */
  public boolean holds(TemplatePath path) {
    Optional<TemplateValue> value = value(path);
    return value.isPresent() && value.get().isTrue();
  }

  /**
   * Bounds what is written otherwise.
   *
   * @throws TooLarge if it exceeds the limit
   */
  public void check(int length) {
    if (length > limit) {
      throw new TooLarge();
    }
  }

  /** What was missing so far, each once. */
  public List<Missing> missing() {
    return List.copyOf(missing);
  }

  private Optional<TemplateValue> value(TemplatePath path) {
    return found.computeIfAbsent(path, find);
  }
}
