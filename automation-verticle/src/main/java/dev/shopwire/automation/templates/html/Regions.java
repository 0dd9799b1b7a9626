package dev.shopwire.automation.templates.html;

import java.util.Optional;
import java.util.Set;

/**
 * Which elements with parsing rules of their own are open. Parsers disagree on some combinations of
 * them; after one of these no tag of a template is accepted.
 */
final class Regions {
  /** Elements without markup in them (WHATWG HTML, sections 13.2.5.2 to 13.2.5.5). */
  private static final Set<String> RAW =
      Set.of(
          "iframe",
          "noembed",
          "noframes",
          "plaintext",
          "script",
          "style",
          "textarea",
          "title",
          "xmp");

  /** Elements through which HTML returns within SVG and MathML (section 13.2.6). */
  private static final Set<String> INTEGRATION_POINTS =
      Set.of(
          "annotation-xml",
          "desc",
          "foreignobject",
          "mi",
          "mn",
          "mo",
          "ms",
          "mtext",
          "noscript",
          "select",
          "table",
          "template");

  private int svg;
  private int math;
  private int select;
  private Optional<String> ambiguity = Optional.empty();

  Regions() {}

  private Regions(Regions other) {
    svg = other.svg;
    math = other.math;
    select = other.select;
    ambiguity = other.ambiguity;
  }

  Regions copy() {
    return new Regions(this);
  }

  boolean isForeign() {
    return svg > 0 || math > 0;
  }

  /** What made the rest of the source ambiguous, if anything did. */
  Optional<String> ambiguity() {
    return ambiguity;
  }

  void ambiguous(String reason) {
    ambiguity = ambiguity.or(() -> Optional.of(reason));
  }

  /** What a branch made ambiguous stays so after its block. */
  void merge(Regions branch) {
    ambiguity = ambiguity.or(() -> branch.ambiguity);
  }

  boolean isSame(Regions other) {
    return svg == other.svg && math == other.math && select == other.select;
  }

  /** Takes note of a start tag; returns whether its content is raw text. */
  boolean start(String name, boolean isSelfClosing) {
    boolean isRaw = RAW.contains(name);
    if (isForeign() && (isRaw || INTEGRATION_POINTS.contains(name))) {
      ambiguous("a <" + name + "> within SVG or MathML");
    } else if (name.equals("noscript") || name.equals("frameset")) {
      ambiguous("a <" + name + ">");
    } else if (isRaw && (select > 0 || isSelfClosing)) {
      ambiguous(isSelfClosing ? "a <" + name + "/>" : "a <" + name + "> within a <select>");
    }
    count(name, isSelfClosing ? 0 : 1);
    return isRaw;
  }

  void end(String name) {
    count(name, -1);
  }

  private void count(String name, int change) {
    switch (name) {
      case "svg" -> svg = Math.max(0, svg + change);
      case "math" -> math = Math.max(0, math + change);
      case "select" -> select = Math.max(0, select + change);
      default -> {
        // Has no rules of its own.
      }
    }
  }
}
