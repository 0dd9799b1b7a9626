package dev.shopwire.sources.lifecycle;

import dev.shopwire.sources.records.BillingInterval;
import dev.shopwire.sources.records.Category;
import dev.shopwire.sources.records.PartnerRecord;
import dev.shopwire.sources.records.RecordDetails;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The state machine of an app in a shop.
 *
 * <pre>
 * relation     | installed     uninstalled   deactivated   reactivated   subscription record
 * NONE         | INSTALLED     UNINSTALLED   DEACTIVATED   INSTALLED     INSTALLED
 * INSTALLED    | –             UNINSTALLED   DEACTIVATED   –             –
 * DEACTIVATED  | INSTALLED     UNINSTALLED   –             INSTALLED     –
 * UNINSTALLED  | INSTALLED     –             –             –             ignored
 *
 * subscription | activated     updated       canceled      frozen        unfrozen   scheduled
 * none         | begins        begins        –             –             –          –
 * any          | is replaced   is changed    ends          is frozen     unfrozen   gets an end
 * </pre>
 *
 * <p>A subscription also ends with an uninstall and at its scheduled end; its trial ends at an
 * instant. A record about another subscription than the current one changes nothing, unless it
 * activates one. Money changes only what is unknown: the price and the interval.
 */
final class StateMachine {
  private static final Duration DAY = Duration.ofHours(24);

  /** No trial is longer. */
  private static final int MAX_TRIAL_DAYS = 36_500;

  private StateMachine() {}

  /** The state after {@code record}; an equal one if it changes nothing. */
  static PairState after(PairState state, PartnerRecord record) {
    PairState next =
        switch (record.kind()) {
          case INSTALLED -> installed(state);
          case UNINSTALLED -> uninstalled(state);
          case DEACTIVATED -> deactivated(state);
          case REACTIVATED -> reactivated(state);
          case CHARGE, EARNING -> paid(state, record);
          case CREDIT -> state;
          default -> subscription(state, record);
        };
    return notePaying(next);
  }

  private static PairState installed(PairState state) {
    return switch (state.relation()) {
      case INSTALLED -> state;
      case DEACTIVATED -> state.with(Relation.INSTALLED);
      case NONE, UNINSTALLED -> new PairState(Relation.INSTALLED, false, Optional.empty());
    };
  }

  private static PairState uninstalled(PairState state) {
    return state.relation() == Relation.UNINSTALLED
        ? state
        : state.with(Optional.empty()).with(Relation.UNINSTALLED);
  }

  private static PairState deactivated(PairState state) {
    return switch (state.relation()) {
      case NONE, INSTALLED -> state.with(Relation.DEACTIVATED);
      case DEACTIVATED, UNINSTALLED -> state;
    };
  }

  private static PairState reactivated(PairState state) {
    return switch (state.relation()) {
      case NONE, DEACTIVATED -> state.with(Relation.INSTALLED);
      case INSTALLED, UNINSTALLED -> state;
    };
  }

  private static PairState subscription(PairState before, PartnerRecord record) {
    if (before.relation() == Relation.UNINSTALLED) {
      return before;
    }
    PairState state = before.relation() == Relation.NONE ? before.with(Relation.INSTALLED) : before;
    RecordDetails details = record.details();
    return switch (record.kind()) {
      case SUBSCRIPTION_ACTIVATED -> state.with(Optional.of(activated(state, record)));
      case SUBSCRIPTION_UPDATED ->
          state.subscription().isEmpty()
              ? state.with(Optional.of(activated(state, record)))
              : change(state, details, current -> updated(current, record));
      case SUBSCRIPTION_CANCELED ->
          state
                  .subscription()
                  .filter(current -> current.matches(details.subscription()))
                  .isPresent()
              ? state.with(Optional.empty())
              : state;
      case SUBSCRIPTION_FROZEN -> change(state, details, current -> current.withFrozen(true));
      case SUBSCRIPTION_UNFROZEN -> change(state, details, current -> current.withFrozen(false));
      default -> change(state, details, current -> scheduled(current, record));
    };
  }

  private static PairState change(
      PairState state, RecordDetails details, UnaryOperator<Subscription> changed) {
    return state.with(
        state
            .subscription()
            .map(
                current ->
                    current.matches(details.subscription()) ? changed.apply(current) : current));
  }

