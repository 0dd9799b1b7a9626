package dev.shopwire.testing;

import java.util.ArrayList;
import java.util.List;

/** Values that try to leave the place where they are inserted, and places for them. */
public final class HostileValues {
  /** HTML in which § stands where templates allow placeholders. */
  public static final List<String> PLACES =
      List.of(
          "<p>§</p>",
          "<p>a§b</p>",
          "<p title=\"§\">x</p>",
          "<p title='§'>x</p>",
          "<p title=\"a§\" class='§b' lang=\"§\">x</p>",
          "<a href=\"https://x.example/§\">x</a>",
          "<a href='https://x.example?q=§&amp;r=§#§'>x</a>",
          "<a href=\"mailto:§\">x</a>",
          "<a href=\"§\">x</a>",
          "<a href='§'>x</a>",
          "<img src=\"§\" alt=\"§\">",
          "<td background='§'>",
          "<form action=\"§\"><button formaction='§'>§</button></form>",
          "<blockquote cite=\"§\">§</blockquote>",
          "<video poster=\"§\"></video>",
          "<select><option value='§'>§</option></select>",
          "<table><tr><td>§</td></tr></table>",
          "<!--[if !mso]><!-->§<!--<![endif]-->",
          "<style>a{}</style><svg><path/></svg>§",
          "<p title=\"{{#if cf.a}}§{{/if}}\">{{#if cf.a}}<b>§</b>{{/if}}</p>");

  private static final List<String> BEFORE =
      List.of(
          "", "a", "\"", "'", "\">", "'>", "`", " ", "\t", "\r\n", "-->", "]]>", "\u0000",
          "\ud800");

  private static final List<String> ATTACKS =
      List.of(
          "<script>alert(1)</script>",
          "</script><script>x</script>",
          "</style></title></textarea><img src=x onerror=alert(1)>",
          "onmouseover=alert(1) x=",
          " onclick=\"x\" style=\"x",
          "javascript:alert(1)",
          "java\tscript:alert(1)",
          "JaVaScRiPt\n:alert(1)",
          "javascript&colon;alert(1)",
          "&#106;avascript:alert(1)",
          "data:text/html,<b>x</b>",
          "vbscript:x",
          "//evil.example",
          "https://x.example\" onclick=\"x",
          "https://x.example/'><b>",
          "http:evil.example",
          "https://x.example/\r\nX: y",
          "mailto:a@x.example\r\nBcc: b@x.example",
          "Subject\r\nBcc: b@x.example",
          "{{customer.email}}{{#if cf.a}}",
          "{{{raw}}}",
          "<!--",
          "<![CDATA[",
          "&lt;b&gt; &amp &quot;&#34",
          "<svg/onload=x>",
          "<math><mi//xlink:href=\"data:x,x\">",
          "😀 \u202e\u2066evil\u2069",
          "\udc00\ud800x",
          "\u2028\u2029\u0085\u007f\u001b[31m",
          "\ufeff\uffff\ufffe",
          "+ADw-script+AD4-",
          "%0d%0a%22%3e",
          "\u017fcript \u212a \uff1cscript\uff1e");

  private HostileValues() {}

  /** Every attack, after each of the beginnings. */
  public static List<String> all() {
    List<String> values = new ArrayList<>();
    for (String before : BEFORE) {
      ATTACKS.forEach(attack -> values.add(before + attack));
    }
    values.add("<".repeat(500) + "\"".repeat(500));
    return values;
  }
}
