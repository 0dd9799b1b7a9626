package dev.shopwire.sources.lifecycle.store;

import static dev.shopwire.sources.records.RecordRow.amount;
import static dev.shopwire.sources.records.RecordRow.instant;
import static dev.shopwire.sources.records.RecordRow.text;

import dev.shopwire.sources.lifecycle.LifecycleState;
import dev.shopwire.sources.lifecycle.Price;
import dev.shopwire.sources.lifecycle.Revenue;
import dev.shopwire.sources.lifecycle.store.StoredEntry.StoredSubscription;
import dev.shopwire.sources.records.BillingInterval;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads rows of the table {@code partner_lifecycles}. */
public final class LifecycleRow {
  /** The columns that {@link #entry} reads, of the table {@code l}. */
  public static final String ENTRY =
      """
      l.state, l.since, l.installs, l.installed_at, l.first_installed_at, l.uninstalled_at, l.reason,
      l.note, l.subscription, l.plan, l.price::text as price, l.currency, l.billing, l.is_test,
      l.is_frozen, l.is_paying, l.activated_at, l.trial_ends_at, l.cancel_at, l.revenue,
      l.reinstalled_at, l.paying_at, l.trial_at, l.canceled_at
      """;

  /** The columns that {@link #read} reads besides the shop. */
  static final String READ = "l.history, l.history_keys, l.transitions, l.next_at, " + ENTRY;

  private LifecycleRow() {}

  static StoredLifecycle read(Row row) {
    return new StoredLifecycle(
        row.getString("shop"),
        new StoredHistory.Columns(row.getBuffer("history"), row.getBuffer("history_keys")),
        row.getInteger("transitions"),
        instant(row, "next_at"),
        entry(row));
  }

  /**
   * The entry of a row; empty while nothing is known but earnings, and records that don't count
   * yet.
   */
  public static Optional<StoredEntry> entry(Row row) {
    return text(row, "state")
        .map(
            state ->
                new StoredEntry(
                    state(state),
                    row.getOffsetDateTime("since").toInstant(),
                    row.getInteger("installs"),
                    instant(row, "installed_at"),
                    instant(row, "first_installed_at"),
                    instant(row, "uninstalled_at"),
                    text(row, "reason"),
                    text(row, "note"),
                    instant(row, "activated_at").map(at -> subscription(row, at)),
                    row.getBoolean("is_paying"),
                    revenue(row.getJsonArray("revenue")),
                    new Beginnings(
                        instant(row, "reinstalled_at"),
                        instant(row, "paying_at"),
                        instant(row, "trial_at"),
                        instant(row, "canceled_at"))));
  }

  private static LifecycleState state(String id) {
    return Arrays.stream(LifecycleState.values())
        .filter(state -> state.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static StoredSubscription subscription(Row row, Instant activatedAt) {
    @Nullable String currency = row.getString("currency");
    return new StoredSubscription(
        text(row, "subscription"),
        text(row, "plan"),
        currency == null
            ? Optional.empty()
            : amount(row, "price").map(price -> new Price(price, currency)),
        text(row, "billing").flatMap(BillingInterval::of),
        row.getBoolean("is_test"),
        activatedAt,
        instant(row, "trial_ends_at"),
        instant(row, "cancel_at"),
        row.getBoolean("is_frozen"));
  }

  private static List<Revenue> revenue(JsonArray json) {
    List<Revenue> revenue = new ArrayList<>();
    for (int i = 0; i < json.size(); i++) {
      JsonObject one = json.getJsonObject(i);
      revenue.add(
          new Revenue(
              one.getString("currency"),
              new BigDecimal(one.getString("gross")),
              new BigDecimal(one.getString("net"))));
    }
    return revenue;
  }
}
