package dev.shopwire.analytics.rollups;

import dev.shopwire.analytics.rollups.SlotAggregates.Numbers;
import io.vertx.sqlclient.Row;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A block's arrays in PostgreSQL's text format, since the client can't send arrays of arrays.
 *
 * @param groupValues null if nothing is grouped
 */
record BlockRow(
    String slots,
    @Nullable String groupValues,
    String events,
    String overs,
    String has,
    String numbers,
    String totals,
    String least,
    String greatest) {
  private static final Numbers NONE = new Numbers();

  static BlockRow of(RollupBlock block) {
    List<Map.Entry<RollupBlock.Slot, SlotAggregates>> aggregates = block.sorted();
    List<Integer> overs = block.overs();
    return new BlockRow(
        array(aggregates, entry -> Integer.toString(entry.getKey().slot())),
        block.key.group().isEmpty()
            ? null
            : array(aggregates, entry -> quoted(entry.getKey().value())),
        array(aggregates, entry -> Long.toString(entry.getValue().events)),
        array(overs, index -> quoted(block.event.numerics().get(index).path)),
        numbers(aggregates, overs, numbers -> Long.toString(numbers.has)),
        numbers(aggregates, overs, numbers -> Long.toString(numbers.numbers)),
        numbers(aggregates, overs, numbers -> text(numbers.total)),
        numbers(aggregates, overs, numbers -> text(numbers.least)),
        numbers(aggregates, overs, numbers -> text(numbers.greatest)));
  }

  private static String numbers(
      List<Map.Entry<RollupBlock.Slot, SlotAggregates>> aggregates,
      List<Integer> overs,
      Function<Numbers, String> text) {
    StringJoiner array = new StringJoiner(",", "{", "}");
    for (int index : overs) {
      for (Map.Entry<RollupBlock.Slot, SlotAggregates> entry : aggregates) {
        Numbers numbers = entry.getValue().numbersOrNull(index);
        array.add(text.apply(numbers == null ? NONE : numbers));
      }
    }
    return array.toString();
  }

  private static <T> String array(List<T> elements, Function<T, String> text) {
    StringJoiner array = new StringJoiner(",", "{", "}");
    elements.forEach(element -> array.add(text.apply(element)));
    return array.toString();
  }

  private static String text(@Nullable BigDecimal number) {
    return number == null ? "NULL" : number.toString();
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  static RollupBlock.Key key(Row row) {
    return new RollupBlock.Key(
        row.getString("event_name"),
        row.getString("group_property"),
        row.getShort("grain"),
        row.getInteger("day"));
  }

  /**
   * Adds the contents of {@code row} to {@code block}, which has the same key; numbers of
   * properties that are no longer aggregated are left out.
   */
  static void addTo(RollupBlock block, Row row) {
    block.days = Math.max(block.days, row.getShort("days"));
    block.merged = row.getBoolean("merged");
    add(block, row, IntUnaryOperator.identity());
  }

  /** The aggregates of {@code row} by the hour, as a merged block. */
  static RollupBlock hours(KnownEvent event, Row row) {
    RollupBlock.Key key = key(row);
    RollupBlock hours =
        new RollupBlock(
            new RollupBlock.Key(key.event(), key.group(), RollupBlock.HOUR, key.day()), event);
    hours.days = row.getShort("days");
    hours.merged = true;
    add(hours, row, slot -> slot * key.grain() / RollupBlock.HOUR);
    return hours;
  }

  private static void add(RollupBlock block, Row row, IntUnaryOperator slot) {
    Short[] slots = row.getArrayOfShorts("slots");
    String[] values = row.getArrayOfStrings("group_values");
    Long[] events = row.getArrayOfLongs("events");
    SlotAggregates[] aggregates = new SlotAggregates[slots.length];
    for (int i = 0; i < slots.length; i++) {
      aggregates[i] = block.at(slot.applyAsInt(slots[i]), values == null ? "" : values[i]);
      aggregates[i].events += events[i];
    }
    String[] overs = row.getArrayOfStrings("overs");
    if (overs.length > 0) {
      addNumbers(block.event, row, overs, aggregates);
    }
  }

  private static void addNumbers(
      KnownEvent event, Row row, String[] overs, SlotAggregates[] aggregates) {
    Long[] has = row.getArrayOfLongs("has");
    Long[] numbers = row.getArrayOfLongs("numbers");
    String[] totals = elements(row.getString("totals"));
    String[] least = elements(row.getString("least"));
    String[] greatest = elements(row.getString("greatest"));
    for (int over = 0; over < overs.length; over++) {
      KnownProperty property = event.properties.get(overs[over]);
      if (property == null || !property.isNumeric()) {
        continue;
      }
      for (int i = 0; i < aggregates.length; i++) {
        int at = over * aggregates.length + i;
        if (has[at] > 0) {
          Numbers stored = new Numbers();
          stored.has = has[at];
          stored.numbers = numbers[at];
          stored.total = new BigDecimal(totals[at]);
          stored.least = number(least[at]);
          stored.greatest = number(greatest[at]);
          aggregates[i].numbers(property.index()).add(stored);
        }
      }
    }
  }

  private static String[] elements(String array) {
    return array.substring(1, array.length() - 1).split(",", -1);
  }

  private static @Nullable BigDecimal number(String text) {
    return text.equals("NULL") ? null : new BigDecimal(text);
  }
}
