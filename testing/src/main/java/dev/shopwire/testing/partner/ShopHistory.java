package dev.shopwire.testing.partner;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The life of one shop, day by day: at most one payment that is due, and after it at most one event
 * that happens by chance. Trials begin at midnight UTC, because the older dialect has only the date
 * of the first payment.
 */
final class ShopHistory {
  private static final int DAY = 86_400;

  /** Both halves of a plan change are within this many seconds of the middle of a minute. */
  private static final int SWITCH_SECONDS = 20;

  private static final List<String> REASONS =
      List.of("Too expensive", "Fehlende Funktionen", "Je n'en ai plus besoin", "Other");

  private final HistoryOptions options;
  private final SplittableRandom random;
  private final HistoryShop shop;
  private final List<HistoryPlan> plans;
  private final List<HistoryEvent> events = new ArrayList<>();

  private boolean installed;
  private boolean closed;
  private boolean frozen;
  private boolean paid;
  private @Nullable HistoryCharge charge;
  private @Nullable Instant due;
  private @Nullable Instant end;
  private int charges;

  ShopHistory(HistoryOptions options, int number) {
    this.options = options;
    this.random = new SplittableRandom(options.seed() * 1_000_003 + number);
    this.shop = new HistoryShop(number, random.nextDouble() < options.redactedShare());
    this.plans = random.nextInt(5) == 0 ? HistoryPlan.NO_DIGITS : HistoryPlan.TWO_DIGITS;
  }

  List<HistoryEvent> events() {
    int first = random.nextInt(Math.max(1, options.days() * 3 / 4));
    // Some shops were there before the history begins.
    if (random.nextInt(12) == 0) {
      installed = true;
      subscribe(midnight(first).plusSeconds(random.nextInt(60, DAY / 2)));
      first++;
    }
    for (int day = first; day < options.days(); day++) {
      Instant after = endOrPay(midnight(day));
      Instant last = midnight(day + 1).minusSeconds(120);
      long seconds = Duration.between(after, last).toSeconds() - 120;
      if (seconds > 0) {
        byChance(middleOfMinute(after.plusSeconds(60 + random.nextLong(seconds))), day == first);
      }
    }
    return events;
  }

  private Instant midnight(int day) {
    return options.start().plusDays(day).atStartOfDay().toInstant(ZoneOffset.UTC);
  }

  private static Instant middleOfMinute(Instant at) {
    return Instant.ofEpochSecond(Math.floorDiv(at.getEpochSecond(), 60) * 60 + 30);
  }

  /** What is due on the day that begins at {@code day}; returns when, or {@code day}. */
  private Instant endOrPay(Instant day) {
    if (end != null && !end.isAfter(day)) {
      Instant at = end;
      cancel(at, HistoryKind.CANCELED);
      return at;
    }
    if (charge == null || due == null || frozen || closed) {
      return day;
    }
    Instant at = due.isBefore(day) ? day.plusSeconds(30) : due;
    if (!at.isBefore(day.plusSeconds(DAY))) {
      return day;
    }
    pay(at, charge);
    return at;
  }

  private void byChance(Instant at, boolean first) {
    if (!installed) {
      if (first || random.nextInt(90) == 0) {
        installed = true;
        add(at, HistoryKind.INSTALLED);
        if (random.nextInt(3) == 0) {
          // At the same instant, as when a shop installs with a plan.
          subscribe(at);
        }
      }
    } else if (closed) {
      byChanceClosed(at);
    } else if (charge == null) {
      byChanceUnsubscribed(at);
    } else {
      byChanceSubscribed(at, charge);
    }
  }

  private void byChanceClosed(Instant at) {
    if (random.nextInt(20) == 0) {
      closed = false;
      add(at, HistoryKind.REACTIVATED);
    } else if (random.nextInt(60) == 0) {
      uninstall(at);
    }
  }

