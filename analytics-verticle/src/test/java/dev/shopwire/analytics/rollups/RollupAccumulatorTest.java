package dev.shopwire.analytics.rollups;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.analytics.activity.ShopHours;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RollupAccumulatorTest {
  private static final Instant TIME = Instant.parse("2026-03-29T00:59:59.999999Z");
  private static final int DAY = (int) LocalDate.parse("2026-03-29").toEpochDay();
  private static final int MONTH = (int) LocalDate.parse("2026-03-01").toEpochDay();
  private static final RollupBlock.Key QUARTERS = new RollupBlock.Key("e", "", 15, DAY);

  private final KnownEvent known = new KnownEvent();
  private final AppBudget budget = new AppBudget(0, 0);

  RollupAccumulatorTest() {
    budget.add("e", known);
  }

  private static StoredEvent event(Instant at, @Nullable String properties) {
    return new StoredEvent("e", 1, at, UUID.randomUUID(), null, null, properties);
  }

  private Map<RollupBlock.Key, RollupBlock> add(String... properties) {
    List<StoredEvent> events = new ArrayList<>();
    for (String json : properties) {
      events.add(event(TIME, json));
    }
    return add(events);
  }

  private Map<RollupBlock.Key, RollupBlock> add(List<StoredEvent> events) {
    RollupAccumulator accumulator =
        new RollupAccumulator(budget, new ShopHours(RollupRuns.NOTHING));
    accumulator.add(events);
    Map<RollupBlock.Key, RollupBlock> blocks = new HashMap<>();
    accumulator.drainBlocks().forEach(block -> blocks.put(block.key, block));
    return blocks;
  }

  private static RollupBlock block(Map<RollupBlock.Key, RollupBlock> blocks, RollupBlock.Key key) {
    return Objects.requireNonNull(blocks.get(key), () -> key + " of " + blocks.keySet());
  }

  private KnownProperty property(String path) {
    return Objects.requireNonNull(known.properties.get(path));
  }

  private static Set<String> groups(Map<RollupBlock.Key, RollupBlock> blocks) {
    return blocks.keySet().stream().map(RollupBlock.Key::group).collect(Collectors.toSet());
  }

  @Test
  void anEventIsCountedAtBothGrains() {
    Map<RollupBlock.Key, RollupBlock> blocks = add("{}", "{}");
    assertEquals(Set.of(QUARTERS, new RollupBlock.Key("e", "", 1_440, MONTH)), blocks.keySet());
    assertEquals(2, block(blocks, QUARTERS).at(3, "").events);
    assertEquals(2, block(blocks, new RollupBlock.Key("e", "", 1_440, MONTH)).at(28, "").events);
  }

  @Test
  void timesBefore1970AreCountedInTheirSlot() {
    Map<RollupBlock.Key, RollupBlock> blocks =
        add(List.of(event(Instant.parse("1969-12-31T23:59:59.5Z"), null)));
    assertEquals(1, block(blocks, new RollupBlock.Key("e", "", 15, -1)).at(95, "").events);
    assertEquals(1, block(blocks, new RollupBlock.Key("e", "", 1_440, -31)).at(30, "").events);
  }

  @Test
  void numbersAreSummedExactlyAndOtherValuesOnlyCountAsPresent() {
    RollupBlock quarters =
        block(add("{\"n\":0.1}", "{\"n\":0.2}", "{\"n\":\"12\"}", "{\"n\":null}", "{}"), QUARTERS);
    SlotAggregates.Numbers numbers = quarters.at(3, "").numbers(property("n").index());
    assertEquals(3, numbers.has);
    assertEquals(2, numbers.numbers);
    assertEquals(new BigDecimal("0.3"), numbers.total);
    assertEquals(new BigDecimal("0.1"), numbers.least);
    assertEquals(new BigDecimal("0.2"), numbers.greatest);
    BlockRow row = BlockRow.of(quarters);
    assertEquals("{3}", row.slots());
    assertEquals("{5}", row.events());
    assertEquals("{\"n\"}", row.overs());
    assertEquals("{0.3}", row.totals());
  }

  @Test
  void aPropertyWithoutANumberAtFirstIsNeverAggregated() {
    add("{\"n\":\"a\"}");
    assertEquals("{}", BlockRow.of(block(add("{\"n\":1}"), QUARTERS)).overs());
  }

  @Test
  void numbersWithManyDigitsEndTheAggregation() {
    add("{\"n\":1}");
    assertTrue(property("n").isNumeric());
    add("{\"n\":0." + "1".repeat(65) + "}");
    assertFalse(property("n").isNumeric());
    assertEquals("{}", BlockRow.of(block(add("{\"n\":1}"), QUARTERS)).overs());
  }

  @Test
  void groupsDistinguishTypesAndNumbersByTheirValue() {
    RollupBlock hours =
        block(
            add("{\"g\":1}", "{\"g\":1.0}", "{\"g\":\"1\"}", "{\"g\":true}", "{\"g\":\"true\"}"),
            new RollupBlock.Key("e", "g", 60, DAY));
    Set<String> values = new TreeSet<>();
    hours.sorted().forEach(entry -> values.add(entry.getKey().value()));
    assertEquals(Set.of("n1", "s1", "btrue", "strue"), values);
    assertEquals(2, hours.at(0, "n1").events);
  }

  @Test
  void groupValuesAreQuotedForPostgresql() {
    BlockRow row =
        BlockRow.of(
            block(add("{\"g\":\"a\\\"b,{}\\\\c\"}"), new RollupBlock.Key("e", "g", 60, DAY)));
    assertEquals("{\"sa\\\"b,{}\\\\c\"}", row.groupValues());
  }

  @Test
  void pathsEnterOnlyNestedObjects() {
    add("{\"a\":{\"b\":{\"c\":1}},\"x.y\":2,\"\":3,\"l\":[{\"m\":4}],\"n\":null,\"s\":\"t\"}");
    assertEquals(Set.of("a", "a.b", "a.b.c", "l", "s"), known.properties.keySet());
    assertFalse(property("a").isGrouped());
    assertTrue(property("a.b.c").isNumeric());
    assertEquals(Set.of("", "a.b.c", "s"), groups(add("{\"a\":{\"b\":{\"c\":2}},\"s\":\"u\"}")));
  }

  @Test
  void tooManyValuesOrACompositeOneEndTheGroupingPermanently() {
    add("{\"g\":[1]}");
    assertFalse(property("g").isGrouped());
    String[] many = new String[KnownProperty.MAX_VALUES + 1];
    for (int i = 0; i < many.length; i++) {
      many[i] = "{\"id\":\"" + i + "\"}";
    }
    assertEquals(Set.of(""), groups(add(many)));
    assertTrue(property("id").hasDroppedGroups());
    property("id").markSaved();
    assertEquals(Set.of(""), groups(add("{\"id\":\"1\"}")));
  }

  @Test
  void propertiesBeyondTheLimitsAreNeverAggregated() {
    StringBuilder wide = new StringBuilder("{");
    for (int i = 0; i < 3_900; i++) {
      wide.append(i == 0 ? "" : ",").append("\"p").append(i).append("\":").append(i);
    }
    add(wide + "}");
    assertEquals(KnownEvent.MAX_PROPERTIES, known.properties.size());
    assertEquals(KnownEvent.MAX_NUMERIC, known.numerics().size());
    add("{\"late\":1}");
    assertNull(known.properties.get("late"));
    assertNotNull(known.properties.get("p0"));
  }

  @Test
  void eventNamesBeyondTheBudgetAreCountedTogether() {
    AppBudget full = new AppBudget(AppBudget.MAX_EVENT_NAMES, 0);
    full.add("e", new KnownEvent());
    RollupAccumulator accumulator = new RollupAccumulator(full, new ShopHours(RollupRuns.NOTHING));
    accumulator.add(List.of(event(TIME, "{\"g\":1}"), event(TIME, "{\"g\":2}")));
    List<RollupBlock> blocks = accumulator.drainBlocks();
    assertEquals(2, blocks.size());
    assertEquals(new RollupBlock.Key("", "", 15, DAY), blocks.get(0).key);
    assertEquals(2, blocks.get(0).at(3, "").events);
    assertEquals(Set.of(""), full.all().keySet());
  }

  @Test
  void theGroupedPropertiesOfAnAppAreLimited() {
    AppBudget full = new AppBudget(0, AppBudget.MAX_GROUPED_PROPERTIES - 1);
    KnownEvent event = new KnownEvent();
    full.add("e", event);
    new RollupAccumulator(full, new ShopHours(RollupRuns.NOTHING))
        .add(List.of(event(TIME, "{\"a\":1,\"b\":2}")));
    assertEquals(1, event.properties.values().stream().filter(KnownProperty::isGrouped).count());
    assertFalse(full.hasCapacity());
  }
}
