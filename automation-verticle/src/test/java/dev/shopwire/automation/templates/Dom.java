package dev.shopwire.automation.templates;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Comment;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;

/** What a browser's parser makes of HTML. */
final class Dom {
  private static final List<String> URLS =
      List.of("href", "src", "action", "background", "cite", "poster", "formaction");

  private Dom() {}

  /** Elements, names of attributes and comments, without text and values. */
  static String shape(String html) {
    StringBuilder shape = new StringBuilder();
    Jsoup.parse(html).traverse((node, depth) -> shape(node, depth, shape));
    return shape.toString();
  }

  private static void shape(Node node, int depth, StringBuilder shape) {
    if (node instanceof Element element) {
      List<String> names =
          element.attributes().asList().stream().map(Attribute::getKey).sorted().toList();
      shape.append(depth).append(element.normalName()).append(names).append('\n');
    } else if (node instanceof Comment comment) {
      shape.append(depth).append(comment.getData()).append('\n');
    }
  }

  static void assertIsHarmless(String html) {
    Document document = Jsoup.parse(html);
    for (Element element : document.getAllElements()) {
      for (Attribute attribute : element.attributes()) {
        assertFalse(attribute.getKey().startsWith("on"), html);
        if (URLS.contains(attribute.getKey()) && !attribute.getValue().isEmpty()) {
          assertIsWebUrl(attribute.getValue(), html);
        }
      }
    }
  }

  private static void assertIsWebUrl(String url, String html) {
    // As a browser reads it (WHATWG URL, section 4.4).
    String read = url.replaceAll("[\t\r\n]", "").replaceAll("^[\\x00-\\x20]+", "");
    assertTrue(read.matches("(?is)(https?://[^/?#].*|mailto:.*)"), () -> url + " in " + html);
  }
}
