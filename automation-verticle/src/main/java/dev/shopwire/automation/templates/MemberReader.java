package dev.shopwire.automation.templates;

import dev.shopwire.automation.templates.html.HtmlTemplate;
import dev.shopwire.automation.templates.language.Blocks;
import dev.shopwire.automation.templates.language.FaultCode;
import dev.shopwire.automation.templates.language.Faults;
import dev.shopwire.automation.templates.language.Member;
import dev.shopwire.automation.templates.language.Node;
import dev.shopwire.automation.templates.language.Span;
import dev.shopwire.automation.templates.language.Tags;
import dev.shopwire.automation.templates.language.TemplateFault;
import dev.shopwire.automation.templates.language.Token;
import dev.shopwire.automation.templates.language.UsedPath;
import dev.shopwire.automation.templates.mjml.MjmlConversion;
import dev.shopwire.automation.templates.rendering.Encoding;
import dev.shopwire.automation.templates.rendering.Part;
import dev.shopwire.common.json.StorableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the members of one template, and collects the faults and paths of all. Used once. */
final class MemberReader {
  private final List<TemplateFault> faults = new ArrayList<>(0);
  private final List<UsedPath> used = new ArrayList<>();

  List<TemplateFault> faults() {
    return faults;
  }

  List<UsedPath> used() {
    return used;
  }

  /** A header field, in one line. */
  List<Part> header(Member member, String source) {
    Faults found = new Faults(member);
    for (int i = 0; i < source.length(); i++) {
      if (Character.isISOControl(source.charAt(i))) {
        found.invalid(new Span(i, 1), "expected one line without control characters");
      }
    }
    return plain(member, source, found, Encoding.HEADER);
  }

  List<Part> text(String source) {
    return plain(Member.TEXT, source, new Faults(Member.TEXT), Encoding.TEXT);
  }

  private List<Part> plain(Member member, String source, Faults found, Encoding encoding) {
    List<Node> nodes = Blocks.tree(tags(member, source, found), found);
    faults.addAll(found.list());
    return parts(nodes, encoding);
  }

  private static List<Part> parts(List<Node> nodes, Encoding encoding) {
    return nodes.stream().map(node -> part(node, encoding)).toList();
  }

  private static Part part(Node node, Encoding encoding) {
    if (node instanceof Node.Choice choice) {
      return new Part.Choice(
          choice.path(), parts(choice.then(), encoding), parts(choice.otherwise(), encoding));
    } else if (node instanceof Node.Insert insert) {
      return new Part.Insert(insert.placeholder(), encoding);
    }
    return new Part.Literal(((Node.Literal) node).text());
  }

  HtmlTemplate html(Member member, String source) {
    Faults found = new Faults(member);
    List<Token> tokens = tags(member, source, found);
    List<Node> nodes = Blocks.tree(tokens, found);
    if (member == Member.MJML && found.isEmpty()) {
      List<Token> converted = MjmlConversion.html(source, tokens, found);
      nodes = found.isEmpty() ? Blocks.tree(converted, found) : List.of();
    }
    boolean isHtml = member == Member.HTML || found.isEmpty();
    HtmlTemplate template = HtmlTemplate.compile(isHtml ? nodes : List.of(), found);
    faults.addAll(found.list());
    return template;
  }

  private List<Token> tags(Member member, String source, Faults found) {
    if (isTooLong(source)) {
      found.add(
          FaultCode.TOO_LONG,
          new Span(0, source.length()),
          "expected at most " + MailTemplate.MAX_SOURCE + " bytes of UTF-8");
      return List.of();
    }
    Optional<String> problem = StorableText.findProblem(source);
    if (problem.isPresent()) {
      found.invalid(Span.START, "expected Unicode text; it " + problem.get());
      return List.of();
    }
    Tags tags = Tags.read(member, source, found);
    used.addAll(tags.used());
    return tags.tokens();
  }

  private static boolean isTooLong(String source) {
    return source.length() > MailTemplate.MAX_SOURCE
        || StorableText.utf8Length(source) > MailTemplate.MAX_SOURCE;
  }
}
