package dev.shopwire.automation.language;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.automation.conditions.SegmentDefinition;
import dev.shopwire.automation.names.Vocabulary;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what is reported of the cost of conditions. */
class ConditionCostTest {

  private static ConditionCost cost(String text) {
    return ConditionCost.of(Written.ofText(text), Samples.VOCABULARY);
  }

  private static String warnings(ConditionCost cost) {
    return cost.warnings().stream()
        .map(warning -> warning.code() + "@" + warning.position() + " " + warning.pointer())
        .collect(Collectors.joining(", "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      textBlock =
          """
          everyone ¦ 1 ¦ 1
          NOT everyone ¦ 1 ¦ 2
          everyone AND everyone OR everyone ¦ 3 ¦ 3
          everyone AND (everyone OR NOT everyone) ¦ 3 ¦ 4
          """)
  void leavesAndDepthAreCounted(String text, int leaves, int depth) {
    assertEquals(leaves, cost(text).leaves());
    assertEquals(depth, cost(text).depth());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '`',
      textBlock =
          """
          cf:seats gte 100 AND cf:plan = "pro" ¦ false ¦ ``
          event:e count gt 3 within 30d ¦ false ¦ ``
          page:"/x/*" viewed ¦ false ¦ ``
          cf:setup is set ¦ false ¦ ``
          cf:plan contains "x" ¦ true ¦ scans_values@0 /condition
          NOT cf:plan not contains "x" ¦ true ¦ scans_values@4 /condition/not
          cf:setup contains 1 ¦ true ¦ scans_values@0 /condition
          cf:setup[a] is set ¦ true ¦ scans_values@0 /condition
          name starts_with "x" ¦ false ¦ ``
          email contains "@acme" ¦ true ¦ scans_values@0 /condition
          contact where (email contains "@acme") ¦ true ¦ scans_values@0 /condition
          contact where (role = "x") ¦ false ¦ ``
          everyone AND event:e performed where (a = 1) ¦ true ¦ scans_events@13 /condition/all/1
          page:"/x" viewed where (a = 1) ¦ true ¦ scans_events@0 /condition
          event:e sum(a) gt 1 ¦ true ¦ scans_events@0 /condition
          cf:only_here = "x" ¦ false ¦ private_field@0 /condition
          cf:region = "x" ¦ false ¦ shadowed_field@0 /condition
          cf:app-one/region = "x" ¦ false ¦ ``
          cf:app-two/#16 = "x" ¦ false ¦ shadowed_field@0 /condition
          cf:app-two/region = "x" ¦ false ¦ ``
          cf:plan = "😀" OR (cf:region contains "x" OR everyone AND event:e sum(a) gt 1) ¦ true ¦ scans_values@18 /condition/any/1/any/0, shadowed_field@18 /condition/any/1/any/0, scans_events@57 /condition/any/1/any/1/all/1
          """)
  void warningsHaveTheirPlaceInTheCanonicalForms(String text, boolean scans, String expected) {
    ConditionCost cost = cost(text);
    assertEquals(scans, cost.scans());
    assertEquals(expected, warnings(cost));
    assertEquals(text, Written.text(Written.ofText(text)));
  }

  @Test
  void longTextsAreInNoIndex() {
    assertEquals(false, cost("cf:plan = \"" + "😀".repeat(100) + "\"").scans());
    assertEquals(true, cost("cf:plan = \"" + "😀".repeat(101) + "\"").scans());
    assertEquals(true, cost("cf:plan in (\"a\", \"" + "x".repeat(101) + "\")").scans());
  }

  @Test
  void whatANestedSegmentCostsIsToldIfItsDefinitionIsKnown() {
    Vocabulary names = Samples.VOCABULARY;
    Vocabulary vocabulary =
        new Vocabulary(
            names.fields(),
            names.apps(),
            names.affiliates(),
            names.segments(),
            Map.of(
                16L, definition("segment:VIP AND everyone"),
                12L, definition("cf:only_here contains \"x\" OR cf:region = \"y\"")));
    String text = "everyone OR segment:\"nests VIP\"";
    ConditionCost cost = ConditionCost.of(Written.ofText(text), vocabulary);
    assertEquals(true, cost.scans());
    assertEquals(
        "scans_values@12 /condition/any/1, private_field@12 /condition/any/1", warnings(cost));
    assertEquals(false, cost(text).scans());
  }

  private static SegmentDefinition definition(String text) {
    return new SegmentDefinition(Written.ofText(text), ZoneOffset.UTC);
  }
}
