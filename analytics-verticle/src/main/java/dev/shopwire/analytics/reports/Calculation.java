package dev.shopwire.analytics.reports;

import dev.shopwire.analytics.reports.PartialAggregate.Part;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a report calculates over events or one of their properties (docs/api/reads.md). A constant
 * declares everything that is specific to its calculation; whatever lists calculations derives from
 * the constants or is compared with them by a test.
 */
public enum Calculation {
  COUNT(
      Operand.EVENTS,
      Aggregate.of("count(x)", "a::numeric"),
      new Merging(Set.of(Part.EVENTS), parts -> BigDecimal.valueOf(parts.events()), "sum(events)")),
  UNIQUE(Operand.CUSTOMERS, Aggregate.of("count(distinct x)", "a::numeric"), BigDecimal.ZERO),
  SUM(
      Operand.NUMBERS,
      Aggregate.of("coalesce(sum(x), 0)", "a"),
      new Merging(Set.of(Part.TOTAL), PartialAggregate::total, "sum(total)")),
  AVG(
      Operand.NUMBERS,
      Aggregate.quotient("sum(x)", "count(x)"),
      new Merging(
          Set.of(Part.TOTAL, Part.NUMBERS),
          parts -> average(parts.total(), parts.numbers()),
          Aggregate.rankOfQuotient("sum(total)", "sum(numbers)"))),
  MIN(
      Operand.NUMBERS,
      Aggregate.of("min(x)", "a"),
      new Merging(Set.of(Part.LEAST), PartialAggregate::least)),
  MAX(
      Operand.NUMBERS,
      Aggregate.of("max(x)", "a"),
      new Merging(Set.of(Part.GREATEST), PartialAggregate::greatest)),
  MEDIAN(Operand.NUMBERS, Aggregate.percentile("0.5")),
  P90(Operand.NUMBERS, Aggregate.percentile("0.9")),
  P95(Operand.NUMBERS, Aggregate.percentile("0.95")),
  P99(Operand.NUMBERS, Aggregate.percentile("0.99"));

  /** What a calculation takes of each event. */
  private enum Operand {
    /** The events themselves, or any present value of a property. */
    EVENTS("1"),
    /** The events' customers, or any present value of a property. */
    CUSTOMERS("customer_id"),
    /** Numbers of a property. */
    NUMBERS("");

    private final String withoutProperty;

    Operand(String withoutProperty) {
      this.withoutProperty = withoutProperty;
    }
  }

  /**
   * How the value over all events follows from {@link PartialAggregate}s of any parts of them.
   *
   * @param parts what it needs of a partial aggregate
   * @param rank SQL for the value of a group over the columns of several partial aggregates; empty
   *     if the value of the remainder doesn't follow from the total and the other groups
   */
  private record Merging(
      Set<Part> parts,
      Function<PartialAggregate, @Nullable BigDecimal> value,
      Optional<String> rank) {
    Merging(Set<Part> parts, Function<PartialAggregate, @Nullable BigDecimal> value, String rank) {
      this(parts, value, Optional.of(rank));
    }

    Merging(Set<Part> parts, Function<PartialAggregate, @Nullable BigDecimal> value) {
      this(parts, value, Optional.empty());
    }
  }

  private final Operand operand;

  @SuppressWarnings("ImmutableEnumChecker") // a record of texts
  private final Aggregate aggregate;

  @SuppressWarnings("ImmutableEnumChecker") // texts and a function without state
  private final Optional<Merging> merging;

  private final @Nullable BigDecimal empty;

  Calculation(Operand operand, Aggregate aggregate, Merging merging) {
    this(operand, aggregate, Optional.of(merging), merging.value().apply(PartialAggregate.NONE));
  }

  /** For a calculation that must read all events. */
  Calculation(Operand operand, Aggregate aggregate, BigDecimal empty) {
    this(operand, aggregate, Optional.empty(), empty);
  }

  /** For a calculation that must read all events, and whose value over no events is null. */
  Calculation(Operand operand, Aggregate aggregate) {
    this(operand, aggregate, Optional.empty(), null);
  }

  Calculation(
      Operand operand, Aggregate aggregate, Optional<Merging> merging, @Nullable BigDecimal empty) {
    this.operand = operand;
    this.aggregate = aggregate;
    this.merging = merging;
    this.empty = empty;
  }

  public static List<String> apiNames() {
    return Arrays.stream(values()).map(Calculation::apiName).toList();
  }

  /** The names of the calculations that may be used without a property. */
  static String namesWithoutProperty() {
    return Arrays.stream(values())
        .filter(calculation -> !calculation.needsProperty())
        .map(Calculation::apiName)
        .collect(Collectors.joining(" and "));
  }

  public static Calculation of(String apiName) {
    return valueOf(apiName.toUpperCase(Locale.ROOT));
  }

  public String apiName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public boolean needsProperty() {
    return operand == Operand.NUMBERS;
  }

  /** SQL for what is counted of an event without a property. */
  String withoutProperty() {
    return operand.withoutProperty;
  }

  /** Whether it is the number of distinct values, for which a report has a faster query. */
  boolean countsDistinctValues() {
    return this == UNIQUE;
  }

  /** The SQL that calculates it from events. */
  Aggregate aggregate() {
    return aggregate;
  }

  /**
   * Whether the value over all events can be computed from {@link PartialAggregate}s of any parts.
   */
  boolean isMergeable() {
    return merging.isPresent();
  }

  /** Whether the value of the remainder can be computed from the total and the parts. */
  boolean isSubtractable() {
    return merging.isPresent() && merging.get().rank().isPresent();
  }

  /** Whether it needs {@code part} of a {@link PartialAggregate}. */
  boolean needs(Part part) {
    return merging.isPresent() && merging.get().parts().contains(part);
  }

  /** SQL by which groups are ranked, for a calculation that {@link #isSubtractable()}. */
  String rank() {
    return merging.flatMap(Merging::rank).orElseThrow();
  }

  /** The value over no events. */
  @Nullable BigDecimal empty() {
    return empty;
  }

  /** The value, for a calculation that {@link #isMergeable()}. */
  @Nullable BigDecimal of(PartialAggregate partial) {
    return merging.orElseThrow().value().apply(partial);
  }

  /** The average to 34 digits; null without numbers. */
  static @Nullable BigDecimal average(BigDecimal total, long numbers) {
    return numbers == 0 ? null : total.divide(BigDecimal.valueOf(numbers), MathContext.DECIMAL128);
  }
}
