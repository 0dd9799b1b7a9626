package dev.shopwire.attribution.credit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EmailComparisonTest {
  @ParameterizedTest
  @CsvSource({
    "jane@shop.example, JANE@Shop.EXAMPLE",
    "jane@shop.example, '  jane@shop.example '",
    "jane@shop.example, jane+partner@shop.example",
    "jane@shop.example, Jane+a+b@shop.example",
    "jane@shop.example, jane+@shop.example",
    "janedoe@gmail.com, jane.doe@gmail.com",
    "janedoe@gmail.com, J.a.n.e.Doe@GMAIL.com",
    "janedoe@gmail.com, jane.doe@googlemail.com",
    "janedoe@gmail.com, jane.doe+a.b@GoogleMail.com",
    "ISTANBUL@shop.example, istanbul@shop.example"
  })
  void spellingsOfTheSameMailboxAreEqual(String one, String other) {
    assertTrue(EmailComparison.areSameMailbox(one, other));
    assertTrue(EmailComparison.areSameMailbox(other, one));
  }

  @ParameterizedTest
  @CsvSource({
    "jane@shop.example, john@shop.example",
    "jane@shop.example, jane@shop.example.net",
    "jane@shop.example, jane@gmail.com",
    "jane.doe@shop.example, janedoe@shop.example",
    "jane.doe@gmail.example, janedoe@gmail.example",
    "jane.doe@gmail.com.example, janedoe@gmail.com.example",
    "jane.doe@notgmail.com, janedoe@notgmail.com",
    "jane.doe@mail.gmail.com, janedoe@mail.gmail.com",
    "jane-a@shop.example, jane@shop.example",
    "+a@shop.example, +b@shop.example",
    "jane@a+b.example, jane@a.example",
    "a@shop.example@gmail.com, a@gmail.com",
    "jane, jane@shop.example"
  })
  void addressesThatMayBeDifferentMailboxesAreNotEqual(String one, String other) {
    assertFalse(EmailComparison.areSameMailbox(one, other));
    assertFalse(EmailComparison.areSameMailbox(other, one));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "@",
        "+",
        "+@",
        "@+",
        "a@",
        "@gmail.com",
        "...@gmail.com",
        ".+.@gmail.com",
        "+.@gmail.com",
        "a+b+c",
        "\"a+b\"@shop.example",
        "a@b@c",
        "a\u0000@shop.example",
        "\ud800@shop.example",
        "İ@shop.example",
        "ﬀ@shop.example",
        "名@例え.example"
      })
  void normalizationIsIdempotentForAnyText(String text) {
    String normalized = EmailComparison.normalize(text);
    assertEquals(normalized, EmailComparison.normalize(normalized));
    assertTrue(EmailComparison.areSameMailbox(text, text));
  }

  @Test
  void aHostileAddressIsNormalizedInTime() {
    String hostile = "+.".repeat(500_000) + "@gmail.com";
    assertEquals("+".repeat(500_000) + "@gmail.com", EmailComparison.normalize(hostile));
    assertEquals(
        "@".repeat(500_000) + "a.example",
        EmailComparison.normalize("@".repeat(500_000) + "a.example"));
  }
}
