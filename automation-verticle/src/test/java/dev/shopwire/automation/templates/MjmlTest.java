package dev.shopwire.automation.templates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.testing.HostileValues;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MjmlTest {
  private static final String MAIL =
      """
      <mjml><mj-head><mj-preview>Preview {{cf.a}}</mj-preview></mj-head><mj-body>
      {{#if cf.vip}}<mj-section><mj-column><mj-text>Thank you</mj-text></mj-column></mj-section>{{else}}
      <mj-section><mj-column><mj-text>Join us</mj-text></mj-column></mj-section>{{/if}}
      <mj-section><mj-column>
      <mj-text>Hello <b>{{customer.name | default: "<there>"}}</b> &amp; all</mj-text>
      <mj-button href="{{cf.u}}">Open {{cf.a}}</mj-button>
      <mj-image src='https://x.example/?q={{cf.a}}' alt="{{cf.a}}" />
      <mj-table><tr>{{#if cf.vip}}<td>{{cf.a}}</td>{{/if}}</tr></mj-table>
      </mj-column></mj-section></mj-body></mjml>
      """;

  private static List<String> faults(String mjml) {
    return Samples.shown(Samples.faults(MailSource.ofMjml("", mjml)));
  }

  private static String body(String content) {
    return "<mjml><mj-body><mj-section><mj-column>"
        + content
        + "</mj-column></mj-section></mj-body></mjml>";
  }

  @Test
  void mjmlBecomesHtmlWithItsTags() {
    MailTemplate template = Samples.mjml(MAIL);
    Map<String, String> values =
        Map.of("cf.a", "A & \"B\"", "cf.u", "https://u.example/", "cf.vip", "x");
    Rendered mail = template.render(Samples.values(values));
    assertTrue(mail.isComplete(), mail::toString);
    Document html = Jsoup.parse(mail.html());
    assertEquals("Thank you", html.expectFirst("td > div").text());
    assertEquals("https://u.example/", html.expectFirst("a").attr("href"));
    assertEquals("A & \"B\"", html.expectFirst("img").attr("alt"));
    assertEquals("https://x.example/?q=A%20%26%20%22B%22", html.expectFirst("img").attr("src"));
    assertTrue(html.text().contains("Hello <there> & all"), html::text);
    assertEquals(
        "Thank you\n\nHello <there> & all\n\nOpen A & \"B\" (https://u.example/)\n\nA & \"B\"\n\nA & \"B\"",
        mail.text());
  }

  @Test
  void theOtherBranchIsChosen() {
    Map<String, String> values = Map.of("cf.a", "A", "cf.u", "https://u.example/");
    String html = Samples.mjml(MAIL).render(Samples.values(values)).html();
    assertTrue(html.contains("Join us") && !html.contains("Thank you"), html);
  }

  @Test
  void noValueChangesTheStructure() {
    MailTemplate template = Samples.mjml(MAIL);
    String expected = Dom.shape(template.render(Samples.all("https://x.example/")).html());
    for (String value : HostileValues.all()) {
      assertEquals(expected, Dom.shape(template.render(Samples.all(value)).html()), value);
    }
  }

  @Test
  void pathsHaveTheirPlacesInTheMjml() {
    var used = Samples.mjml(MAIL).used();
    used.forEach(
        path -> {
          int position = path.span().position();
          assertEquals(
              path.path().text(), MAIL.substring(position, position + path.span().length()));
        });
    assertEquals(9, used.size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<mj-text color='§'>x</mj-text>",
        "<mj-text unknown='§'>x</mj-text>",
        "<mj-text><p style='§'>x</p></mj-text>",
        "<mj-text><!-- § --></mj-text>",
        "<mj-button href='https://§'>x</mj-button>",
        "<mj-raw><script>§</script></mj-raw>",
        "<mj-raw><!--[if mso]>§<![endif]--></mj-raw>",
        "<mj-text §>x</mj-text>"
      })
  void aPlaceIsUnsafeWhereItStandsInTheMjml(String content) {
    String mjml = body(content.replace("§", "{{cf.a}}"));
    assertEquals("mjml unsafe_place " + mjml.indexOf("{{") + "+8", faults(mjml).get(0), mjml);
  }

  @Test
  void anIncludeIsRefused() {
    String mjml = body("<mj-include path='/etc/passwd' />");
    assertEquals(List.of("mjml invalid_template " + mjml.indexOf("<mj-inc") + "+11"), faults(mjml));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "<mjml>",
        "<p>x</p>",
        "<mjml><mj-body><mj-section",
        "<mjml><mj-body><mj-image width='wide'/></mj-body></mjml>"
      })
  void invalidMjmlIsRefused(String mjml) {
    assertEquals(List.of("mjml invalid_template 0+0"), faults(mjml));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<mj-wrapper>",
        "<mj-text>x</mj-text>",
        "<b>",
        "<!--[if mso | IE]>",
        "<mj-raw><!--[if mso | IE]></mj-raw>",
        "font-family:",
        "\"font-family:",
        "<mj-section><mj-column><mj-text>x</mj-text></mj-column></mj-section>"
      })
  void whatTakesLongIsRefusedSoon(String piece) {
    long start = System.nanoTime();
    String mjml = body(piece.repeat(250_000 / piece.length()));
    assertEquals(List.of("mjml invalid_template 0+0"), faults(mjml).stream().distinct().toList());
    assertTrue(System.nanoTime() - start < 2_000_000_000L, () -> "took too long: " + piece);
  }
}
