package dev.shopwire.automation.templates;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlacesTest {
  private static final String TAG = "{{cf.a}}";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script>§</script>",
        "<SCRIPT type=x>a</scripty>§</script>",
        "<style>§</style>",
        "<style>a{}</\u017ftyle>§",
        "<title>§</title>",
        "<textarea>§</textarea>",
        "<xmp>§</xmp>",
        "<iframe>§</iframe>",
        "<noembed>§</noembed>",
        "<plaintext>§",
        "<noscript>§</noscript>",
        "<noscript></noscript>§",
        "<!-- § -->",
        "<!--[if mso]>§<![endif]-->",
        "<![CDATA[ § ]]>",
        "<![CDATA[ > § ]]>",
        "<!DOCTYPE § >",
        "<? § ?>",
        "</§>",
        "<§>",
        "<p§>",
        "<p §>",
        "<p §='x'>",
        "<p title§='x'>",
        "<p title=§>",
        "<p title= §>",
        "<p title=a§>",
        "<p title=\"x\"§>",
        "</p title=\"§\">",
        "<p style=\"color: §\">",
        "<p style='§'>",
        "<p onclick=\"§\">",
        "<p ONCLICK='§'>",
        "<p unknown=\"§\">",
        "<img srcset=\"§\">",
        "<iframe srcdoc=\"§\">",
        "<a target='§'>",
        "<meta content=\"§\">",
        "<base href=\"§\">",
        "<link href=\"§\">",
        "<object name='§'>",
        "<embed src='§'>",
        "<v:fill src='§'>",
        "<svg>§</svg>",
        "<svg><a href='§'>x</a></svg>",
        "<svg width='§'></svg>",
        "<math><mi>§</mi></math>",
        "<svg><title></title></svg>§",
        "<svg><style><a title=\"</style>§\">",
        "<select><xmp><a title=\"</xmp>§\">",
        "<!-->§",
        "<!--->§",
        "<!-- a --!>§",
        "<script><!-- </script>§",
        "<title/>§",
        "<frameset>§",
        "a &§",
        "a &am§",
        "a &#3§",
        "<p title=\"&§\">",
        "<a href=\"§/path\">",
        "<a href=\"§ \">",
        "<a href=\" §\">",
        "<a href=\"https://§\">",
        "<a href=\"https://§.example/\">",
        "<a href=\"https://x.example§\">",
        "<a href=\"https://x.example:8§\">",
        "<a href=\"//x.example/§\">",
        "<a href=\"/§\">",
        "<a href=\"?q=§\">",
        "<a href=\"javascript:§\">",
        "<a href=\"java\tscript:§\">",
        "<a href=\"data:text/html,§\">",
        "<a href=\"https&colon;//x.example/§\">",
        "<a href=\"https://a@x.example/§\">",
        "<a href=\"https://x.example\\@y.example/§\">",
        "<a href=\"https://{{#if cf.b}}x{{else}}y{{/if}}.example/§\">",
        "<a href=\"{{#if cf.b}}https://x.example/{{/if}}§\">"
      })
  void aPlaceIsUnsafe(String html) {
    List<String> faults = Samples.faults(html.replace("§", TAG) + (html.contains(">") ? "" : ">"));
    String first =
        faults.stream().filter(fault -> fault.startsWith("unsafe_place")).findFirst().orElse("");
    int position = html.replace("§", TAG).indexOf(TAG);
    assertEquals("unsafe_place " + position + "+" + TAG.length(), first, faults::toString);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "§",
        "<p>a §b</p>",
        "a < § & §; <3 §",
        "<p title=\"§\" alt='a §'>",
        "<p data-x=\"§\" aria-label='§'>x</p>",
        "<a href=\"§\">x</a>",
        "<a HREF='§'>x</a>",
        "<a href=\"https://x.example/§\">x</a>",
        "<a href=\"HTTPS://x.example:443?q=§&amp;r=§#§\">x</a>",
        "<a href=\"mailto:§?subject=§\">x</a>",
        "<a href=\"{{#if cf.b}}§{{else}}https://x.example{{/if}}\">x</a>",
        "<a href=\"{{#if cf.b}}https://x.example/{{else}}https://y.example/{{/if}}§\">x</a>",
        "<style>a{}b{}</style>§",
        "<style>a</styles></style >§",
        "<script>a < b</script>§",
        "<title>x</title><textarea></textarea>§",
        "<!--[if mso]>x<![endif]-->§",
        "<!--[if !mso]><!-->§<!--<![endif]-->",
        "<![if !mso]>§<![endif]>",
        "<!DOCTYPE html>§",
        "<svg><path d='x'/></svg>§",
        "<svg/>§",
        "<select><option>§</option></select>",
        "<table>{{#if cf.b}}<tr><td>§</td></tr>{{/if}}</table>",
        "{{#if cf.b}}<h1>{{else}}<h2>{{/if}}§",
        "<p style=\"{{#if cf.b}}color:red{{/if}}\">§</p>"
      })
  void aPlaceIsSafe(String html) {
    Samples.html(html.replace("§", TAG));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{{#if cf.a}}<{{/if}}b>",
        "{{#if cf.a}}<b {{/if}}>",
        "{{#if cf.a}}<b {{else}}<i {{/if}}>",
        "<b {{#if cf.a}}title=\"x\"{{/if}}>",
        "<b title={{#if cf.a}}x{{/if}}>",
        "<b title=\"{{#if cf.a}}\">{{/if}}",
        "<style>{{#if cf.a}}a{{/if}}</style>",
        "<!--{{#if cf.a}}a{{/if}}-->",
        "{{#if cf.a}}<style>{{/if}}</style>",
        "{{#if cf.a}}<!--{{/if}}-->",
        "{{#if cf.a}}<svg>{{/if}}</svg>",
        "{{#if cf.a}}<p>{{else}}<p title='{{/if}}'>",
        "&{{#if cf.a}}lt;{{/if}}",
        "{{#if cf.a}}&{{/if}}lt;"
      })
  void aBlockMayNotSplitATag(String html) {
    List<String> faults = Samples.faults(html);
    String expected = "unsafe_place " + html.indexOf("{{#if") + "+12";
    assertTrue(faults.contains(expected), faults::toString);
  }

  @ParameterizedTest
  @ValueSource(strings = {"<p", "<p title=\"x", "<!-- x", "<style>a", "<title>a</title", "<a href"})
  void theHtmlMayNotEndWithinATag(String html) {
    assertEquals(List.of("invalid_template 0+0"), Samples.faults(html));
  }

  @ParameterizedTest
  @CsvSource({"x", "javascript:alert(1)", "/path", "https:", "https://", "'https://x.example y'"})
  void theDefaultOfAWholeUrlIsAUrl(String url) {
    assertEquals(
        List.of("unsafe_place 9+" + (22 + url.length())),
        Samples.faults("<a href=\"{{cf.a | default: \"" + url + "\"}}\">x</a>"));
  }

  @Test
  void aSecondPlaceholderMayNotFollowAWholeUrl() {
    assertEquals(
        List.of("unsafe_place 17+8"), Samples.faults("<a href=\"" + TAG + TAG + "\">x</a>"));
  }

  @Test
  void aTitleMayHaveAnyDefault() {
    Samples.html("<a title=\"{{cf.a | default: \"javascript:x\"}}\">x</a>");
  }
}
