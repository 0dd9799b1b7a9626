package dev.shopwire.automation.templates.language;

import dev.shopwire.automation.templates.language.TemplatePath.Fixed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Splits a source into tags and the text between them. A faulty tag becomes one of its kind where
 * possible, so that what follows can be checked too.
 */
public final class Tags {
  /** Of placeholders and if-blocks of a source. */
  public static final int MAX_TAGS = 1_000;

  private static final int BRACES = 2;
  private static final String OTHER_LANGUAGES = "#/>!&^*=@%";
  private static final String BLOCKS = "expected {{#if path}}, {{else}} or {{/if}}, not {{%s}}";

  private final Member member;
  private final String source;
  private final Faults faults;
  private final List<Token> tokens = new ArrayList<>();
  private final List<UsedPath> used = new ArrayList<>();

  private Tags(Member member, String source, Faults faults) {
    this.member = member;
    this.source = source;
    this.faults = faults;
  }

  /** Reads a source and adds its faults. */
  public static Tags read(Member member, String source, Faults faults) {
    Tags tags = new Tags(member, source, faults);
    tags.run();
    return tags;
  }

  public List<Token> tokens() {
    return List.copyOf(tokens);
  }

  /** The paths in the order of the source, each as often as it stands there. */
  public List<UsedPath> used() {
    return List.copyOf(used);
  }

  private void run() {
    int at = 0;
    while (at < source.length()) {
      int open = source.indexOf("{{", at);
      int end = open < 0 ? source.length() : open;
      if (end > at) {
        tokens.add(new Token.Literal(source.substring(at, end)));
      }
      at = open < 0 || isOver(open) ? source.length() : tag(open);
    }
  }

  private boolean isOver(int open) {
    if (used.size() >= MAX_TAGS) {
      faults.invalid(
          new Span(open, BRACES), "expected at most " + MAX_TAGS + " placeholders and if-blocks");
    }
    return used.size() >= MAX_TAGS || faults.isFull();
  }

  /** Reads the tag at {@code open} and returns where to continue. */
  private int tag(int open) {
    int start = open + BRACES;
    if (source.startsWith("{", start)) {
      faults.invalid(
          new Span(open, BRACES + 1), "expected {{path}}: three braces are not supported");
      return start + 1;
    }
    int close = TagEnd.find(source, start);
    if (close == TagEnd.NONE) {
      faults.invalid(
          new Span(open, BRACES),
          "expected }} within "
              + TagEnd.MAX_TAG
              + " characters and before the next {{ or the end, which came first");
      return start;
    }
    content(start, close, Span.between(open, close + BRACES));
    return close + BRACES;
  }

  private void content(int start, int end, Span tag) {
    String content = source.substring(start, end).strip();
    if (content.equals("else")) {
      tokens.add(new Token.Else(tag));
    } else if (content.equals("/if")) {
      tokens.add(new Token.EndIf(tag));
    } else if (content.matches("(?s)#if(\\s.*)?")) {
      int pathStart = source.indexOf("#if", start) + "#if".length();
      tokens.add(new Token.If(path(pathStart, end), tag));
    } else if (content.startsWith("else ")
        || (!content.isEmpty() && OTHER_LANGUAGES.indexOf(content.charAt(0)) >= 0)) {
      faults.invalid(tag, BLOCKS.formatted(Excerpt.of(content)));
    } else {
      placeholder(start, end, tag);
    }
  }

  private void placeholder(int start, int end, Span tag) {
    int bar = source.substring(start, end).indexOf('|');
    int pathEnd = bar < 0 ? end : start + bar;
    TemplatePath path = path(start, pathEnd);
    Optional<String> fallback = Optional.empty();
    if (bar >= 0) {
      String rest = source.substring(pathEnd + 1, end);
      fallback = DefaultText.read(rest);
      if (fallback.isEmpty()) {
        faults.invalid(
            Span.between(pathEnd, end),
            "expected | default: \"text\" on one line, with \\\" and \\\\ as its only escapes, not |"
                + Excerpt.of(rest));
      }
    }
    tokens.add(new Token.Insert(new Placeholder(path, fallback, tag)));
  }

  private TemplatePath path(int from, int to) {
    String text = source.substring(from, to).strip();
    int start = text.isEmpty() ? from : source.indexOf(text, from);
    Span span = new Span(start, text.length());
    Optional<TemplatePath> path = TemplatePath.of(text);
    if (text.isEmpty()) {
      faults.invalid(Span.between(from, to), "expected a path such as customer.name, not nothing");
    } else if (path.isEmpty()) {
      faults.add(
          FaultCode.UNKNOWN_PLACEHOLDER,
          span,
          "expected customer.name, customer.email, customer.myplatformDomain, cf.<field>,"
              + " cf.<app>/<field>, contact.firstName, contact.lastName, contact.email,"
              + " contact.role, event.<property path>, unsubscribeUrl or preferencesUrl, not "
              + Excerpt.of(text));
    }
    // The stand-in is never rendered: the template has a fault.
    TemplatePath found = path.orElse(Fixed.CUSTOMER_NAME);
    used.add(new UsedPath(member, found, span));
    return found;
  }
}
