package dev.shopwire.ingest.rollups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FoldTest {
  private static final Instant TIME = Instant.parse("2026-03-29T00:59:59.999999Z");
  private static final long QUARTER = Instant.parse("2026-03-29T00:45:00Z").getEpochSecond();
  private static final long DAY = Instant.parse("2026-03-29T00:00:00Z").getEpochSecond();

  private final KnownEvent known = new KnownEvent();

  private static StoredEvent event(@Nullable String properties) {
    return new StoredEvent("e", 1, TIME, UUID.randomUUID(), null, null, properties);
  }

  private Map<Cell.Key, Cell> fold(String... properties) {
    Fold fold = new Fold(Map.of("e", known));
    List<StoredEvent> events = new ArrayList<>();
    for (String one : properties) {
      events.add(event(one));
    }
    fold.add(events);
    return fold.cells;
  }

  private static Cell.Key total(String over, int grain, long bucket) {
    return new Cell.Key("e", over, "", grain, bucket, "");
  }

  private KnownProperty property(String path) {
    return Objects.requireNonNull(known.properties.get(path));
  }

  @Test
  void anEventCountsAtBothGrains() {
    Map<Cell.Key, Cell> cells = fold("{}", "{}");
    assertEquals(Set.of(total("", 15, QUARTER), total("", 1_440, DAY)), cells.keySet());
    assertEquals(2, Objects.requireNonNull(cells.get(total("", 15, QUARTER))).events);
  }

  @Test
  void timesBefore1970FallIntoTheBucketThatTheyAreIn() {
    Fold fold = new Fold(Map.of("e", known));
    fold.add(
        List.of(
            new StoredEvent(
                "e",
                1,
                Instant.parse("1969-12-31T23:59:59.5Z"),
                new UUID(1, 1),
                null,
                null,
                null)));
    assertTrue(fold.cells.containsKey(total("", 15, -900)));
    assertTrue(fold.cells.containsKey(total("", 1_440, -86_400)));
  }

  @Test
  void numbersAreAddedUpExactlyAndOtherValuesCountAsEventsThatHaveTheProperty() {
    Cell cell =
        Objects.requireNonNull(
            fold("{\"n\":0.1}", "{\"n\":0.2}", "{\"n\":\"12\"}", "{\"n\":null}", "{}")
                .get(total("n", 15, QUARTER)));
    assertEquals(3, cell.events);
    assertEquals(2, cell.numbers);
    assertEquals(new BigDecimal("0.3"), cell.total);
    assertEquals(new BigDecimal("0.1"), cell.least);
    assertEquals(new BigDecimal("0.2"), cell.greatest);
  }

  @Test
  void aPropertyWithoutANumberAtFirstIsNeverAddedUp() {
    fold("{\"n\":\"a\"}");
    assertFalse(fold("{\"n\":1}").containsKey(total("n", 15, QUARTER)));
  }

  @Test
  void groupsTellTypesApartAndNumbersByTheirValue() {
    Set<String> groups =
        fold("{\"g\":1}", "{\"g\":1.0}", "{\"g\":\"1\"}", "{\"g\":true}", "{\"g\":\"true\"}")
            .keySet()
            .stream()
            .filter(key -> key.group().equals("g"))
            .map(Cell.Key::value)
            .collect(Collectors.toSet());
    assertEquals(Set.of("n1", "s1", "btrue", "strue"), groups);
  }

  @Test
  void pathsLeadIntoNestedObjectsOnly() {
    Map<String, PropertyValue> values =
        PropertyValue.all(
            "{\"a\":{\"b\":{\"c\":1}},\"x.y\":2,\"\":3,\"l\":[{\"m\":4}],\"n\":null,\"s\":\"t\"}");
    assertEquals(Set.of("a", "a.b", "a.b.c", "l", "s"), values.keySet());
    assertNull(Objects.requireNonNull(values.get("a")).group());
  }

  @Test
  void tooManyValuesOrACompositeOneEndTheGroupingForEver() {
    fold("{\"g\":[1]}");
    assertFalse(property("g").isGrouped());
    String[] many = new String[KnownProperty.MAX_VALUES + 1];
    for (int i = 0; i < many.length; i++) {
      many[i] = "{\"id\":\"" + i + "\"}";
    }
    assertTrue(fold(many).keySet().stream().noneMatch(key -> key.group().equals("id")));
    assertTrue(property("id").hasLostGroups());
    property("id").saved();
    assertTrue(fold("{\"id\":\"1\"}").keySet().stream().allMatch(key -> key.group().isEmpty()));
  }

  @Test
  void whatIsLeftOutBecauseOfTheBoundsIsNeverAddedUpLater() {
    StringBuilder wide = new StringBuilder("{");
    for (int i = 0; i < KnownEvent.MAX_PROPERTIES; i++) {
      wide.append(i == 0 ? "" : ",").append("\"p").append(i).append("\":").append(i);
    }
    fold(wide + "}");
    assertEquals(KnownEvent.MAX_PROPERTIES, known.properties.size());
    assertEquals(
        KnownEvent.MAX_NUMERIC,
        known.properties.values().stream().filter(property -> property.isNumeric).count());
    fold("{\"late\":1}");
    assertFalse(known.properties.containsKey("late"));
  }
}
