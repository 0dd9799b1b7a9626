package dev.shopwire.sources.lifecycle;

import dev.shopwire.sources.records.PartnerRecord;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The lifecycle of an app in a shop (contract, lifecycle of (app, shop)): a function of the set of
 * records alone, in whatever order they arrived.
 *
 * @param transitions in the order in which they happened
 * @param spans in order, without gaps, none of them empty
 * @param entry empty while no record says anything about the relation or a subscription
 * @param next when something happens by itself at or after the end of the known time: the end of a
 *     trial or a scheduled end
 */
public record Lifecycle(
    List<Transition> transitions,
    List<Span> spans,
    Optional<LifecycleEntry> entry,
    Optional<Instant> next) {

  /**
   * The lifecycle as known at {@code until}: neither records nor instants at or after it count.
   *
   * @param records of one app and one shop, each once
   */
  public static Lifecycle of(Collection<PartnerRecord> records, Instant until) {
    Timeline timeline = new Timeline(until);
    records.stream()
        .filter(record -> record.at().isBefore(until))
        .sorted(PartnerRecord.ORDER)
        .forEach(timeline::add);
    return timeline.finish();
  }
}
