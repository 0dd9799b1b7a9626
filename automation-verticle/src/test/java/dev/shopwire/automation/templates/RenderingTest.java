package dev.shopwire.automation.templates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.shopwire.automation.templates.language.TemplatePath.Fixed;
import dev.shopwire.automation.templates.rendering.Missing;
import dev.shopwire.automation.templates.rendering.Missing.Reason;
import dev.shopwire.automation.templates.rendering.TemplateValue;
import dev.shopwire.automation.templates.rendering.Values;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RenderingTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void aMailHasSubjectHtmlAndText() {
    MailTemplate template =
        Samples.parsed(
            MailSource.ofHtml("Hi {{customer.name}}", "<p>Hi {{customer.name}}</p>")
                .withText("Hi {{customer.name}}\n"));
    Rendered mail = template.render(Samples.values(Map.of("customer.name", "A & <B>")));
    assertEquals("Hi A & <B>", mail.subject());
    assertEquals("<p>Hi A &amp; &lt;B&gt;</p>", mail.html());
    assertEquals("Hi A & <B>\n", mail.text());
    assertTrue(mail.isComplete());
  }

  @Test
  void whatIsMissingIsNamedOnce() {
    Rendered mail =
        Samples.html("{{customer.name}} {{cf.a}} {{customer.name}} {{cf.b | default: \"b\"}}")
            .render(Samples.values(Map.of("cf.a", "x")));
    assertEquals(" x  b", mail.html());
    assertEquals(List.of(new Missing(Fixed.CUSTOMER_NAME, Reason.NO_VALUE)), mail.missing());
    assertFalse(mail.isComplete());
  }

  @Test
  void aBranchThatIsNotTakenMissesNothing() {
    MailTemplate template = Samples.html("{{#if cf.a}}{{cf.a}}{{else}}none{{/if}}");
    assertEquals("none", template.render(Samples.none()).html());
    assertTrue(template.render(Samples.none()).isComplete());
    assertEquals("x", template.render(Samples.all("x")).html());
  }

  @Test
  void aDefaultTakesThePlaceOfABlankValueAndOfOneThatIsNoUrl() {
    MailTemplate template =
        Samples.html(
            "<a href=\"{{cf.u | default: \"https://x.example\"}}\">{{cf.n | default: \"y\"}}</a>");
    Rendered mail = template.render(Samples.values(Map.of("cf.n", " ", "cf.u", "javascript:x")));
    assertEquals("<a href=\"https://x.example\">y</a>", mail.html());
    assertTrue(mail.isComplete());
  }

  @Test
  void valuesLookAsInTheApi() throws JsonProcessingException {
    assertEquals("1200", TemplateValue.of(new BigDecimal("1.2e3")).text());
    assertEquals("true", TemplateValue.of(true).text());
    assertEquals(
        "2026-11-28T10:00:00Z", TemplateValue.of(Instant.parse("2026-11-28T10:00:00Z")).text());
    assertEquals("2026-11-28", TemplateValue.of(LocalDate.parse("2026-11-28")).text());
    assertEquals("[1,{\"a\":\"b\"}]", json("[1, {\"a\": \"b\"}]").orElseThrow().text());
    assertEquals("0.15", json("1.5e-1").orElseThrow().text());
    assertEquals("a", json("\"a\"").orElseThrow().text());
    assertEquals(Optional.empty(), json("null"));
    assertEquals(Optional.empty(), json("\"\""));
  }

  @Test
  void ifIsFalseForFalseAndForEmptyListsAndObjects() throws JsonProcessingException {
    for (String value : List.of("false", "[]", "{}")) {
      assertFalse(json(value).orElseThrow().isTrue(), value);
    }
    for (String value : List.of("true", "0", "[0]", "{\"a\":1}", "\"false\"")) {
      assertTrue(json(value).orElseThrow().isTrue(), value);
    }
  }

  private static Optional<TemplateValue> json(String json) throws JsonProcessingException {
    return TemplateValue.of(
        JSON.reader()
            .with(com.fasterxml.jackson.databind.DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .readTree(json));
  }

  @Test
  void partsOfUrlsArePercentEncoded() {
    Values values = Samples.all("ä b&c=d/e?#@\"");
    assertEquals(
        "<a href=\"https://x.example/?q=%C3%A4%20b%26c%3Dd%2Fe%3F%23%40%22\">x</a>",
        Samples.html("<a href=\"https://x.example/?q={{cf.a}}\">x</a>").render(values).html());
    assertEquals(
        "<a href=\"mailto:a@x.example\">x</a>",
        Samples.html("<a href=\"mailto:{{cf.a}}\">x</a>")
            .render(Samples.all("a@x.example"))
            .html());
  }

  @Test
  void aWholeUrlIsEscaped() {
    assertEquals(
        "<a href=\"https://x.example/?a=b&amp;c=d\">x</a>",
        Samples.html("<a href=\"{{cf.a}}\">x</a>")
            .render(Samples.all("https://x.example/?a=b&c=d"))
            .html());
  }

  @Test
  void eachPathIsAskedForOnce() {
    List<String> asked = new ArrayList<>();
    Samples.html("{{cf.a}}{{cf.a}}{{#if cf.a}}{{cf.b}}{{/if}}")
        .render(
            path -> {
              asked.add(path.text());
              return TemplateValue.of("x");
            });
    assertEquals(List.of("cf.a", "cf.b"), asked);
  }

  @Test
  void aMailHasUpToOneMebibyte() {
    MailTemplate template = Samples.html("{{cf.a}}");
    int half = MailTemplate.MAX_MAIL / 2;
    assertTrue(template.render(Samples.all("a".repeat(half - 100))).isComplete());
    assertTrue(template.render(Samples.all("a".repeat(half))).isTooLarge());
    assertTrue(template.render(Samples.all("é".repeat(half / 2))).isTooLarge());
    assertTrue(template.render(Samples.all("<".repeat(half / 2))).isTooLarge());
    MailTemplate many = Samples.html("{{cf.a}}".repeat(1_000));
    assertTrue(many.render(Samples.all("a".repeat(100_000))).isTooLarge());
  }
}
