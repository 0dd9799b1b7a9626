package dev.shopwire.automation.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.failure.ValidationError;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what is refused of texts, where and why. */
class RefusalsTest {

  /** As {@code code@position+length}, in their order. */
  private static String places(List<ValidationError> errors) {
    return errors.stream()
        .map(error -> error.code() + "@" + error.position() + "+" + error.length())
        .collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '`',
      textBlock =
          """
          `` ¦ 0 ¦ 0
          `   ` ¦ 3 ¦ 0
          AND everyone ¦ 0 ¦ 3
          everyone AND ¦ 12 ¦ 0
          everyone OR OR everyone ¦ 12 ¦ 2
          everyone everyone ¦ 9 ¦ 8
          everyone) ¦ 8 ¦ 1
          (everyone ¦ 9 ¦ 0
          () ¦ 1 ¦ 1
          NOT ¦ 3 ¦ 0
          = 5 ¦ 0 ¦ 1
          "name" = 5 ¦ 0 ¦ 6
          5 ¦ 0 ¦ 1
          cf ¦ 2 ¦ 0
          cf plan = 1 ¦ 3 ¦ 4
          cf: ¦ 3 ¦ 0
          cf: plan = 1 ¦ 4 ¦ 4
          cf:app-one /plan = 1 ¦ 11 ¦ 1
          cf:app-one/ plan = 1 ¦ 12 ¦ 4
          cf:setup [x] = 1 ¦ 9 ¦ 1
          cf:setup[] = 1 ¦ 9 ¦ 1
          cf:setup[x = 1 ¦ 11 ¦ 1
          cf:#x = 1 ¦ 4 ¦ 1
          cf:plan ¦ 7 ¦ 0
          cf:plan pro ¦ 8 ¦ 3
          cf:plan = ¦ 9 ¦ 0
          cf:plan = = 5 ¦ 10 ¦ 1
          cf:plan == 5 ¦ 9 ¦ 1
          cf:plan = and ¦ 10 ¦ 3
          cf:plan = NOT ¦ 10 ¦ 3
          cf:plan = or ¦ 10 ¦ 2
          cf:plan not set ¦ 12 ¦ 3
          cf:plan is ¦ 10 ¦ 0
          cf:plan is empty ¦ 11 ¦ 5
          cf:plan is not ¦ 14 ¦ 0
          cf:plan in "a" ¦ 11 ¦ 3
          cf:plan in () ¦ 12 ¦ 1
          cf:plan in ("a" "b") ¦ 16 ¦ 3
          cf:plan in ("a", ¦ 16 ¦ 0
          cf:plan in ("a",) ¦ 16 ¦ 1
          cf:seats between 1 ¦ 18 ¦ 0
          cf:seats between 1 or 2 ¦ 19 ¦ 2
          cf:seats = 01 ¦ 11 ¦ 2
          cf:seats = 1. ¦ 11 ¦ 2
          cf:seats = +1 ¦ 11 ¦ 1
          cf:seats = .5 ¦ 11 ¦ 1
          cf:seats = 1e ¦ 11 ¦ 2
          cf:seats = - ¦ 11 ¦ 1
          cf:seats = 30D ¦ 11 ¦ 3
          cf:seats = 2026-11-21x ¦ 11 ¦ 11
          cf:plan = "abc ¦ 10 ¦ 4
          cf:plan = "a\\qb" ¦ 10 ¦ 6
          cf:plan = "\\u12x4" ¦ 10 ¦ 8
          cf:plan = 'a' ¦ 10 ¦ 1
          cf:plan = ä ¦ 10 ¦ 1
          cf:plan ! 5 ¦ 8 ¦ 1
          firstSeenAt = 5 ¦ 12 ¦ 1
          lastSeenAt is set ¦ 11 ¦ 2
          event:e ¦ 7 ¦ 0
          event:e viewed ¦ 8 ¦ 6
          event:e not viewed ¦ 12 ¦ 6
          event:e count in (1) ¦ 14 ¦ 2
          event:e sum rows gt 1 ¦ 12 ¦ 4
          event:e performed within next 7d ¦ 25 ¦ 4
          event:e performed since ¦ 23 ¦ 0
          event:e last before 1d ago within 1d ¦ 27 ¦ 6
          event:e performed where ¦ 23 ¦ 0
          event:e performed where () ¦ 25 ¦ 1
          event:e performed where (a = 1 ¦ 30 ¦ 0
          event:e performed where (a = 1 OR b = 2) ¦ 31 ¦ 2
          event:e performed where (a) ¦ 26 ¦ 1
          event:a/b/c performed ¦ 9 ¦ 1
          page:home viewed ¦ 5 ¦ 4
          page:"/x" performed ¦ 10 ¦ 9
          page:"/x" sum(a) gt 1 ¦ 10 ¦ 3
          sessions ¦ 8 ¦ 0
          sessions gte 2 ¦ 9 ¦ 3
          sessions : app-one count = 1 ¦ 9 ¦ 1
          contact count ¦ 13 ¦ 0
          contact where (name = "x") ¦ 15 ¦ 4
          contact where ("role" = "x") ¦ 15 ¦ 6
          credit where (role = "x") ¦ 14 ¦ 4
          credit where (creditedAt = "x") ¦ 25 ¦ 1
          segment ¦ 7 ¦ 0
          segment:app-one/VIP ¦ 15 ¦ 1
          segment:# 12 ¦ 10 ¦ 2
          name = "😀" AND AND ¦ 15 ¦ 3
          """)
  void aSyntaxErrorIsAtTheFirstTokenThatCannotStand(String text, int position, int length) {
    List<ValidationError> errors = Written.faultsOfText(text);
    assertEquals("syntax_error@" + position + "+" + length, places(errors));
    assertEquals("/text", errors.get(0).pointer());
    assertTrue(errors.get(0).message().matches("expected .+, got .+"), errors.get(0).message());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '`',
      textBlock =
          """
          plan = "pro" ¦ unknown_condition@0+4
          app:x installed ¦ unknown_app@0+5
          app installed ¦ syntax_error@4+9
          app:any moved ¦ syntax_error@8+5
          app:any installed = 1 ¦ syntax_error@18+1
          app:any state = paid ¦ invalid_value@16+4
          app:any state in (trial, paid, 7) ¦ invalid_value@25+4 type_mismatch@31+1
          app:any state contains trial ¦ operator_not_allowed@14+8
          app:any plan gt 5 ¦ operator_not_allowed@13+2
          app:any mrr = -0.01 ¦ invalid_value@14+5
          app:any mrr between 5 and -5 ¦ invalid_value@26+2
          app:any mrr gt many ¦ type_mismatch@15+4
          app:any mrr:usd gt 5 ¦ invalid_value@8+7
          app:any mrr:"" gt 5 ¦ invalid_value@8+6
          app:any state:USD = trial ¦ syntax_error@13+1
          app:any trial_ends ¦ syntax_error@18+0
          app:x mrr:USDT gt -5 ¦ unknown_app@0+5 invalid_value@6+8 invalid_value@18+2
          flow:"a b" entered ¦ unknown_condition@0+10
          campaign:x/y opened ¦ unknown_condition@0+12
          mail:x opened ¦ unknown_condition@0+6
          true ¦ unknown_condition@0+4
          foo between 1 and 2 AND bar (x AND y) OR cf:nope = 1 ¦ unknown_condition@0+3 unknown_condition@24+3 unknown_field@41+7
          foo ) ¦ unknown_condition@0+3 syntax_error@4+1
          cf:nope = 1 ¦ unknown_field@0+7
          cf:nope[a.b] = 1 ¦ unknown_field@0+12
          cf:app-one/nope = 1 ¦ unknown_field@0+15
          cf:#999 = 1 ¦ unknown_field@0+7
          cf:#99999999999999999999 = 1 ¦ unknown_field@0+24
          cf:Plan = "a" ¦ unknown_field@0+7
          cf:twice = 1 ¦ ambiguous_field@0+8
          cf:nope/plan = 1 ¦ unknown_app@0+12
          event:nope/e performed ¦ unknown_app@0+12
          page:nope/"/x" viewed ¦ unknown_app@0+14
          sessions:nope count = 1 ¦ unknown_app@0+13
          credit:nope ¦ unknown_app@0+11
          segment:nope ¦ unknown_segment@0+12
          segment:"a b" ¦ unknown_segment@0+13
          segment:#99 ¦ unknown_segment@0+11
          credit where (affiliate = "Eve") ¦ unknown_affiliate@26+5
          credit where (affiliate = #9) ¦ unknown_affiliate@26+2
          credit where (affiliate in ("Ada", "Twin", Eve)) ¦ ambiguous_affiliate@35+6 unknown_affiliate@43+3
          credit where (affiliate = 3) ¦ type_mismatch@26+1
          cf:seats contains 1 ¦ operator_not_allowed@9+8
          cf:seats not contains "a" ¦ operator_not_allowed@9+12
          cf:seats within next 7d ¦ operator_not_allowed@9+11
          cf:seats is blank ¦ operator_not_allowed@9+8
          cf:plan gt 5 ¦ operator_not_allowed@8+2
          cf:plan > "a" ¦ operator_not_allowed@8+1
          cf:plan is not blank ¦ operator_not_allowed@8+12
          cf:active in (true) ¦ operator_not_allowed@10+2
          cf:active gt true ¦ operator_not_allowed@10+2
          cf:setup = "a" ¦ operator_not_allowed@9+1
          cf:setup starts_with "a" ¦ operator_not_allowed@9+11
          cf:setup[a] is blank ¦ operator_not_allowed@12+8
          name gt 5 ¦ operator_not_allowed@5+2
          email is blank ¦ operator_not_allowed@6+8
          domain before 2026-01-01 ¦ operator_not_allowed@7+6
          event:e performed where (a between 1 and 2) ¦ operator_not_allowed@27+7
          event:e performed where (a starts_with "x") ¦ operator_not_allowed@27+11
          event:e performed where (a is set) ¦ operator_not_allowed@27+6
          event:e performed where (a since now) ¦ operator_not_allowed@27+5
          contact where (role contains "x") ¦ operator_not_allowed@20+8
          contact where (tag is set) ¦ operator_not_allowed@19+6
          contact where (email is blank) ¦ operator_not_allowed@21+8
          credit where (code contains "x") ¦ operator_not_allowed@19+8
          credit where (carrier starts_with "x") ¦ operator_not_allowed@22+11
          credit where (affiliate is set) ¦ operator_not_allowed@24+6
          cf:plan = 5 ¦ type_mismatch@10+1
          cf:plan = true ¦ type_mismatch@10+4
          cf:plan = 2026-11-21 ¦ type_mismatch@10+10
          cf:plan = 30d ago ¦ type_mismatch@10+7
          cf:plan in ("a", 1, "b", TRUE) ¦ type_mismatch@17+1 type_mismatch@25+4
          cf:plan between 1 and 2 ¦ type_mismatch@16+1 type_mismatch@22+1
          cf:plan before tomorrow ¦ type_mismatch@15+8
          cf:plan before "tomorrow" ¦ type_mismatch@15+10
          cf:plan before "now" ¦ type_mismatch@15+5
          cf:plan before "30d ago" ¦ type_mismatch@15+9
          cf:plan before 30d ¦ type_mismatch@15+3
          cf:plan within 30d ago ¦ type_mismatch@15+7
          cf:plan within "30d" ¦ type_mismatch@15+5
          cf:plan within 7 ¦ type_mismatch@15+1
          cf:seats = "5" ¦ type_mismatch@11+3
          cf:seats gte abc ¦ type_mismatch@13+3
          cf:seats between 2026-01-01 and 5 ¦ type_mismatch@17+10
          cf:active = "true" ¦ type_mismatch@12+6
          cf:active = 1 ¦ type_mismatch@12+1
          cf:setup[a] gt "x" ¦ type_mismatch@15+3
          cf:setup[a] between 1 and 2026-01-01 ¦ type_mismatch@26+10
          cf:setup[a] starts_with 1 ¦ type_mismatch@24+1
          cf:setup contains now ¦
          cf:setup contains 1d ¦ type_mismatch@18+2
          cf:plan[a] = "x" ¦ type_mismatch@8+1
          name = 5 ¦ type_mismatch@7+1
          firstSeenAt before 5 ¦ type_mismatch@19+1
          event:e count gte "3" ¦ type_mismatch@18+3
          event:e sum(a) = true ¦ type_mismatch@17+4
          event:e performed within 2026-01-01 ¦ type_mismatch@25+10
          event:e performed where (a contains 5) ¦ type_mismatch@36+1
          event:e performed where (a gt "x") ¦ type_mismatch@30+3
          sessions count = "x" ¦ type_mismatch@17+3
          contact where (role = 1) ¦ type_mismatch@22+1
          credit where (creditedAt since "x") ¦ type_mismatch@31+3
          cf:seats = #3 ¦ type_mismatch@11+2
          cf:seats = 1e400 ¦ invalid_value@11+5
          cf:seats = 1e-400 ¦ invalid_value@11+6
          cf:seats = 1e99999999999 ¦ invalid_value@11+13
          cf:plan = "\\u0000" ¦ invalid_value@10+8
          cf:plan = "\\ud800" ¦ invalid_value@10+8
          cf:plan before 2026-13-01 ¦ invalid_value@15+10
          cf:plan before "2026-02-30" ¦ invalid_value@15+12
          cf:plan before 0000-01-01 ¦ invalid_value@15+10
          cf:plan before 2026-01-01T25:00 ¦ invalid_value@15+16
          cf:plan before 2026-01-01T10:00+14:01 ¦ invalid_value@15+22
          cf:plan before 0001-01-01T00:00+01:00 ¦ invalid_value@15+22
          cf:plan within 0d ¦ invalid_value@15+2
          cf:plan within 3651d ¦ invalid_value@15+5
          cf:plan within 522w ¦ invalid_value@15+4
          cf:plan within 1234567m ¦ invalid_value@15+8
          cf:plan before 0m ago ¦ invalid_value@15+6
          cf:setup[a..b] = 1 ¦ invalid_value@9+4
          cf:setup[""] = 1 ¦ invalid_value@9+2
          event:e sum(a.) = 1 ¦ invalid_value@12+2
          event:"" performed ¦ invalid_value@0+8
          cf:nope = 1e400 AND cf:seats contains 1 AND segment:nope ¦ unknown_field@0+7 invalid_value@10+5 operator_not_allowed@29+8 unknown_segment@44+12
          """)
  void aFaultOfMeaningIsAtTheHeadTheOperatorOrTheValue(String text, String expected) {
    if (expected == null) {
      Written.ofText(text);
    } else {
      assertEquals(expected, places(Written.faultsOfText(text)));
    }
  }

