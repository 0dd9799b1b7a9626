package dev.shopwire.automation.templates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.automation.templates.language.FaultCode;
import dev.shopwire.automation.templates.language.TemplateFault;
import dev.shopwire.automation.templates.language.UsedPath;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SyntaxTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "customer.name",
        "customer.email",
        "customer.myplatformDomain",
        "contact.firstName",
        "contact.lastName",
        "contact.email",
        "contact.role",
        "cf.plan",
        "cf.app-one/plan",
        "event.order.id",
        "event.order id",
        "event.a\\.b.c",
        "unsubscribeUrl",
        "preferencesUrl"
      })
  void aPathIsKnown(String path) {
    List<UsedPath> used = Samples.html("a {{ " + path + " }}").used();
    assertEquals(1, used.size());
    assertEquals(path, used.get(0).path().text());
    assertEquals(5, used.get(0).span().position());
    assertEquals(path.length(), used.get(0).span().length());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "customer",
        "customer.Name",
        "customer.name.x",
        "contact.phone",
        "cf.",
        "cf.a b",
        "cf./x",
        "cf.a/",
        "cf.a/b/c",
        "event.",
        "event.a..b",
        "event",
        "name",
        "constructor",
        "cf.pl\u00e4n"
      })
  void aPathIsUnknownWhereItStands(String path) {
    String expected = "unknown_placeholder 5+" + path.length();
    assertEquals(List.of(expected), Samples.faults("a {{ " + path + " }}"));
    assertEquals(List.of(expected), Samples.faults("a {{ " + path + "|default: \"x\"}}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "a {{customer.name; invalid_template 2+2",
        "a {{customer.name {{customer.name}}; invalid_template 2+2",
        "{{{customer.name}}}; invalid_template 0+3",
        "{{&customer.name}}; invalid_template 0+18",
        "{{> footer}}; invalid_template 0+12",
        "{{#each cf.items}}; invalid_template 0+18",
        "{{else if cf.a}}; invalid_template 0+16",
        "{{}}; invalid_template 2+0",
        "{{#if}}a{{/if}}; invalid_template 5+0",
        "{{#if cf.a}}b; invalid_template 0+12",
        "{{else}}; invalid_template 0+8",
        "b{{/if}}; invalid_template 1+7",
        "{{#if cf.a}}b{{else}}c{{else}}d{{/if}}; invalid_template 22+8",
        "{{cf.a | default: x}}; invalid_template 7+12",
        "{{cf.a | default: 'x'}}; invalid_template 7+14",
        "{{cf.a | default: \"x}}; invalid_template 7+13",
        "{{cf.a | default: \"\\n\"}}; invalid_template 7+15",
        "{{cf.a | upper}}; invalid_template 7+7",
        "{{cf.a | default: \"x\" | default: \"y\"}}; invalid_template 7+29",
        "{{cf.a || default: \"x\"}}; invalid_template 7+15"
      })
  void aSyntaxErrorIsFoundWhereItIs(String html, String fault) {
    assertEquals(List.of(fault), Samples.faults(html));
  }

  @Test
  void positionsCountUtf16Units() {
    assertEquals(List.of("unknown_placeholder 4+1"), Samples.faults("😀{{x}}"));
  }

  @Test
  void allFaultsOfAllMembersAreFoundAtOnce() {
    MailSource source =
        MailSource.ofHtml("{{a}}\n", "{{b}}<script>{{cf.x}}</script>{{else}} {{#if cf.y}}")
            .withText("{{c}}");
    assertEquals(
        List.of(
            "subject unknown_placeholder 2+1",
            "subject invalid_template 5+1",
            "unknown_placeholder 2+1",
            "unsafe_place 13+8",
            "invalid_template 30+8",
            "invalid_template 39+12",
            "text unknown_placeholder 2+1"),
        Samples.shown(Samples.faults(source)));
  }

  @Test
  void aDefaultMayHaveQuotesAndBraces() {
    MailTemplate template = Samples.html("{{cf.a | default: \"\\\"}}\\\\ | {{\"}}!");
    assertEquals("&quot;}}\\ | {{!", template.render(Samples.none()).html());
  }

  @Test
  void tagsMayContainLineBreaks() {
    MailTemplate template = Samples.html("{{\n  cf.a\n  | default: \"b\"\n}}{{#if\ncf.a}}x{{/if}}");
    assertEquals("b", template.render(Samples.none()).html());
  }

  @Test
  void blocksNestTenDeep() {
    assertEquals("x", Samples.html(nested(10)).render(Samples.all("a")).html());
    List<TemplateFault> faults = Samples.faults(MailSource.ofHtml("", nested(11)));
    assertEquals(1, faults.size());
    assertEquals(120, faults.get(0).span().position());
  }

  private static String nested(int depth) {
    return "{{#if cf.a}}".repeat(depth) + "x" + "{{/if}}".repeat(depth);
  }

  @Test
  void aSourceHasUpToAThousandTags() {
    assertEquals(1_000, Samples.html("{{cf.a}}".repeat(1_000)).used().size());
    assertEquals(List.of("invalid_template 8000+2"), Samples.faults("{{cf.a}}".repeat(1_001)));
  }

  @Test
  void aSourceHasUpTo256KibibytesOfUtf8() {
    Samples.html("é".repeat(MailTemplate.MAX_SOURCE / 2));
    TemplateFault fault =
        Samples.faults(MailSource.ofHtml("", "é".repeat(MailTemplate.MAX_SOURCE / 2) + "x")).get(0);
    assertEquals(FaultCode.TOO_LONG, fault.code());
  }

  @Test
  void aSourceIsUnicodeText() {
    assertEquals(List.of("invalid_template 0+0"), Samples.faults("a\u0000b"));
    assertEquals(List.of("invalid_template 0+0"), Samples.faults("a\ud800b"));
  }

  @Test
  void aMessageSaysWhatWasExpectedAndWhatCame() {
    String message = Samples.faults(MailSource.ofHtml("", "{{#each cf.items}}")).get(0).message();
    assertEquals("expected {{#if path}}, {{else}} or {{/if}}, not {{#each cf.items}}", message);
    message = Samples.faults(MailSource.ofHtml("", "{{" + "x".repeat(500) + "}}")).get(0).message();
    assertTrue(message.endsWith("not " + "x".repeat(50) + "…"), message);
  }
}
