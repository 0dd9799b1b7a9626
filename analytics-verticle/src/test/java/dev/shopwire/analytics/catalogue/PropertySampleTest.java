package dev.shopwire.analytics.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.json.Json;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests which properties are found in events, with their types, counts and examples. */
class PropertySampleTest {
  private final PropertySample sample = new PropertySample();

  private void add(String... events) {
    List.of(events).forEach(sample::add);
  }

  /** The properties as JSON, in order. */
  private String found(String search) {
    return sample.properties(search).stream()
        .map(use -> Json.MAPPER.valueToTree(use.json()).toString())
        .collect(Collectors.joining("\n"));
  }

  private String paths() {
    return sample.properties("").stream()
        .map(PropertyUse::property)
        .collect(Collectors.joining(" "));
  }

  @Test
  void leavesAreNamedByTheirPath() {
    add("{\"plan\":{\"name\":\"pro\",\"limits\":{\"seats\":5}},\"beta\":true}");
    assertEquals("beta plan.limits.seats plan.name", paths());
  }

  @Test
  void aDotInANameIsEscaped() {
    add("{\"a.b\":{\"c\":1}}", "{\"a\":{\"b.c\":1}}");
    assertEquals("a.b\\.c a\\.b.c", paths());
  }

  @Test
  void arraysAndEmptyObjectsAreLeavesOfTheTypeJson() {
    add("{\"list\":[{\"a\":1}],\"none\":{},\"empty\":[]}");
    assertEquals(
        """
        {"property":"empty","types":["json"],"events":1,"examples":[[]]}
        {"property":"list","types":["json"],"events":1,"examples":[[{"a":1}]]}
        {"property":"none","types":["json"],"events":1,"examples":[{}]}""",
        found(""));
  }

  @Test
  void aPropertyMayHaveSeveralTypes() {
    add("{\"p\":\"1\"}", "{\"p\":1}", "{\"p\":null}", "{\"p\":true}", "{\"p\":[]}", "{}");
    assertEquals(
        "{\"property\":\"p\",\"types\":[\"text\",\"number\",\"boolean\",\"json\",\"null\"],"
            + "\"events\":5,\"examples\":[\"1\",1,true,[]]}",
        found(""));
    assertEquals(6, sample.events());
  }

  @Test
  void theMostFrequentComesFirstAndTiesAreInTheOrderOfCodePoints() {
    // U+FF5E is before U+1F600 by code points, but after it as UTF-16.
    add("{\"b\":1,\"\uFF5E\":1,\"\uD83D\uDE00\":1,\"z\":1}", "{\"z\":1}");
    assertEquals("z b \uFF5E \uD83D\uDE00", paths());
  }

  @Test
  void pagesContinueAfterTheLastProperty() {
    add("{\"a\":1,\"b\":1,\"c\":1}", "{\"c\":1}");
    assertEquals(
        List.of("b"),
        sample.properties("").stream()
            .filter(use -> use.isAfter(1, "a"))
            .map(PropertyUse::property)
            .toList());
  }

  @Test
  void theSearchIgnoresTheLetterCase() {
    add("{\"Address\":{\"City\":\"Bern\"},\"zip\":3000}");
    assertTrue(found("ss.ci").contains("Address.City"));
    assertFalse(found("ss.ci").contains("zip"));
  }

  @Test
  void examplesAreFewDifferentAndShort() {
    IntStream.range(0, 20).forEach(i -> add("{\"n\":" + i / 2 + "}"));
    String longText = "\uD83D\uDE00".repeat(101);
    add(
        "{\"t\":\""
            + longText
            + "\",\"j\":[\""
            + longText
            + "\"],\"d\":0."
            + "3".repeat(5_000)
            + "}");
    assertEquals(
        """
        {"property":"n","types":["number"],"events":20,"examples":[0,1,2,3,4]}
        {"property":"d","types":["number"],"events":1,"examples":[]}
        {"property":"j","types":["json"],"events":1,"examples":[]}
        {"property":"t","types":["text"],"events":1,"examples":["%s"]}"""
            .formatted("\uD83D\uDE00".repeat(100)),
        found(""));
  }

  @Test
  void manyDifferentPropertiesCountAsKept() {
    long before = sample.bytes();
    IntStream.range(0, 1_000).forEach(i -> add("{\"key" + i + "\":1}"));
    assertTrue(sample.bytes() - before > 1_000 * 100, () -> "bytes: " + sample.bytes());
  }
}
