package dev.shopwire.automation.templates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.automation.templates.rendering.Rendering;
import dev.shopwire.automation.templates.rendering.TemplateValue;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests texts with placeholders that are no part of a mail. */
class TextTemplateTest {
  private static String render(String source) throws InvalidTemplateException {
    StringBuilder out = new StringBuilder();
    new Rendering(
            path ->
                path.text().equals("cf.none")
                    ? Optional.empty()
                    : TemplateValue.of("<" + path.text() + ">"),
            1_000)
        .write(TextTemplate.parse(source).parts(), out);
    return out.toString();
  }

  @Test
  void valuesAreNotEscaped() throws InvalidTemplateException {
    assertEquals("a <cf.plan> \"\n b", render("a {{cf.plan}} \"\n b"));
    assertEquals(" or x", render("{{cf.none}} or {{ cf.none | default: \"x\" }}"));
    assertEquals("y", render("{{#if cf.none}}x{{else}}y{{/if}}"));
    assertThrows(InvalidTemplateException.class, () -> TextTemplate.parse("{{#if cf.none}}"));
  }

  @Test
  void aPlaceholderMayBeAllOfTheText() throws InvalidTemplateException {
    assertEquals(
        "event.a.b", TextTemplate.parse("{{ event.a.b }}").single().orElseThrow().path().text());
    for (String text : new String[] {"", "x", " {{event.a}}", "{{event.a}}{{event.b}}"}) {
      assertTrue(TextTemplate.parse(text).single().isEmpty(), text);
    }
  }
}
