package dev.shopwire.sources.lifecycle.calls;

import dev.shopwire.common.json.Times;
import dev.shopwire.sources.lifecycle.LifecycleState;
import dev.shopwire.sources.lifecycle.LifecycleTopic;
import dev.shopwire.sources.lifecycle.Transition;
import dev.shopwire.sources.lifecycle.store.LifecycleRow;
import dev.shopwire.sources.lifecycle.store.LifecycleView;
import dev.shopwire.sources.lifecycle.store.StoredEntry;
import dev.shopwire.sources.lifecycle.store.StoredHistory;
import dev.shopwire.sources.lifecycle.store.TransitionIds;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An app and one of a customer's shops.
 *
 * @param slug of the app
 * @param shop its key within the app
 */
record CustomerPair(
    long appId, String slug, String shop, StoredEntry entry, StoredHistory history) {
  /** The columns that {@link #read} reads besides those of the app: of the table {@code l}. */
  static final String COLUMNS = "l.shop, l.history, l.history_keys, " + LifecycleRow.ENTRY;

  static CustomerPair read(Row row) {
    return new CustomerPair(
        row.getLong("app_id"),
        row.getString("slug"),
        row.getString("shop"),
        LifecycleRow.entry(row).orElseThrow(),
        StoredHistory.decode(
            new StoredHistory.Columns(row.getBuffer("history"), row.getBuffer("history_keys"))));
  }

  Map<String, @Nullable Object> json() {
    return LifecycleView.json(appId, slug, entry);
  }

  /**
   * A transition in the history of a customer.
   *
   * @param place of the transition among those of its pair
   */
  record Item(CustomerPair pair, int place, Transition transition) {
    /** The order of the list. */
    static final Comparator<Item> NEWEST_FIRST =
        Comparator.comparing(Item::at)
            .thenComparing((Item item) -> item.pair().appId())
            .thenComparing(item -> item.pair().shop())
            .thenComparing(Item::place)
            .reversed();

    Instant at() {
      return transition.at();
    }

    UUID id() {
      return TransitionIds.of(pair.appId(), pair.shop(), transition);
    }

    Map<String, @Nullable Object> json() {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("id", id().toString());
      json.put("app", LifecycleView.app(pair.appId(), pair.slug()));
      json.put("at", Times.format(at()));
      json.put("from", transition.from().map(LifecycleState::id).orElse(null));
      json.put("to", transition.to().id());
      json.put("topic", transition.topic().map(LifecycleTopic::id).orElse(null));
      json.put("event", transition.recordId().orElse(null));
      return json;
    }
  }

  /** All transitions of some pairs, newest first. */
  static List<Item> history(List<CustomerPair> pairs) {
    List<Item> items = new ArrayList<>();
    for (CustomerPair pair : pairs) {
      int place = 0;
      for (Transition transition : pair.history().transitions()) {
        items.add(new Item(pair, place++, transition));
      }
    }
    items.sort(Item.NEWEST_FIRST);
    return items;
  }
}
