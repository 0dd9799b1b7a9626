package dev.shopwire.sources.dialects;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.sources.records.BillingInterval;
import dev.shopwire.sources.records.Category;
import dev.shopwire.sources.records.RecordDetails;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Function;

/** Reads the typed values of one node; a value that can't be read fails with a reason. */
final class NodeValues {
  private static final int MAX_ID = 255;
  private static final int MAX_TEXT = 1_000;
  private static final int MAX_NOTE = 4_000;
  private static final int MAX_TRIAL_DAYS = 36_500;
  private static final Instant FIRST = Instant.parse("1970-01-01T00:00:00Z");
  private static final Instant END = Instant.parse("9999-12-31T00:00:00Z");

  private final JsonNode node;
  private final TypeRule rule;

  NodeValues(JsonNode node, TypeRule rule) {
    this.node = node;
    this.rule = rule;
  }

  /** Why a node is rejected. */
  static final class Unreadable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unreadable(String member, String reason) {
      super(member + ": " + reason, null, false, false);
    }
  }

  /**
   * @throws Unreadable if a value that is needed is missing, or one can't be read
   */
  RecordDetails details() {
    rule.kind()
        .ifPresent(kind -> Member.required(kind).forEach(member -> require(member, value(member))));
    Optional<BigDecimal> amount = decimal(Member.AMOUNT);
    Optional<String> currency = text(Member.CURRENCY, "[A-Z]{3}", "a currency such as USD");
    if (amount.isPresent() && currency.isEmpty()) {
      throw new Unreadable(Member.CURRENCY.id(), "is missing");
    }
    return RecordDetails.builder()
        .subscription(id(Member.SUBSCRIPTION))
        .plan(id(Member.PLAN))
        .amount(amount)
        .currency(currency)
        .interval(choice(Member.INTERVAL, BillingInterval::of))
        .trialDays(trialDays())
        .trialEndsAt(instant(Member.TRIAL_ENDS_AT))
        .effectiveAt(instant(Member.EFFECTIVE_AT))
        .category(choice(Member.CATEGORY, Category::of))
        .net(decimal(Member.NET))
        .gross(decimal(Member.GROSS))
        .fee(decimal(Member.FEE))
        .settledOn(date())
        .reason(text(Member.REASON).map(text -> cut(text, MAX_TEXT)))
        .note(text(Member.NOTE).map(text -> cut(text, MAX_NOTE)))
        .status(text(Member.STATUS).map(text -> cut(text, MAX_TEXT)))
        .test(test())
        .build();
  }

  private static void require(Member member, Optional<JsonNode> value) {
    if (value.isEmpty()) {
      throw new Unreadable(member.id(), "is missing");
    }
  }

  private Optional<JsonNode> value(Member member) {
    return Optional.ofNullable(rule.members().get(member))
        .map(expression -> expression.apply(node))
        .filter(value -> !value.isNull());
  }

  private Optional<String> text(Member member) {
    return value(member)
        .map(
            value ->
                Scalars.text(value)
                    .orElseThrow(() -> new Unreadable(member.id(), "expected a text")));
  }

  private Optional<String> text(Member member, String pattern, String expected) {
    Optional<String> text = text(member);
    if (text.isPresent() && !text.get().matches(pattern)) {
      throw new Unreadable(member.id(), "expected " + expected);
    }
    return text;
  }

  private Optional<String> id(Member member) {
    Optional<String> text = text(member).filter(value -> !value.isEmpty());
    if (text.isPresent() && text.get().length() > MAX_ID) {
      throw new Unreadable(member.id(), "expected at most " + MAX_ID + " characters");
    }
    return text;
  }

  private Optional<BigDecimal> decimal(Member member) {
    return value(member)
        .map(
            value ->
                Scalars.decimal(value)
                    .orElseThrow(
                        () -> new Unreadable(member.id(), "expected an amount such as 12.50")));
  }

  private <T> Optional<T> choice(Member member, Function<String, Optional<T>> of) {
    return text(member)
        .map(
            text ->
                of.apply(text)
                    .orElseThrow(
                        () ->
                            new Unreadable(
                                member.id(),
                                "expected one of "
                                    + String.join(", ", member.choices().orElseThrow()))));
  }

  private Optional<Integer> trialDays() {
    return value(Member.TRIAL_DAYS)
        .map(
            value ->
                Scalars.text(value)
                    .filter(text -> text.matches("\\d{1,5}"))
                    .map(Integer::valueOf)
                    .filter(days -> days <= MAX_TRIAL_DAYS)
                    .orElseThrow(
                        () ->
                            new Unreadable(
                                Member.TRIAL_DAYS.id(), "expected a whole number of days")));
  }

  private boolean test() {
    return value(Member.TEST)
        .map(
            value ->
                Scalars.text(value)
                    .filter(text -> text.equals("true") || text.equals("false"))
                    .map(Boolean::valueOf)
                    .orElseThrow(() -> new Unreadable(Member.TEST.id(), "expected true or false")))
        .orElse(false);
  }

  private Optional<Instant> instant(Member member) {
    return text(member).map(text -> instant(member.id(), text));
  }

  private Optional<LocalDate> date() {
    return text(Member.SETTLED_ON)
        .map(
            text -> {
              try {
                return text.length() > 10
                    ? OffsetDateTime.parse(text).toLocalDate()
                    : LocalDate.parse(text);
              } catch (DateTimeException e) {
                throw new Unreadable(Member.SETTLED_ON.id(), "expected a date such as 2026-01-31");
              }
            });
  }

  /**
   * An ISO 8601 instant, cut to microseconds; a date is its midnight in UTC.
   *
   * @throws Unreadable if {@code text} is neither
   */
  static Instant instant(String member, String text) {
    try {
      Instant instant =
          text.length() > 10
              ? OffsetDateTime.parse(text).toInstant().truncatedTo(ChronoUnit.MICROS)
              : LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
      if (!instant.isBefore(FIRST) && instant.isBefore(END)) {
        return instant;
      }
    } catch (DateTimeException e) {
      // rejected below
    }
    throw new Unreadable(member, "expected an instant such as 2026-01-31T12:00:00Z");
  }

  private static String cut(String text, int max) {
    return text.codePointCount(0, text.length()) <= max
        ? text
        : text.substring(0, text.offsetByCodePoints(0, max));
  }
}
