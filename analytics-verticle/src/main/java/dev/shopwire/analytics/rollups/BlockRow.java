package dev.shopwire.analytics.rollups;

import dev.shopwire.analytics.rollups.Figures.Numbers;
import io.vertx.sqlclient.Row;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A block's arrays as PostgreSQL writes them in text, since the client can't send arrays of arrays.
 *
 * @param groupValues null where nothing is grouped
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
    List<Map.Entry<RollupBlock.Slot, Figures>> figures = block.sorted();
    List<Integer> overs = block.overs();
    return new BlockRow(
        array(figures, entry -> Integer.toString(entry.getKey().slot())),
        block.key.group().isEmpty()
            ? null
            : array(figures, entry -> quoted(entry.getKey().value())),
        array(figures, entry -> Long.toString(entry.getValue().events)),
        array(overs, place -> quoted(block.event.numerics().get(place).path)),
        numbers(figures, overs, numbers -> Long.toString(numbers.has)),
        numbers(figures, overs, numbers -> Long.toString(numbers.numbers)),
        numbers(figures, overs, numbers -> text(numbers.total)),
        numbers(figures, overs, numbers -> text(numbers.least)),
        numbers(figures, overs, numbers -> text(numbers.greatest)));
  }

  private static String numbers(
      List<Map.Entry<RollupBlock.Slot, Figures>> figures,
      List<Integer> overs,
      Function<Numbers, String> text) {
    StringJoiner array = new StringJoiner(",", "{", "}");
    for (int place : overs) {
      for (Map.Entry<RollupBlock.Slot, Figures> entry : figures) {
        Numbers numbers = entry.getValue().overIfAny(place);
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
   * Adds what {@code row} holds to {@code block} of the same key; numbers of properties that are no
   * longer added up are left out.
   */
  static void addTo(RollupBlock block, Row row) {
    block.days = Math.max(block.days, row.getShort("days"));
    block.merged = row.getBoolean("merged");
    add(block, row, IntUnaryOperator.identity());
  }

  /** The same figures by the hour, as a merged block. */
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
    Figures[] figures = new Figures[slots.length];
    for (int i = 0; i < slots.length; i++) {
      figures[i] = block.at(slot.applyAsInt(slots[i]), values == null ? "" : values[i]);
      figures[i].events += events[i];
    }
    String[] overs = row.getArrayOfStrings("overs");
    if (overs.length > 0) {
      addNumbers(block.event, row, overs, figures);
    }
  }

  private static void addNumbers(KnownEvent event, Row row, String[] overs, Figures[] figures) {
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
      for (int i = 0; i < figures.length; i++) {
        int at = over * figures.length + i;
        if (has[at] > 0) {
          Numbers stored = new Numbers();
          stored.has = has[at];
          stored.numbers = numbers[at];
          stored.total = new BigDecimal(totals[at]);
          stored.least = number(least[at]);
          stored.greatest = number(greatest[at]);
          figures[i].over(property.place()).add(stored);
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
