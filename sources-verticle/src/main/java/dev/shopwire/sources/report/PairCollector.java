package dev.shopwire.sources.report;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.sources.figures.Earning;
import dev.shopwire.sources.figures.PairHistory;
import dev.shopwire.sources.lifecycle.Lifecycle;
import dev.shopwire.sources.records.Category;
import dev.shopwire.sources.records.PartnerRecord;
import dev.shopwire.sources.records.ShopIdentity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Turns records that arrive in the order of their shops into histories of pairs, one pair at a
 * time. Not thread-safe.
 */
final class PairCollector {
  /** A shop with more records than this would take too much memory. */
  private static final int MAX_RECORDS = 200_000;

  /** Money without a shop is passed on in parts. */
  private static final int PART = 1_000;

  private static final Duration RETRY = Duration.ofMinutes(5);

  private final long appId;
  private final Instant until;
  private final Consumer<PairHistory> pairs;
  private final List<PartnerRecord> records = new ArrayList<>();
  private final List<Earning> earnings = new ArrayList<>();
  private Optional<String> shop = Optional.empty();

  /**
   * @param until no record and no instant at or after it counts
   */
  PairCollector(long appId, Instant until, Consumer<PairHistory> pairs) {
    this.appId = appId;
    this.until = until;
    this.pairs = pairs;
  }

  void add(PartnerRecord record) {
    Optional<String> key = record.shop().map(ShopIdentity::key);
    if (!key.equals(shop) || (key.isEmpty() && earnings.size() >= PART)) {
      finish();
      shop = key;
    }
    if (records.size() + earnings.size() >= MAX_RECORDS) {
      throw Failure.unavailable(
          "partner_report_too_large",
          "A shop has more than " + MAX_RECORDS + " records, which is more than a report reads",
          RETRY);
    }
    Earning.of(record).ifPresent(earnings::add);
    if (shop.isPresent() && affectsLifecycle(record)) {
      records.add(record);
    }
  }

  /** Of money, only what recurs says something about a subscription. */
  private static boolean affectsLifecycle(PartnerRecord record) {
    return !record.kind().isMoney()
        || record.details().category().filter(Category.RECURRING::equals).isPresent();
  }

  /** Passes on the last pair. */
  void finish() {
    if (!records.isEmpty() || !earnings.isEmpty()) {
      Lifecycle lifecycle = Lifecycle.of(records, until);
      pairs.accept(
          new PairHistory(
              appId,
              shop,
              Optional.empty(),
              lifecycle.transitions(),
              lifecycle.spans(),
              List.copyOf(earnings)));
    }
    records.clear();
    earnings.clear();
  }
}