  private static Subscription activated(PairState state, PartnerRecord record) {
    RecordDetails details = record.details();
    Optional<Instant> trialEnd = trialEnd(details, record.at(), record.at());
    return new Subscription(
        details.subscription(),
        details.plan(),
        details.amount().flatMap(amount -> details.currency().map(of -> new Price(amount, of))),
        details.interval(),
        details.test(),
        record.at(),
        trialEnd,
        trialEnd.isPresent(),
        Optional.empty(),
        false,
        state.subscription().map(Subscription::paid).orElse(false));
  }

  /** Changes what the record gives. With another plan, a price it does not give is unknown. */
  private static Subscription updated(Subscription current, PartnerRecord record) {
    RecordDetails details = record.details();
    boolean samePlan = details.plan().isEmpty() || details.plan().equals(current.plan());
    boolean trialGiven = details.trialEndsAt().isPresent() || details.trialDays().isPresent();
    Optional<Instant> trialEnd =
        trialGiven ? trialEnd(details, current.activatedAt(), record.at()) : current.trialEndsAt();
    return new Subscription(
        current.id().or(details::subscription),
        details.plan().or(current::plan),
        price(current, details).or(() -> samePlan ? current.price() : Optional.empty()),
        details.interval().or(() -> samePlan ? current.interval() : Optional.empty()),
        current.test() || details.test(),
        current.activatedAt(),
        trialEnd,
        trialGiven ? trialEnd.isPresent() : current.trial(),
        current.cancelAt(),
        current.frozen(),
        current.paid());
  }

  /** The price that a record gives, in the current currency if it names none. */
  private static Optional<Price> price(Subscription current, RecordDetails details) {
    Optional<String> currency = details.currency().or(() -> current.price().map(Price::currency));
    return details.amount().flatMap(amount -> currency.map(of -> new Price(amount, of)));
  }

  /** The end of the trial that a record gives, if that is after the record. */
  private static Optional<Instant> trialEnd(
      RecordDetails details, Instant activatedAt, Instant at) {
    return details
        .trialEndsAt()
        .or(
            () ->
                details
                    .trialDays()
                    .map(days -> DAY.multipliedBy(Math.min(days, MAX_TRIAL_DAYS)))
                    .map(activatedAt::plus))
        .filter(end -> end.isAfter(at));
  }

  private static Subscription scheduled(Subscription current, PartnerRecord record) {
    return record
        .details()
        .effectiveAt()
        .map(end -> current.withCancelAt(end.isBefore(record.at()) ? record.at() : end))
        .orElse(current);
  }

  /** Learns an unknown price or interval from what was charged or earned. */
  private static PairState paid(PairState state, PartnerRecord record) {
    RecordDetails details = record.details();
    if (details.category().filter(Category.RECURRING::equals).isEmpty()) {
      return state;
    }
    return change(
        state,
        details,
        current -> !details.test() || current.test() ? learned(current, details) : current);
  }

  private static Subscription learned(Subscription current, RecordDetails details) {
    Optional<Price> price =
        Stream.of(details.gross(), details.net(), details.amount())
            .flatMap(Optional::stream)
            .findFirst()
            .flatMap(amount -> details.currency().map(of -> new Price(amount, of)));
    Optional<BillingInterval> interval = current.interval().or(details::interval);
    return current.withPrice(current.price().or(() -> price), interval);
  }

  /** When something happens next by itself. */
  static Optional<Instant> next(PairState state) {
    return state
        .subscription()
        .flatMap(
            current ->
                Stream.of(current.cancelAt(), current.trialEndsAt().filter(end -> current.trial()))
                    .flatMap(Optional::stream)
                    .min(Instant::compareTo));
  }

  /** The state after what happens by itself at {@link #next}. The end of all comes first. */
  static PairState afterNext(PairState state) {
    Instant at = next(state).orElseThrow();
    Subscription current = state.subscription().orElseThrow();
    boolean ends = current.cancelAt().filter(at::equals).isPresent();
    return notePaying(state.with(ends ? Optional.empty() : Optional.of(current.withoutTrial())));
  }

  private static PairState notePaying(PairState state) {
    return state.isPaying() ? state.with(state.subscription().map(Subscription::withPaid)) : state;
  }
}
