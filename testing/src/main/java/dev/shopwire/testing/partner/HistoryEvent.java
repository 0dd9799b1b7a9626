package dev.shopwire.testing.partner;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * An event of a history, from which each dialect makes its own form.
 *
 * @param number unique and positive
 * @param shop null for money that belongs to no shop
 * @param charge the subscription that it is about, or that was paid for
 * @param money of charges, earnings and credits
 * @param reason of an uninstall, in the language of the shop
 * @param note free text of an uninstall
 * @param date of an earning: when it is paid out; of a scheduled cancellation: when it takes effect
 */
public record HistoryEvent(
    long number,
    Instant at,
    HistoryKind kind,
    @Nullable HistoryShop shop,
    @Nullable HistoryCharge charge,
    @Nullable HistoryMoney money,
    @Nullable String reason,
    @Nullable String note,
    @Nullable LocalDate date) {
  /** By time, then number. */
  static final Comparator<HistoryEvent> ORDER =
      Comparator.comparing(HistoryEvent::at).thenComparingLong(HistoryEvent::number);

  public String id() {
    return "gid://platform/Event/" + number;
  }

  public HistoryEvent withShop(@Nullable HistoryShop changed) {
    return new HistoryEvent(number, at, kind, changed, charge, money, reason, note, date);
  }

  public HistoryEvent withMoney(HistoryMoney changed) {
    return new HistoryEvent(number, at, kind, shop, charge, changed, reason, note, date);
  }
}
