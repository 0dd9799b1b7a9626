package dev.shopwire.automation.templates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.automation.templates.rendering.Encoding;
import dev.shopwire.automation.templates.rendering.Missing.Reason;
import dev.shopwire.testing.HostileValues;
import java.util.List;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;

/** No value changes the structure of a mail, wherever it stands. */
class HostileValuesTest {
  private static final List<String> PLACES = HostileValues.PLACES;
  private static final List<String> VALUES = HostileValues.all();

  @Test
  void thereAreEnoughValues() {
    assertTrue(VALUES.size() >= 200, () -> VALUES.size() + " values");
  }

  @Test
  void theDocumentKeepsItsShape() {
    for (String place : PLACES) {
      MailTemplate template = Samples.html(place.replace("§", "{{cf.a}}"));
      String expected = Dom.shape(template.render(Samples.all("https://x.example/")).html());
      for (String value : VALUES) {
        String html = template.render(Samples.all(value)).html();
        assertEquals(expected, Dom.shape(html), () -> value + " in " + place);
        Dom.assertIsHarmless(html);
      }
    }
  }

  @Test
  void theTextIsTheValue() {
    MailTemplate template = Samples.html("<p title=\"{{cf.a}}\">{{cf.a}}</p>");
    for (String value : VALUES) {
      StringBuilder expected = new StringBuilder();
      Encoding.TEXT.write(value.replace('\r', ' '), expected);
      var p = Jsoup.parse(template.render(Samples.all(value)).html()).expectFirst("p");
      assertEquals(expected.toString(), p.wholeText());
      assertEquals(expected.toString(), p.attr("title"));
    }
  }

  @Test
  void aSubjectIsOneLine() {
    MailTemplate template = Samples.subject("a {{cf.a}} b");
    for (String value : VALUES) {
      String subject = template.render(Samples.all(value)).subject();
      assertFalse(subject.chars().anyMatch(Character::isISOControl), subject);
      assertFalse(subject.contains("\u2028") || subject.contains("\u2029"), subject);
    }
  }

  @Test
  void aValueThatIsNoUrlIsMissing() {
    MailTemplate template = Samples.html("<a href=\"{{cf.a}}\">x</a>");
    for (String value :
        List.of("javascript:x", "x", "//x.example", "https://x y", "ftp://x", "https:///")) {
      Rendered rendered = template.render(Samples.all(value));
      assertEquals("<a href=\"\">x</a>", rendered.html());
      assertEquals(Reason.NOT_A_URL, rendered.missing().get(0).reason());
    }
  }
}