  private void byChanceUnsubscribed(Instant at) {
    switch (random.nextInt(120)) {
      case 0, 1, 2, 3, 4, 5 -> {
        HistoryCharge accepted = subscribe(at);
        if (random.nextBoolean()) {
          add(at.minusSeconds(30), HistoryKind.ACCEPTED, accepted, null);
        }
      }
      case 6 -> uninstall(at);
      case 7 -> add(at, HistoryKind.DECLINED, newCharge(0), null);
      case 8 -> add(at, HistoryKind.EXPIRED, newCharge(0), null);
      case 9 -> close(at);
      default -> {}
    }
  }

  private void byChanceSubscribed(Instant at, HistoryCharge current) {
    boolean trial = due != null && due.isAfter(at) && inTrial(current);
    switch (random.nextInt(500)) {
      case 0, 1 -> cancel(at, HistoryKind.CANCELED);
      case 2, 3 -> uninstall(at);
      case 4 -> close(at);
      case 5, 6, 7, 8, 9, 10, 11, 12 -> freezeOrUnfreeze(at);
      case 13, 14, 15 -> {
        if (!trial && !frozen && end == null) {
          change(at, current);
        }
      }
      case 16, 17 -> {
        if (!trial && !frozen && end == null) {
          scheduleEnd(at, current);
        }
      }
      case 18, 19, 20, 21 -> payOnce(at, current, HistoryKind.CHARGED_USAGE);
      case 22 -> payOnce(at, current, HistoryKind.CHARGED_ONCE);
      case 23 -> add(at, HistoryKind.CAP_APPROACHING, current, null);
      case 24 -> add(at, HistoryKind.CAP_UPDATED, current, null);
      case 25, 26 -> giveBack(at, current, HistoryKind.REFUNDED);
      case 27 -> giveBack(at, current, HistoryKind.CREDITED);
      case 28 -> giveBack(at, current, HistoryKind.ADJUSTED);
      case 29 -> credit(at, current);
      default -> {}
    }
  }

  private boolean inTrial(HistoryCharge current) {
    return current.trialDays() > 0 && !paid;
  }

  private HistoryCharge newCharge(int trialDays) {
    HistoryPlan plan = plans.get(random.nextInt(plans.size()));
    boolean test = random.nextDouble() < options.testShare();
    return new HistoryCharge(shop.number() * History.PER_SHOP + ++charges, plan, trialDays, test);
  }

  /** A subscription, half of them with a trial, which then begins at the last midnight. */
  private HistoryCharge subscribe(Instant at) {
    Instant midnight = at.minusSeconds(Math.floorMod(at.getEpochSecond(), (long) DAY));
    boolean trial = random.nextBoolean() && isLast(midnight);
    HistoryCharge begun = newCharge(trial ? random.nextBoolean() ? 7 : 14 : 0);
    charge = begun;
    frozen = false;
    paid = false;
    add(trial ? midnight : at, HistoryKind.ACTIVATED, begun, null);
    if (trial) {
      due = midnight.plusSeconds((long) begun.trialDays() * DAY);
    } else {
      pay(at, begun);
    }
    return begun;
  }

  private boolean isLast(Instant at) {
    return events.isEmpty() || !events.get(events.size() - 1).at().isAfter(at);
  }

  private void pay(Instant at, HistoryCharge current) {
    HistoryMoney money = HistoryMoney.of(current.plan().price(), current.plan().currency());
    add(at, HistoryKind.CHARGED_RECURRING, current, money);
    if (!current.test()) {
      earn(at, HistoryKind.EARNED_RECURRING, current, money);
    }
    paid = true;
    due = at.plusSeconds((long) current.plan().days() * DAY);
  }

  private void payOnce(Instant at, HistoryCharge current, HistoryKind kind) {
    int units = random.nextInt(1, 100);
    BigDecimal gross =
        current.plan().price().scale() == 0
            ? BigDecimal.valueOf(units * 7L)
            : BigDecimal.valueOf(units * 33L, 2);
    HistoryMoney money = HistoryMoney.of(gross, current.plan().currency());
    boolean usage = kind == HistoryKind.CHARGED_USAGE;
    add(at, kind, current, money);
    if (!current.test()) {
      earn(at, usage ? HistoryKind.EARNED_USAGE : HistoryKind.EARNED_ONCE, current, money);
    }
  }