  @Test
  void messagesSayWhatWasExpectedAndWhatCame() {
    assertEquals(
        "contains does not apply to seats, a number field, whose operators are =, !=, gt, gte, lt,"
            + " lte, between, in, not in, is set, is unset",
        Written.faultsOfText("cf:seats contains 1").get(0).message());
    assertEquals(
        "seats, a number field: expected a number, got the text \"5\"",
        Written.faultsOfText("cf:seats = \"5\"").get(0).message());
    assertEquals(
        "plan is not a condition: expected one of cf:, name, email, domain, firstSeenAt,"
            + " lastSeenAt, event:, page:, sessions, contact, credit, app:, segment:, everyone",
        Written.faultsOfText("plan = 1").get(0).message());
    assertEquals(
        "Several apps have a custom field twice: expected one of cf:app-one/twice,"
            + " cf:app-two/twice, cf:3d-app/twice",
        Written.faultsOfText("cf:twice = 1").get(0).message());
  }

  @Test
  void unprintableAndLongInputIsShownSafely() {
    assertEquals(
        "expected AND, OR or the end of the text, got U+0000",
        Written.faultsOfText("everyone \u0000").get(0).message());
    assertEquals(
        "expected AND, OR or the end of the text, got U+D800",
        Written.faultsOfText("everyone \ud800").get(0).message());
    assertEquals(
        "There is no segment " + "x".repeat(50) + "…",
        Written.faultsOfText("segment:" + "x".repeat(60)).get(0).message());
  }
}
