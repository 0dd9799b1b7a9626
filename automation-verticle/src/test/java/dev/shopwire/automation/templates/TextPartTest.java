package dev.shopwire.automation.templates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TextPartTest {
  private static String text(String html) {
    return Samples.html(html)
        .render(Samples.values(Map.of("cf.a", "A & B", "cf.u", "https://u.example/x")))
        .text();
  }

  @Test
  void paragraphsAndHeadingsHaveEmptyLinesBetween() {
    assertEquals(
        "Title\n\nOne two\n\nThree\nfour\n\nfive",
        text(
            "<html><head><title>no</title><style>p{}</style></head><body>\n<h1> Title </h1>"
                + "<p>One\n  <b>two</b></p>\n<p>Three<br>four<br/><br>five</p><script>x</script></body>"));
  }

  @Test
  void blocksStandOnLinesOfTheirOwn() {
    assertEquals("a\nb\nc", text("<div>a</div><div><div>b</div></div>c"));
  }

  @Test
  void inlineElementsDoNotSplitWords() {
    assertEquals("foobar baz.", text("foo<b>bar</b> <i>baz</i>."));
  }

  @Test
  void listsHaveBulletsAndNumbers() {
    assertEquals(
        "Before\n\n- a\n- b\n  1.  c\n  2.  d\n- e\n\nAfter",
        text(
            "<p>Before<ul><li>a<li><p>b</p><ol><li>c</li><li>d</li></ol></li><li>e</li></ul>After"));
  }

  @Test
  void linesOfAnItemAreIndented() {
    String text = text("<ul><li>" + "word ".repeat(30) + "</li></ul>");
    assertEquals(
        List.of("- " + "word ".repeat(15).strip(), "  " + "word ".repeat(15).strip()),
        text.lines().toList());
  }

  @Test
  void linksAreFollowedByTheirUrls() {
    assertEquals(
        "See our shop (https://x.example/?a=1&b=2).",
        text("See <a class=x href='https://x.example/?a=1&amp;b=2'>our <b>shop</b></a>."));
    assertEquals("https://x.example", text("<a href='https://x.example'>https://x.example</a>"));
    assertEquals("a@x.example", text("<a href='mailto:a@x.example'>a@x.example</a>"));
    assertEquals("top none", text("<a href='#top'>top</a> <a name=x>none</a>"));
    assertEquals(
        "https://x.example", text("<a href='https://x.example'><img src='https://y'></a>"));
    assertEquals(
        "Logo (https://x.example)", text("<a href=https://x.example><img alt='Logo' src=x></a>"));
  }

  @Test
  void cellsOfARowHaveBarsBetween() {
    assertEquals(
        "Item | Price\nTea | 3.50\nSum",
        text(
            "<table><tr><th>Item</th><th>Price</th></tr>\n<tr> <td>Tea</td> <td>3.50</td> </tr>"
                + "<tr><td>Sum</td><td></td></tr></table>"));
  }

  @Test
  void nestedTablesForLayoutHaveNoBars() {
    assertEquals(
        "a\n\nb",
        text(
            "<table><tr><td><table><tr><td>a</td></tr></table></td><td><p>b</p></td></tr></table>"));
  }

  @Test
  void entitiesAreDecoded() {
    assertEquals("a & b < ü €  c", text("a &amp; b &lt; &uuml; &#x20AC; &nbsp;c"));
  }

  @Test
  void valuesAreNotEscaped() {
    assertEquals("A & B (https://u.example/x)", text("<a href=\"{{cf.u}}\">{{cf.a}}</a>"));
    assertEquals(
        "x (https://x.example/?q=A%20%26%20B)",
        text("<a href=\"https://x.example/?q={{cf.a}}\">x</a>"));
  }

  @Test
  void markupInValuesIsText() {
    String text = Samples.html("<p>{{cf.a}}</p>").render(Samples.all("<b>x</b>\n&amp;")).text();
    assertEquals("<b>x</b> &amp;", text);
  }

  @Test
  void blocksChooseLinksAndElements() {
    String html =
        "{{#if cf.a}}<a href=\"https://one.example\">{{else}}<a href=\"https://two.example\">{{/if}}"
            + "Go</a> {{#if cf.no}}<p>no</p>{{else}}<p>yes</p>{{/if}}"
            + "<a href=\"{{#if cf.no}}{{cf.no}}{{else}}https://three.example{{/if}}\">3</a>";
    assertEquals("Go (https://one.example)\n\nyes\n\n3 (https://three.example)", text(html));
  }

  @Test
  void hiddenElementsAreLeftOut() {
    assertEquals(
        "a b",
        text(
            "a <div style='color:red; DISPLAY : none'>x<div>y</div>z</div>b"
                .replace("div", "span")));
  }

  @Test
  void rulesAndCommentsAreNoText() {
    assertEquals(
        "a\n" + "-".repeat(20) + "\nb", text("a<hr>b<!-- c --><!--[if mso]>d<![endif]-->"));
  }

  @Test
  void linesHaveUpTo78CharactersAndUrlsStayWhole() {
    String url = "https://x.example/" + "a".repeat(100);
    String text =
        text("<p>" + "word ".repeat(40) + "<a href='" + url + "'>link</a> " + "word ".repeat(20));
    assertTrue(text.lines().anyMatch(line -> line.equals("(" + url + ")")), text);
    assertTrue(text.lines().allMatch(line -> line.length() <= 78 || line.contains(url)), text);
    assertTrue(text.lines().anyMatch(line -> line.length() > 70 && !line.contains(url)), text);
  }

  @Test
  void manyOpenListsAndEndTagsWithoutStartAreHarmless() {
    assertTrue(text("<ul><li>".repeat(500) + "x").length() < 10_000);
    assertEquals("x", text("</li></ul></ol></a></p></table>x"));
  }
}
