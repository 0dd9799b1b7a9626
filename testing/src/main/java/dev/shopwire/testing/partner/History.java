package dev.shopwire.testing.partner;

import java.math.BigDecimal;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random histories of an app: installs, reinstalls, trials, plans, plan changes, scheduled ends,
 * freezes, closed shops, charges, refunds, and money without a shop. Both dialects can show such a
 * history so that the figures are equal, but for payouts: only the newer one has dates of
 * settlement.
 */
public final class History {
  /** Numbers of events and charges of one shop are below this, and begin with the shop's number. */
  static final long PER_SHOP = 100_000;

  private History() {}

  /** The events of {@code shops} shops and of the app itself, by time. */
  public static List<HistoryEvent> ofShops(HistoryOptions options, int shops) {
    List<HistoryEvent> events = new ArrayList<>(ofApp(options));
    for (int shop = 1; shop <= shops; shop++) {
      events.addAll(new ShopHistory(options, shop).events());
    }
    events.sort(HistoryEvent.ORDER);
    return events;
  }

  /** As many shops as have {@code count} events together; the last one's events may be cut. */
  public static List<HistoryEvent> ofEvents(HistoryOptions options, int count) {
    List<HistoryEvent> events = new ArrayList<>(count + 1_000);
    events.addAll(ofApp(options));
    for (int shop = 1; events.size() < count; shop++) {
      events.addAll(new ShopHistory(options, shop).events());
    }
    List<HistoryEvent> counted = new ArrayList<>(events.subList(0, count));
    counted.sort(HistoryEvent.ORDER);
    return counted;
  }

  /** Tax of each payout and other money that belongs to no shop. */
  private static List<HistoryEvent> ofApp(HistoryOptions options) {
    SplittableRandom random = new SplittableRandom(options.seed());
    List<HistoryEvent> events = new ArrayList<>();
    for (int day = 14; day < options.days(); day += 15) {
      HistoryKind kind =
          random.nextInt(4) == 0
              ? HistoryKind.REFERRED
              : random.nextInt(4) == 0 ? HistoryKind.ADJUSTED : HistoryKind.TAXED;
      HistoryMoney money =
          HistoryMoney.free(BigDecimal.valueOf(random.nextInt(-5_000, 1_000), 2), "USD");
      events.add(
          new HistoryEvent(
              1 + events.size(),
              options
                  .start()
                  .plusDays(day)
                  .atTime(LocalTime.ofSecondOfDay(random.nextInt(86_400)))
                  .toInstant(ZoneOffset.UTC),
              kind,
              null,
              null,
              money,
              null,
              null,
              options.start().plusDays(day + 7)));
    }
    return events;
  }
}
