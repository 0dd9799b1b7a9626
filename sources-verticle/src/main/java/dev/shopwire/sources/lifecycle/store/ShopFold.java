package dev.shopwire.sources.lifecycle.store;

import dev.shopwire.sources.lifecycle.Lifecycle;
import dev.shopwire.sources.lifecycle.Timeline;
import dev.shopwire.sources.lifecycle.Transition.Counted;
import dev.shopwire.sources.records.PartnerRecord;
import dev.shopwire.sources.records.RecordDetails;
import dev.shopwire.sources.records.RecordKind;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Computes a lifecycle from the records of a shop, which come one at a time in their order. Holds
 * what changes, not the records. Not thread-safe.
 */
final class ShopFold {
  private final String shop;
  private final Instant until;
  private final Timeline timeline;
  private final Map<String, RecordDetails> uninstalls = new HashMap<>();
  private final Map<String, Instant> firstEarnings = new TreeMap<>();
  private Optional<Instant> waiting = Optional.empty();

  /**
   * @param until neither records nor instants at or after it count
   */
  ShopFold(String shop, Instant until) {
    this.shop = shop;
    this.until = until;
    this.timeline = new Timeline(until);
  }

  /** An uninstall that counts. */
  record Uninstall(Instant at, Optional<String> reason, Optional<String> note) {}

  /**
   * What the records lead to.
   *
   * @param row empty if there is nothing to store
   */
  record Computed(
      String shop,
      Lifecycle lifecycle,
      Map<String, Instant> firstEarnings,
      Optional<StoredLifecycle> row,
      List<Uninstall> uninstalls) {}

  String shop() {
    return shop;
  }

  void add(PartnerRecord record) {
    if (!record.at().isBefore(until)) {
      waiting = waiting.or(() -> Optional.of(record.at()));
      return;
    }
    timeline.add(record);
    if (record.isEarning()) {
      firstEarnings.putIfAbsent(record.details().currency().orElseThrow(), record.at());
    }
    if (record.kind() == RecordKind.UNINSTALLED) {
      uninstalls.put(record.id(), record.details());
    }
  }

  Computed finish() {
    Lifecycle lifecycle = timeline.finish();
    Optional<Instant> next =
        Stream.of(lifecycle.next(), waiting).flatMap(Optional::stream).min(Instant::compareTo);
    Optional<StoredEntry> entry =
        lifecycle.entry().map(present -> StoredEntry.of(lifecycle, present));
    boolean isEmpty = entry.isEmpty() && next.isEmpty() && firstEarnings.isEmpty();
    return new Computed(
        shop,
        lifecycle,
        firstEarnings,
        isEmpty
            ? Optional.empty()
            : Optional.of(
                new StoredLifecycle(
                    shop,
                    StoredHistory.encode(lifecycle, firstEarnings),
                    lifecycle.transitions().size(),
                    next,
                    entry)),
        counted(lifecycle));
  }

  private List<Uninstall> counted(Lifecycle lifecycle) {
    return lifecycle.transitions().stream()
        .filter(each -> each.counted() == Counted.UNINSTALL)
        .map(
            each -> {
              RecordDetails details =
                  each.recordId()
                      .map(id -> uninstalls.getOrDefault(id, RecordDetails.NONE))
                      .orElse(RecordDetails.NONE);
              return new Uninstall(each.at(), details.reason(), details.note());
            })
        .toList();
  }
}
