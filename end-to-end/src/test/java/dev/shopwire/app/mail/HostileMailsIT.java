package dev.shopwire.app.mail;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.DevTools;
import dev.shopwire.automation.templates.InvalidTemplateException;
import dev.shopwire.automation.templates.MailSource;
import dev.shopwire.automation.templates.MailTemplate;
import dev.shopwire.automation.templates.rendering.TemplateValue;
import dev.shopwire.testing.HostileValues;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows mails with hostile values in Chromium, as a mail program would that allows scripts. */
class HostileMailsIT {
  /** What a script of a mail could call or set is counted. */
  private static final String COUNT_SCRIPTS =
      """
      window.ran = 0;
      for (const name of ['alert', 'x', 'b']) {
        Object.defineProperty(window, name, {get: () => { window.ran++; return () => 0; }, set: () => { window.ran++; }});
      }
      """;

  /** Elements with their attributes' names, for each of the {@code <article>}s. */
  private static final String SHAPES =
      """
      (() => {
        const shape = node => [...node.children].map(child =>
          child.localName + '[' + [...child.attributes].map(a => a.name).sort() + '](' + shape(child) + ')').join();
        const outside = [...document.body.children].filter(child => child.localName !== 'article').length;
        return [outside + ' outside', ...[...document.querySelectorAll('article')].map(shape)];
      })()
      """;

  /**
   * Does what a curious reader could do, and counts scripts that ran and links that would run one.
   */
  private static final String TRIGGER =
      """
      (() => {
        const all = [...document.querySelectorAll('*')];
        let links = 0;
        for (const element of all) {
          for (const attribute of element.attributes) {
            if (/^on/i.test(attribute.name)) links++;
          }
          for (const name of ['href', 'src', 'action', 'formAction', 'cite', 'poster']) {
            if (/^(javascript|vbscript|data):/i.test(element[name] || '')) links++;
          }
          for (const type of ['mouseover', 'click', 'focus', 'error', 'load']) {
            const event = new MouseEvent(type, {bubbles: true, cancelable: true});
            if (!/^(A|BUTTON|FORM)$/.test(element.tagName) || type !== 'click') element.dispatchEvent(event);
          }
        }
        return window.ran + ' ran, ' + links + ' links, ' + document.querySelectorAll('script').length + ' scripts';
      })()
      """;

  private static final String HARMLESS = "https://x.example/";

  @Test
  void noScriptRunsAndNoAttributeBreaksOut() throws InvalidTemplateException {
    List<String> values = HostileValues.all();
    try (DevTools tab = new DevTools()) {
      tab.call("Page.enable", Map.of());
      tab.call("Page.addScriptToEvaluateOnNewDocument", Map.of("source", COUNT_SCRIPTS));
      tab.call("Page.navigate", Map.of("url", "about:blank"));
      for (String place : HostileValues.PLACES) {
        MailTemplate template =
            MailTemplate.parse(MailSource.ofHtml("Subject", shown(place).replace("§", "{{cf.a}}")));
        show(tab, render(template, HARMLESS));
        String expected = tab.evaluate(SHAPES).path(1).asText();
        StringBuilder mails = new StringBuilder();
        values.forEach(value -> mails.append(render(template, value)));
        show(tab, mails.toString());
        JsonNode shapes = tab.evaluate(SHAPES);
        assertEquals("0 outside", shapes.path(0).asText(), place);
        assertEquals(values.size(), shapes.size() - 1, place);
        for (int i = 0; i < values.size(); i++) {
          String value = values.get(i);
          assertEquals(expected, shapes.path(i + 1).asText(), () -> value + " in " + place);
        }
        assertEquals("0 ran, 0 links, 0 scripts", tab.evaluate(TRIGGER).asText(), place);
      }
    }
  }

  /** Without what a browser moves or leaves out where it isn't in its place. */
  private static String shown(String place) {
    String html = place.startsWith("<td") ? "<table><tr>" + place + "</td></tr></table>" : place;
    return "<article>" + html + "</article>";
  }

  private static String render(MailTemplate template, String value) {
    return template.render(path -> Optional.of(new TemplateValue(value, true))).html();
  }

  private static void show(DevTools tab, String html) {
    String frame = tab.call("Page.getFrameTree", Map.of()).at("/frameTree/frame/id").asText();
    tab.evaluate("window.ran = 0");
    tab.call("Page.setDocumentContent", Map.of("frameId", frame, "html", "<body>" + html));
  }

  /** The test would see a script that runs. */
  @Test
  void aScriptWouldBeSeen() {
    try (DevTools tab = new DevTools()) {
      tab.call("Page.enable", Map.of());
      tab.call("Page.addScriptToEvaluateOnNewDocument", Map.of("source", COUNT_SCRIPTS));
      tab.call("Page.navigate", Map.of("url", "about:blank"));
      show(tab, "<article><img src=x onmouseover=alert(1)><a href='javascript:x'>x</a></article>");
      assertEquals("1 ran, 2 links, 0 scripts", tab.evaluate(TRIGGER).asText());
      show(tab, "<article><script>alert(1)</script></article>");
      assertEquals("1 ran, 0 links, 1 scripts", tab.evaluate(TRIGGER).asText());
    }
  }
}
