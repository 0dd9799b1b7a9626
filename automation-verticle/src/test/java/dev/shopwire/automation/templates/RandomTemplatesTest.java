package dev.shopwire.automation.templates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.automation.templates.rendering.TemplateValue;
import dev.shopwire.automation.templates.rendering.Values;
import dev.shopwire.testing.HostileValues;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Puts pieces of HTML together at random: in each template that is accepted, no value changes the
 * structure. With {@code -Dshopwire.fuzz.rounds} it runs for longer.
 */
class RandomTemplatesTest {
  private static final int ROUNDS = Integer.getInteger("shopwire.fuzz.rounds", 20_000);
  private static final String HARMLESS = "https://x.example/";
  private static final int VALUES = 4;

  private static final List<String> PIECES =
      List.of(
          "{{cf.a}}",
          "{{cf.a}}",
          "{{cf.a}}",
          "{{cf.a}}",
          "{{#if cf.a}}",
          "{{else}}",
          "{{/if}}",
          "<p>",
          "</p>",
          "<a href=\"",
          "<a href='",
          "<b title=\"",
          "<b title='",
          "\">",
          "'>",
          "\"",
          "'",
          ">",
          "<",
          "/",
          "=",
          " ",
          "&",
          "&amp;",
          "&am",
          "x",
          "title",
          "href",
          "https://x.example/",
          "mailto:",
          "<!--",
          "-->",
          "--!>",
          "<!",
          "<!-->",
          "<![CDATA[",
          "]]>",
          "<?",
          "</",
          "<script>",
          "</script>",
          "<style>",
          "</style>",
          "<title>",
          "</title>",
          "<textarea>",
          "</textarea>",
          "<svg>",
          "</svg>",
          "<svg/>",
          "<math>",
          "</math>",
          "<mi>",
          "<foreignObject>",
          "</foreignObject>",
          "<desc>",
          "<select>",
          "</select>",
          "<option>",
          "<table>",
          "<tr>",
          "<td>",
          "</table>",
          "<noscript>",
          "</noscript>",
          "<xmp>",
          "</xmp>",
          "<iframe>",
          "</iframe>",
          "<template>",
          "</template>",
          "<plaintext>",
          "<frameset>",
          "<body>",
          "<head>",
          "</body>",
          "<img ",
          "onclick",
          "style",
          "src",
          "\n",
          "<input value=\"",
          "<form action='",
          "<caption>",
          "<button>",
          "<br/>");

  private final long seed = Long.getLong("shopwire.seed", new Random().nextLong());
  private final Random random = new Random(seed);
  private final List<String> values = HostileValues.all();

  @Test
  void noValueChangesTheStructureOfAnAcceptedTemplate() {
    int accepted = 0;
    for (int i = 0; i < ROUNDS; i++) {
      String html = html();
      try {
        accepted += check(html, MailTemplate.parse(MailSource.ofHtml("", html)));
      } catch (InvalidTemplateException e) {
        assertTrue(e.faults().stream().allMatch(fault -> isWithin(fault.span(), html)), html);
      } catch (RuntimeException | AssertionError | StackOverflowError e) {
        throw new AssertionError("seed " + seed + ": " + html, e);
      }
    }
    int checked = accepted;
    assertTrue(checked > ROUNDS / 100, () -> checked + " with values, seed " + seed);
  }

  private static boolean isWithin(
      dev.shopwire.automation.templates.language.Span span, String html) {
    return span.position() >= 0
        && span.length() >= 0
        && span.position() + span.length() <= html.length();
  }

  private int check(String html, MailTemplate template) {
    if (!html.contains("{{cf.a}}")) {
      return 0;
    }
    String expected = Dom.shape(template.render(only(HARMLESS)).html());
    for (int i = 0; i < VALUES; i++) {
      String value = values.get(random.nextInt(values.size()));
      String rendered = template.render(only(value)).html();
      assertEquals(expected, Dom.shape(rendered), () -> value + " in " + html);
    }
    return 1;
  }

  private static Values only(String text) {
    return path -> Optional.of(new TemplateValue(text, true));
  }

  private String html() {
    StringBuilder html = new StringBuilder();
    for (int i = 2 + random.nextInt(12); i > 0; i--) {
      html.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    return html.toString();
  }
}
