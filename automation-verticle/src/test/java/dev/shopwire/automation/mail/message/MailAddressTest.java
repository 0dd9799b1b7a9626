package dev.shopwire.automation.mail.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MailAddressTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '|',
      value = {
        "me@shop.example, me@shop.example",
        "|  me@shop.example\t|, me@shop.example",
        "First.Last+tag@Shop.EXAMPLE, First.Last+tag@shop.example",
        "o'neil/x=y{z}~@shop.example, o'neil/x=y{z}~@shop.example",
        "root@localhost, root@localhost",
        "\"a b\"@shop.example, \"a b\"@shop.example",
        "\"a@b\"@shop.example, \"a@b\"@shop.example",
        "\"a\\\"b\\\\c\"@shop.example, \"a\\\"b\\\\c\"@shop.example",
        "\"needless\"@shop.example, needless@shop.example",
        "\"\"@shop.example, \"\"@shop.example",
        "me@bücher.example, me@xn--bcher-kva.example",
        "me@例え.テスト, me@xn--r8jz45g.xn--zckzah",
        "me@shop。example, me@shop.example",
        "me@XN--BCHER-KVA.example, me@xn--bcher-kva.example",
      })
  void validAddressesAreRead(String text, String expected) {
    MailAddress address = MailAddress.parse(text);
    assertEquals(expected, address.toString());
    assertEquals(address, MailAddress.parse(address.toString()));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '|',
      value = {
        "||, has no @",
        "shop.example, has no @",
        "@shop.example, has nothing before the @",
        "me@, has no domain",
        "a@b@shop.example, has more than one @",
        "\"a\"b@shop.example, has text between a quoted local part and the @",
        "\"a@shop.example, has a local part without a closing quote",
        "a b@shop.example, has a local part with a character that needs quotes",
        "me(comment)@shop.example, has a local part with a character that needs quotes",
        "Me <me@shop.example, has a local part with a character that needs quotes",
        ".me@shop.example, |has a local part with a dot at its start, its end or after a dot|",
        "m..e@shop.example, |has a local part with a dot at its start, its end or after a dot|",
        "me.@shop.example, |has a local part with a dot at its start, its end or after a dot|",
        "mé@shop.example, |has a local part with characters outside ASCII, which few mail servers"
            + " accept|",
        "me@[127.0.0.1], has an IP address instead of a domain",
        "me@shop.example., has an invalid domain",
        "me@.example, has an invalid domain",
        "me@shop..example, has an invalid domain",
        "me@-shop.example, has an invalid domain",
        "me@shop_.example, has an invalid domain",
        "me@shop.example>, has an invalid domain",
        "|me@shop.example, you@shop.example|, has more than one @",
        "me@shop\uFF20example, has an invalid domain",
        "me@shop\u2024example, has an invalid domain",
      })
  void othersAreRefusedWithTheReason(String text, String reason) {
    InvalidAddress error = assertThrows(InvalidAddress.class, () -> MailAddress.parse(text));
    assertEquals(reason, error.getMessage());
  }

  @Test
  void noPlaceTakesALineBreakOrAControlCharacter() {
    for (String control : new String[] {"\r", "\n", "\r\n", "\0", "\u007f", "\u0085", "\t"}) {
      for (String text :
          new String[] {
            "m" + control + "e@shop.example",
            "\"m" + control + "e\"@shop.example",
            "\"m\\" + control + "e\"@shop.example",
            "me@sh" + control + "op.example"
          }) {
        assertThrows(InvalidAddress.class, () -> MailAddress.parse(text), text);
      }
    }
  }

  @Test
  void lengthsAreLimitedInTheFormThatIsSent() {
    String local = "a".repeat(64);
    String label = "b".repeat(63) + ".";
    String longest = local + "@" + label + label + "c".repeat(61);
    assertEquals(MailAddress.MAX_LENGTH, MailAddress.parse(longest).toString().length());
    for (String text :
        new String[] {
          longest + "c",
          "a" + local + "@shop.example",
          "me@" + "b".repeat(64) + ".example",
          "a@" + ("ü".repeat(40) + ".").repeat(6) + "example",
          "\"" + " ".repeat(63) + "\"@shop.example",
          "a".repeat(1_000_000)
        }) {
      assertThrows(InvalidAddress.class, () -> MailAddress.parse(text));
    }
  }

  @Test
  void addressesAreComparedTrimmedAndInLowerCase() {
    assertEquals("me@shop.example", MailAddress.parse(" ME@Shop.Example ").normalized());
    assertEquals(
        MailAddress.parse("\"Me\"@BÜCHER.example").normalized(),
        MailAddress.parse("me@xn--bcher-kva.example").normalized());
  }
}
