package dev.shopwire.automation.templates.language;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Puts the tokens of a source into a tree of if-blocks. */
public final class Blocks {
  /** How deep if-blocks may nest. */
  public static final int MAX_DEPTH = 10;

  private static final class Open {
    final Token.If start;
    final List<Node> then = new ArrayList<>();
    final List<Node> otherwise = new ArrayList<>();
    boolean hasElse;

    Open(Token.If start) {
      this.start = start;
    }

    List<Node> current() {
      return hasElse ? otherwise : then;
    }

    Node node() {
      return new Node.Choice(start.path(), start.tag(), then, otherwise);
    }
  }

  private final Faults faults;
  private final List<Node> nodes = new ArrayList<>();
  private final Deque<Open> open = new ArrayDeque<>();

  private Blocks(Faults faults) {
    this.faults = faults;
  }

  /** The tree; one with faults is as near to what was meant as possible. */
  public static List<Node> tree(List<Token> tokens, Faults faults) {
    Blocks blocks = new Blocks(faults);
    tokens.forEach(blocks::add);
    while (!blocks.open.isEmpty()) {
      faults.invalid(blocks.open.element().start.tag(), "expected {{/if}} before the end");
      blocks.close();
    }
    return List.copyOf(blocks.nodes);
  }

  private void add(Token token) {
    if (token instanceof Token.Literal literal) {
      current().add(new Node.Literal(literal.text()));
    } else if (token instanceof Token.Insert insert) {
      current().add(new Node.Insert(insert.placeholder()));
    } else if (token instanceof Token.If start) {
      start(start);
    } else if (token instanceof Token.Else other) {
      otherwise(other.tag());
    } else if (token instanceof Token.EndIf end) {
      end(end.tag());
    }
  }

  private void start(Token.If start) {
    open.push(new Open(start));
    if (open.size() == MAX_DEPTH + 1) {
      faults.invalid(start.tag(), "expected if-blocks to nest at most " + MAX_DEPTH + " deep");
    }
  }

  private void otherwise(Span tag) {
    if (open.isEmpty()) {
      faults.invalid(tag, "expected {{#if path}} before {{else}}");
    } else if (open.element().hasElse) {
      faults.invalid(tag, "expected {{/if}}, not a second {{else}}");
    } else {
      open.element().hasElse = true;
    }
  }

  private void end(Span tag) {
    if (open.isEmpty()) {
      faults.invalid(tag, "expected {{#if path}} before {{/if}}");
    } else {
      close();
    }
  }

  /** What is too deep becomes flat, so that no reader of the tree runs out of stack. */
  private void close() {
    Open closed = open.pop();
    if (open.size() < MAX_DEPTH) {
      current().add(closed.node());
    } else {
      current().addAll(closed.then);
    }
  }

  private List<Node> current() {
    return open.isEmpty() ? nodes : open.element().current();
  }
}
