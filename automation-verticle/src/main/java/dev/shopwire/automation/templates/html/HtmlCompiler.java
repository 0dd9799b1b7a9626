package dev.shopwire.automation.templates.html;

import dev.shopwire.automation.templates.language.FaultCode;
import dev.shopwire.automation.templates.language.Faults;
import dev.shopwire.automation.templates.language.Node;
import dev.shopwire.automation.templates.language.Placeholder;
import dev.shopwire.automation.templates.rendering.Encoding;
import dev.shopwire.automation.templates.rendering.Part;
import dev.shopwire.automation.templates.rendering.WebUrl;
import dev.shopwire.automation.templates.text.TextOp;
import dev.shopwire.automation.templates.text.TextTags;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jsoup.parser.Parser;

/**
 * Follows the place of each tag through HTML, and prepares the HTML and its text part. Both
 * branches of an if-block are read from where it starts, and must end in the same place. Used once.
 */
final class HtmlCompiler implements HtmlListener {
  private final Faults faults;
  private HtmlScanner scanner = new HtmlScanner(this);
  private UrlProgress url = UrlProgress.NOTHING;
  private List<TextOp> text = new ArrayList<>();

  /** The values of the attributes of the current tag that the text part needs, decoded. */
  private Map<String, List<Part>> attributes = new HashMap<>();

  private List<Part> value = new ArrayList<>();

  HtmlCompiler(Faults faults) {
    this.faults = faults;
  }

  List<TextOp> text() {
    return text;
  }

  Optional<String> unfinished() {
    return scanner.unfinished();
  }

  List<Part> compile(List<Node> nodes) {
    List<Part> parts = new ArrayList<>(nodes.size());
    for (Node node : nodes) {
      if (node instanceof Node.Literal literal) {
        scanner.scan(literal.text());
        parts.add(new Part.Literal(literal.text()));
      } else if (node instanceof Node.Insert insert) {
        parts.add(insert(insert.placeholder()));
      } else if (node instanceof Node.Choice choice) {
        parts.add(choice(choice));
      }
    }
    return parts;
  }

  private Part insert(Placeholder placeholder) {
    Places.Decision decision = Places.ofValue(scanner, url);
    if (decision.encoding().isEmpty()) {
      faults.add(FaultCode.UNSAFE_PLACE, placeholder.tag(), decision.refusal());
    }
    Encoding encoding = decision.encoding().orElse(Encoding.HTML);
    if (!placeholder.fallback().stream().allMatch(fallback -> isAllowed(fallback, encoding))) {
      faults.add(
          FaultCode.UNSAFE_PLACE,
          placeholder.tag(),
          "expected a default that is a URL with http, https or mailto");
    }
    Part.Insert inText = new Part.Insert(placeholder, encoding.inText());
    if (scanner.state() == HtmlScanner.State.DATA) {
      text.add(new TextOp.Insert(inText));
    } else {
      value.add(inText);
      url = url.insert(placeholder.tag());
    }
    scanner.insert();
    return new Part.Insert(placeholder, encoding);
  }

  private static boolean isAllowed(String fallback, Encoding encoding) {
    return encoding != Encoding.HTML_URL || WebUrl.isSafe(fallback);
  }

  private Part choice(Node.Choice choice) {
    Places.refusalOfBlock(scanner)
        .ifPresent(refusal -> faults.add(FaultCode.UNSAFE_PLACE, choice.tag(), refusal));
    HtmlScanner start = scanner;
    UrlProgress startOfUrl = url;
    Branch then = branch(choice.then(), start, startOfUrl);
    Branch otherwise = branch(choice.otherwise(), start, startOfUrl);
    if (!then.end().isSamePlace(start) || !otherwise.end().isSamePlace(start)) {
      faults.add(
          FaultCode.UNSAFE_PLACE,
          choice.tag(),
          "expected each branch of the if-block to end in the same place of the HTML as it starts");
    }
    scanner = start;
    scanner.regions().merge(then.end().regions());
    scanner.regions().merge(otherwise.end().regions());
    url = then.url().merge(otherwise.url());
    if (scanner.state() == HtmlScanner.State.DATA) {
      text.add(new TextOp.Choice(choice.path(), then.text(), otherwise.text()));
    } else {
      value.add(new Part.Choice(choice.path(), then.value(), otherwise.value()));
    }
    return new Part.Choice(choice.path(), then.parts(), otherwise.parts());
  }

  private record Branch(
      List<Part> parts, List<TextOp> text, List<Part> value, HtmlScanner end, UrlProgress url) {}

  private Branch branch(List<Node> nodes, HtmlScanner start, UrlProgress startOfUrl) {
    List<TextOp> outerText = text;
    List<Part> outerValue = value;
    Map<String, List<Part>> outerAttributes = attributes;
    text = new ArrayList<>();
    value = new ArrayList<>();
    attributes = new HashMap<>(outerAttributes);
    scanner = start.copy();
    url = startOfUrl;
    List<Part> parts = compile(nodes);
    Branch branch = new Branch(parts, text, value, scanner, url);
    text = outerText;
    value = outerValue;
    attributes = outerAttributes;
    return branch;
  }

  @Override
  public void text(String raw) {
    text.add(TextOp.Words.of(Parser.unescapeEntities(raw, false)));
  }

  @Override
  public void attribute(String name) {
    url = UrlProgress.NOTHING;
    value = new ArrayList<>();
    // Of two attributes with the same name, the first counts.
    attributes.putIfAbsent(name, value);
  }

  @Override
  public void value(String raw) {
    if (Attributes.isUrl(scanner.attribute())) {
      url.whole()
          .ifPresent(
              tag ->
                  faults.add(
                      FaultCode.UNSAFE_PLACE,
                      tag,
                      "expected nothing else in "
                          + scanner.attribute()
                          + " beside a placeholder that makes up scheme and host"));
      url = url.literal(raw);
    }
    value.add(new Part.Literal(Parser.unescapeEntities(raw, true)));
  }

  @Override
  public void start(String name) {
    text.addAll(TextTags.start(name, attributes));
    attributes = new HashMap<>();
  }

  @Override
  public void end(String name) {
    text.addAll(TextTags.end(name));
    attributes = new HashMap<>();
  }
}
