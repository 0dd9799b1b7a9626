package dev.shopwire.automation.templates;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.automation.templates.rendering.Values;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Measures what templates cost, in processor time: other processes take turns on the processor. */
class SpeedTest {
  private static final int MAILS = Integer.getInteger("shopwire.mails", 4_000);

  /** A quarter of what is usual, since machines differ; the figure is printed. */
  private static final int WANTED_PER_SECOND = 750;

  private static final double GENEROUS_MILLIS = 2_000;
  private static final int MEBIBYTE = 1_048_576;

  private static final String ROW =
      """
      <tr><td style="padding:10px 20px;font-family:Arial,sans-serif;font-size:14px;color:#333333">
      <p>Hello {{customer.name | default: "there"}}, your plan is {{cf.plan}} &amp; you have
      {{event.order.count}} orders. {{#if cf.vip}}Thank you for being <b>a VIP</b>!{{else}}Join the
      club.{{/if}} Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor.</p>
      <a href="https://x.example/orders?name={{customer.name}}&amp;plan={{cf.plan}}">Your orders</a>
      </td><td><img src="https://x.example/a.png" alt="{{cf.plan}}" width="100"></td></tr>
      """;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  @Test
  void aCoreRendersManyMailsASecond() {
    StringBuilder html = new StringBuilder("<html><body><table>");
    while (html.length() < 10_000) {
      html.append(ROW);
    }
    html.append("</table><a href=\"{{unsubscribeUrl}}\">Unsubscribe</a></body></html>");
    MailTemplate template = Samples.html(html.toString());
    Values values =
        Samples.values(
            Map.of(
                "customer.name", "Ada & Söhne",
                "cf.plan", "pro",
                "cf.vip", "yes",
                "event.order.count", "12",
                "unsubscribeUrl", "https://x.example/unsubscribe/0123456789"));
    assertTrue(template.render(values).isComplete());
    long start = threads.getCurrentThreadCpuTime();
    for (int i = 0; i < MAILS; i++) {
      template.render(values);
    }
    double seconds = (threads.getCurrentThreadCpuTime() - start) / 1e9;
    double perSecond = MAILS / seconds;
    System.out.printf("Rendered %.0f mails a second of %d characters%n", perSecond, html.length());
    assertTrue(perSecond > WANTED_PER_SECOND, () -> perSecond + " mails a second");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{{",
        "{{{",
        "}}",
        "{{x",
        "{{\"",
        "{{x|default:\"",
        "{{#if cf.a}}",
        "{{else}}",
        "{{/if}}",
        "<",
        "<!--",
        "<!-- --",
        "</",
        "<a ",
        "<a href=\"",
        "<a b=c",
        "<style>",
        "<style></",
        "<script><!--",
        "&",
        "&#",
        "<svg>",
        "<![CDATA[",
        "<p ",
        "a ",
        "<li>",
        "<ul>",
        "<ol><li>",
        "\"",
        "<a href='x'>",
        "<x y='z' ",
        "=",
        "/",
        "--",
        "<td>",
        "<span style='display:none'>"
      })
  void checkingIsLinear(String piece) {
    for (String start : List.of("", "<p title=\"")) {
      String source = start + piece.repeat(MailTemplate.MAX_SOURCE / piece.length() - 4);
      long before = threads.getCurrentThreadCpuTime();
      check(source);
      double millis = (threads.getCurrentThreadCpuTime() - before) / 1e6;
      assertTrue(millis < GENEROUS_MILLIS, () -> start + piece + " took " + millis + " ms");
    }
    long before = threads.getCurrentThreadCpuTime();
    check(piece.repeat(MEBIBYTE / piece.length()));
    double millis = (threads.getCurrentThreadCpuTime() - before) / 1e6;
    assertTrue(millis < GENEROUS_MILLIS, () -> piece + " took " + millis + " ms for a mebibyte");
  }

  private static void check(String source) {
    try {
      MailTemplate.parse(MailSource.ofHtml(source, source).withText(source))
          .render(Samples.all("a"));
    } catch (InvalidTemplateException e) {
      assertTrue(!e.faults().isEmpty());
    }
  }
}
