package dev.shopwire.automation.templates.html;

import dev.shopwire.automation.templates.language.Faults;
import dev.shopwire.automation.templates.language.Node;
import dev.shopwire.automation.templates.language.Span;
import dev.shopwire.automation.templates.rendering.Part;
import dev.shopwire.automation.templates.text.TextOp;
import java.util.List;
import java.util.Optional;

/**
 * HTML whose tags stand in safe places. Immutable.
 *
 * @param parts the HTML
 * @param text the text part that is made from it
 */
public record HtmlTemplate(List<Part> parts, List<TextOp> text) {
  public HtmlTemplate {
    parts = List.copyOf(parts);
    text = List.copyOf(text);
  }

  /** Checks all places and adds the faults; one with faults is not to be rendered. */
  public static HtmlTemplate compile(List<Node> nodes, Faults faults) {
    HtmlCompiler compiler = new HtmlCompiler(faults);
    List<Part> parts = compiler.compile(nodes);
    Optional<String> unfinished = compiler.unfinished();
    unfinished.ifPresent(
        state -> faults.invalid(Span.START, "expected the HTML to end in text, not in " + state));
    return new HtmlTemplate(parts, compiler.text());
  }
}
