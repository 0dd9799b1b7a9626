package dev.shopwire.sources.lifecycle.store;

import dev.shopwire.common.json.Times;
import dev.shopwire.sources.lifecycle.Price;
import dev.shopwire.sources.lifecycle.Revenue;
import dev.shopwire.sources.lifecycle.store.StoredEntry.StoredSubscription;
import dev.shopwire.sources.records.BillingInterval;
import java.time.Instant;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Shows what an app is to a shop now, in the API and in webhooks. */
public final class LifecycleView {
  /** Digits after the point for codes that ISO 4217 does not have. */
  private static final int USUAL_DIGITS = 2;

  private LifecycleView() {}

  /**
   * @param slug of the app
   */
  public static Map<String, @Nullable Object> json(long appId, String slug, StoredEntry entry) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("app", app(appId, slug));
    json.put("state", entry.state().id());
    json.put("since", Times.format(entry.since()));
    json.put("installs", entry.installs());
    json.put("installedAt", time(entry.installedAt()));
    json.put("firstInstalledAt", time(entry.firstInstalledAt()));
    json.put("uninstalledAt", time(entry.uninstalledAt()));
    json.put("reason", entry.reason().orElse(null));
    json.put("note", entry.note().orElse(null));
    json.put("subscription", entry.subscription().map(LifecycleView::json).orElse(null));
    json.put("mrr", mrr(entry).orElse(null));
    json.put("revenue", entry.revenue().stream().map(LifecycleView::json).toList());
    return json;
  }

  public static Map<String, String> app(long appId, String slug) {
    return Map.of("id", Long.toString(appId), "slug", slug);
  }

  private static @Nullable String time(Optional<Instant> time) {
    return time.map(Times::format).orElse(null);
  }

  private static Map<String, @Nullable Object> json(StoredSubscription subscription) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", subscription.id().orElse(null));
    json.put("plan", subscription.plan().orElse(null));
    json.put("price", subscription.price().map(LifecycleView::json).orElse(null));
    json.put("interval", subscription.interval().map(BillingInterval::id).orElse(null));
    json.put("test", subscription.isTest());
    json.put("activatedAt", Times.format(subscription.activatedAt()));
    json.put("trialEndsAt", time(subscription.trialEndsAt()));
    json.put("cancelAt", time(subscription.cancelAt()));
    json.put("frozen", subscription.isFrozen());
    return json;
  }

  private static Map<String, String> json(Price price) {
    return amount(price.amount().toPlainString(), price.currency());
  }

  private static Map<String, String> amount(String amount, String currency) {
    Map<String, String> json = new LinkedHashMap<>();
    json.put("amount", amount);
    json.put("currency", currency);
    return json;
  }

  /** Rounded to the digits of its currency. */
  private static Optional<Map<String, String>> mrr(StoredEntry entry) {
    Optional<String> currency =
        entry.subscription().flatMap(StoredSubscription::price).map(Price::currency);
    return entry
        .mrr()
        .flatMap(mrr -> currency.map(of -> amount(mrr.round(digits(of)).toPlainString(), of)));
  }

  /** The digits after the point of amounts in a currency, as figures have them. */
  private static int digits(String currency) {
    try {
      int digits = Currency.getInstance(currency).getDefaultFractionDigits();
      return digits < 0 ? USUAL_DIGITS : digits;
    } catch (IllegalArgumentException e) {
      return USUAL_DIGITS;
    }
  }

  private static Map<String, String> json(Revenue revenue) {
    Map<String, String> json = new LinkedHashMap<>();
    json.put("currency", revenue.currency());
    json.put("gross", revenue.gross().toPlainString());
    json.put("net", revenue.net().toPlainString());
    return json;
  }
}
