package dev.shopwire.attribution.installs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.attribution.credit.SeenCode;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UrlCodeParserTest {
  private static final UrlCodeParser CODES = new UrlCodeParser(List.of("mref", "via"));

  private static void assertCode(String code, String url) {
    assertEquals(Optional.of(new SeenCode(code, false)), CODES.find(url), url);
  }

  private static void assertNone(String url) {
    assertEquals(Optional.empty(), CODES.find(url), url);
  }

  @Test
  void aCodeIsFoundInTheQueryAndInTheFragment() {
    assertCode("a", "https://apps.example.com/x?mref=a");
    assertCode("a", "/x?b=c&mref=a#top");
    assertCode("a", "?mref=a");
    assertCode("a", "https://apps.example.com/#/page?mref=a");
    assertCode("a", "https://apps.example.com/#mref=a");
    assertCode("query", "/x?mref=query#mref=fragment");
  }

  @Test
  void escapesAreDecodedAndInvalidOnesKept() {
    assertCode("ü-1", "/x?mref=%C3%BC%2d1");
    assertCode("a b", "/x?mref=a+b");
    assertCode("10%", "/x?mref=10%");
    assertCode("%zz%2", "/x?mref=%zz%2");
    assertCode("a", "/x?%6Dref=a");
    assertCode("a=b", "/x?mref=a=b");
  }

  @Test
  void theFirstConfiguredParameterWithAUsableValueWins() {
    assertCode("a", "/x?via=b&mref=a");
    assertCode("b", "/x?mref=&via=b");
    assertCode("b", "/x?mref=%20+&mref=b&mref=c");
    assertCode("b", "/x?mref=" + "a".repeat(201) + "&via=b");
    assertCode("b", "/x?mref=a%00a&via=b");
  }

  @Test
  void aUrlWithoutACodeHasNone() {
    assertNone("");
    assertNone("#");
    assertNone("https://apps.example.com/mref=a");
    assertNone("/x?MREF=a&ref=b&mref&=c");
    assertNone("/x?&&&");
  }

  @Test
  void aCodeMayHaveTwoHundredCodePoints() {
    String code = "😀".repeat(200);
    assertCode(code, "/x?mref=" + code);
  }

  @Test
  void aCodeThatIsTooLongIsTruncatedUnlessThereIsAnother() {
    String code = "😀".repeat(200);
    assertEquals(
        Optional.of(new SeenCode(code, true)),
        CODES.find("/x?mref=" + code + "a&via=" + "b".repeat(201)));
    assertCode("b", "/x?mref=" + code + "a&via=b");
  }
}
