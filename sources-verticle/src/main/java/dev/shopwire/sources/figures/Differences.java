package dev.shopwire.sources.figures;

import dev.shopwire.sources.figures.Difference.Kind;
import dev.shopwire.sources.lifecycle.Span;
import dev.shopwire.sources.records.Category;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Compares the subscription of a shop with what it paid. Pure functions. */
public final class Differences {
  private static final long HOURS_OF_DAY = 24;

  private Differences() {}

  /**
   * What does not fit together, by time: none of money without a shop.
   *
   * @param completeTo no earning at or after it counts
   */
  public static List<Difference> of(PairHistory pair, Instant completeTo) {
    if (pair.shop().isEmpty()) {
      return List.of();
    }
    List<Earning> earnings =
        pair.earnings().stream()
            .filter(each -> each.category() == Category.RECURRING && each.at().isBefore(completeTo))
            .sorted(Comparator.comparing(Earning::at).thenComparing(Earning::recordId))
            .toList();
    List<Difference> differences = new ArrayList<>();
    for (Earning earning : earnings) {
      ofEarning(pair.spans(), earning).ifPresent(differences::add);
    }
    unpaid(pair.spans(), earnings, completeTo).ifPresent(differences::add);
    return differences;
  }

  /**
   * How many differences {@link #of} finds of a shop whose recurring earnings all have one amount
   * and currency, if these say so.
   *
   * @param ends the first and the last of its recurring earnings; none if there are none
   * @return empty if each earning must be compared
   */
  public static OptionalInt count(List<Span> spans, List<Earning> ends, Instant completeTo) {
    if (!ends.isEmpty() && !allFit(spans, ends.get(0), ends.get(ends.size() - 1))) {
      return OptionalInt.empty();
    }
    return OptionalInt.of(unpaid(spans, ends, completeTo).isPresent() ? 1 : 0);
  }

  /** Whether every earning like the first, from it to the last one, fits. */
  private static boolean allFit(List<Span> spans, Earning first, Earning last) {
    List<Span> during =
        spans.stream()
            .filter(span -> !span.from().isAfter(last.at()) && !span.to().isBefore(first.at()))
            .toList();
    return !during.isEmpty()
        && !during.get(0).from().isAfter(first.at())
        && during.stream()
            .allMatch(
                span ->
                    hasSubscription(span) && (span.mrr().signum() <= 0 || isPriceOf(span, first)));
  }

  private static Optional<Difference> ofEarning(List<Span> spans, Earning earning) {
    // Records of one instant have an order that says nothing, so it may fit before or after it.
    List<Span> around =
        spans.stream()
            .filter(span -> !span.from().isAfter(earning.at()) && !span.to().isBefore(earning.at()))
            .toList();
    if (around.stream().noneMatch(Differences::hasSubscription)) {
      return Optional.of(
          new Difference(
              Kind.EARNING_WITHOUT_SUBSCRIPTION,
              earning.at(),
              Optional.of(earning.currency()),
              Optional.empty(),
              Optional.of(earning.gross()),
              List.of(earning.recordId())));
    }
    List<Span> priced = around.stream().filter(span -> span.mrr().signum() > 0).toList();
    return priced.isEmpty() || priced.stream().anyMatch(span -> isPriceOf(span, earning))
        ? Optional.empty()
        : Optional.of(mismatch(priced.get(priced.size() - 1), earning));
  }

  /** A shop that is closed may have one that continues. */
  private static boolean hasSubscription(Span span) {
    return switch (span.state()) {
      case FROZEN, CANCELING, TRIAL, SUBSCRIBED, DEACTIVATED -> true;
      case UNINSTALLED, UNSUBSCRIBED, INSTALLED -> false;
    };
  }

  private static boolean isPriceOf(Span span, Earning earning) {
    return span.currency().equals(Optional.of(earning.currency()))
        && price(span).compareTo(earning.gross()) == 0;
  }

  private static BigDecimal price(Span span) {
    return span.mrr().numerator();
  }

  private static Difference mismatch(Span span, Earning earning) {
    List<String> records = new ArrayList<>(span.recordId().stream().toList());
    records.remove(earning.recordId());
    records.add(earning.recordId());
    return new Difference(
        Kind.PRICE_MISMATCH,
        earning.at(),
        Optional.of(earning.currency()),
        Optional.of(price(span))
            .filter(any -> span.currency().equals(Optional.of(earning.currency()))),
        Optional.of(earning.gross()),
        records);
  }

  private static Optional<Difference> unpaid(
      List<Span> spans, List<Earning> earnings, Instant completeTo) {
    Optional<Span> now =
        spans.stream().filter(span -> span.from().isBefore(completeTo)).reduce((one, next) -> next);
    if (now.isEmpty() || !now.get().paying()) {
      return Optional.empty();
    }
    Span first = firstOfPaying(spans, now.get());
    Optional<Earning> last =
        earnings.isEmpty() ? Optional.empty() : Optional.of(earnings.get(earnings.size() - 1));
    Instant paid =
        last.map(Earning::at).filter(at -> at.isAfter(first.from())).orElse(first.from());
    Instant due = paid.plus(patience(now.get()));
    return due.isBefore(completeTo)
        ? Optional.of(
            new Difference(
                Kind.UNPAID,
                due,
                now.get().currency(),
                Optional.of(price(now.get())).filter(price -> price.signum() > 0),
                Optional.empty(),
                last.map(Earning::recordId).or(first::recordId).stream().toList()))
        : Optional.empty();
  }

  /** Where the last spans in a row begin that pay. */
  private static Span firstOfPaying(List<Span> spans, Span now) {
    int index = spans.indexOf(now);
    while (index > 0 && spans.get(index - 1).paying()) {
      index--;
    }
    return spans.get(index);
  }

  /** One and a half intervals; months, if the price or the interval is unknown. */
  private static Duration patience(Span span) {
    int days =
        switch (span.mrr().denominator().intValueExact()) {
          case 3 -> 90;
          case 12 -> 365;
          default -> 30;
        };
    return Duration.ofHours(days * HOURS_OF_DAY * 3 / 2);
  }
}