  /** Of adjustments the older dialect shows no fee. */
  private void giveBack(Instant at, HistoryCharge current, HistoryKind kind) {
    if (!current.test()) {
      BigDecimal price = current.plan().price();
      String currency = current.plan().currency();
      HistoryMoney money =
          kind == HistoryKind.ADJUSTED
              ? HistoryMoney.free(price, currency)
              : HistoryMoney.of(price, currency);
      earn(at, kind, current, money.negate());
    }
  }

  private void credit(Instant at, HistoryCharge current) {
    HistoryMoney money = HistoryMoney.free(current.plan().price(), current.plan().currency());
    add(at, HistoryKind.CREDIT_PENDING, current, money);
    add(
        at.plusSeconds(30),
        random.nextInt(4) == 0 ? HistoryKind.CREDIT_FAILED : HistoryKind.CREDIT_APPLIED,
        current,
        money);
  }

  /** Another plan, with both orders of its activation and the end of the previous one. */
  private void change(Instant at, HistoryCharge previous) {
    HistoryCharge begun = newCharge(0);
    if (begun.plan().equals(previous.plan()) || begun.test() != previous.test()) {
      return;
    }
    charge = begun;
    add(at, HistoryKind.SWITCHED, begun, null);
    long shift = random.nextInt(-1, 2) * (long) random.nextInt(1, SWITCH_SECONDS);
    add(at.plusSeconds(shift), HistoryKind.REPLACED, previous, null);
    pay(at, begun);
  }

  private void scheduleEnd(Instant at, HistoryCharge current) {
    LocalDate date = LocalDate.ofInstant(at, ZoneOffset.UTC).plusDays(random.nextInt(1, 20));
    end = date.atStartOfDay().toInstant(ZoneOffset.UTC);
    add(at, HistoryKind.CANCEL_SCHEDULED, current, null, null, null, date);
  }

  private void freezeOrUnfreeze(Instant at) {
    frozen = !frozen;
    add(at, frozen ? HistoryKind.FROZEN : HistoryKind.UNFROZEN, charge, null);
  }

  private void close(Instant at) {
    closed = true;
    add(at, HistoryKind.DEACTIVATED);
  }

  private void uninstall(Instant at) {
    if (charge != null) {
      // In either order, or at the same instant.
      cancel(at.plusSeconds(random.nextInt(-1, 2) * 5L), HistoryKind.CANCELED);
    }
    String reason = random.nextInt(5) == 0 ? null : REASONS.get(random.nextInt(REASONS.size()));
    String note = random.nextInt(3) == 0 ? "Free text " + random.nextInt(100) : null;
    add(at, HistoryKind.UNINSTALLED, null, null, reason, note, null);
    installed = false;
    closed = false;
  }

  private void cancel(Instant at, HistoryKind kind) {
    add(at, kind, charge, null);
    charge = null;
    due = null;
    end = null;
    frozen = false;
  }

  private void earn(Instant at, HistoryKind kind, HistoryCharge current, HistoryMoney money) {
    LocalDate day = LocalDate.ofInstant(at, ZoneOffset.UTC);
    LocalDate settled = day.plusDays(7 + (15 - day.getDayOfMonth() % 15));
    HistoryCharge named =
        random.nextDouble() < options.namelessShare()
            ? new HistoryCharge(0, current.plan(), 0, current.test())
            : current;
    add(at, kind, named, money, null, null, settled);
  }

  private void add(Instant at, HistoryKind kind) {
    add(at, kind, null, null);
  }

  private void add(
      Instant at, HistoryKind kind, @Nullable HistoryCharge about, @Nullable HistoryMoney money) {
    add(at, kind, about, money, null, null, null);
  }

  private void add(
      Instant at,
      HistoryKind kind,
      @Nullable HistoryCharge about,
      @Nullable HistoryMoney money,
      @Nullable String reason,
      @Nullable String note,
      @Nullable LocalDate date) {
    long number = shop.number() * History.PER_SHOP + events.size() + 1;
    events.add(new HistoryEvent(number, at, kind, shop, about, money, reason, note, date));
  }
}
