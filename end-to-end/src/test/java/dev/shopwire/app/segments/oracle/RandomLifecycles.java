package dev.shopwire.app.segments.oracle;

import dev.shopwire.app.segments.oracle.ModelLifecycle.Subscription;
import dev.shopwire.app.segments.oracle.ModelLifecycle.Times;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Stores lifecycles of customers, as the pull does that has read nothing for two days: so some of
 * what happens by itself has happened since. The connection is paused.
 */
final class RandomLifecycles {
  static final List<String> PLANS = List.of("pro", "Pro %", "basic");
  static final List<String> CURRENCIES = List.of("USD", "JPY");
  private static final Duration MICRO = Duration.of(1, ChronoUnit.MICROS);

  /** Of the columns of the table, those that differ. */
  private static final String INSERT =
      """
      with own as (
        select a.id as app_id, a.workspace_id from tenancy_apps a where a.id = %1$s
      ), fetched as (
        insert into partner_fetches (app_id) select app_id from own returning app_id, id
      ), connected as (
        insert into partner_connections (app_id, workspace_id, fetch_id, shown_id, dialect, parameters,
          since, interval_seconds, is_paused, backfill_from, backfill_to, backfill_end, backfill_finished_at)
        select o.app_id, o.workspace_id, f.id, f.id, 'historical-events', '{}', '2020-01-01', 3600, true,
          '2020-01-01', '2020-01-01', now(), now()
        from own o join fetched f on f.app_id = o.app_id
      ), shops (shop, domain, state, since, plan, price, currency, billing, is_test, is_frozen, is_paying,
          activated_at, trial_ends_at, cancel_at, next_at, installed_at, uninstalled_at, reinstalled_at,
          paying_at, trial_at, canceled_at) as (
        values %2$s
      ), known as (
        insert into partner_shops (app_id, fetch_id, shop, domain, at, customer_id)
        select f.app_id, f.id, s.shop, s.domain, now(), c.id
        from fetched f cross join shops s cross join own o
        join customers c on c.workspace_id = o.workspace_id and c.domain = s.domain
      )
      insert into partner_lifecycles (app_id, fetch_id, shop, history, history_keys, transitions, installs,
        revenue, state, since, plan, price, currency, billing, is_test, is_frozen, is_paying, activated_at,
        trial_ends_at, cancel_at, next_at, installed_at, uninstalled_at, reinstalled_at, paying_at, trial_at,
        canceled_at)
      select f.app_id, f.id, s.shop, '', '', 0, 1, '[]', s.state, s.since::timestamptz, s.plan,
        s.price::numeric, s.currency, s.billing, s.is_test, s.is_frozen, s.is_paying,
        s.activated_at::timestamptz, s.trial_ends_at::timestamptz, s.cancel_at::timestamptz,
        s.next_at::timestamptz, s.installed_at::timestamptz, s.uninstalled_at::timestamptz,
        s.reinstalled_at::timestamptz, s.paying_at::timestamptz, s.trial_at::timestamptz,
        s.canceled_at::timestamptz
      from fetched f cross join shops s
      """;

  private final Dice dice;
  private final OracleWorkspace workspace;
  private final Instant asOf =
      Instant.now().minus(Duration.ofDays(2)).truncatedTo(ChronoUnit.MICROS);

  RandomLifecycles(Dice dice, OracleWorkspace workspace) {
    this.dice = dice;
    this.workspace = workspace;
  }

  /** Two of the apps are connected; a few domains have two shops. */
  void store() {
    for (String app : RandomPushes.APPS.subList(0, 2)) {
      List<String> rows = new ArrayList<>();
      for (ModelCustomer customer : workspace.model().customers()) {
        for (int shop = dice.oneIn(12) ? 2 : dice.oneIn(4) ? 0 : 1; shop > 0; shop--) {
          ModelLifecycle lifecycle = lifecycle(app);
          customer.add(lifecycle);
          rows.add(row("shop-" + rows.size(), customer.domain(), lifecycle));
        }
      }
      workspace
          .sql()
          .run(INSERT.formatted(workspace.app(app).app().appId(), String.join(",\n", rows)));
    }
  }

  private Instant past() {
    Instant time = ModelTimes.time(dice).truncatedTo(ChronoUnit.MICROS);
    return time.isBefore(asOf) ? time : asOf.minus(Duration.between(asOf, time));
  }

  private @Nullable Instant maybePast() {
    return dice.oneIn(3) ? null : past();
  }

  /** Since nothing was read, or to come. */
  private Instant end() {
    return switch (dice.below(4)) {
      case 0 -> asOf.plusSeconds(dice.below(170_000));
      case 1 -> asOf;
      case 2 -> asOf.plus(MICRO);
      default -> {
        Instant time = ModelTimes.time(dice).truncatedTo(ChronoUnit.MICROS);
        yield time.isBefore(asOf) ? asOf.plus(Duration.between(time, asOf)) : time;
      }
    };
  }

  private ModelLifecycle lifecycle(String app) {
    String relation = dice.of("installed", "installed", "installed", "deactivated", "uninstalled");
    boolean hasSubscription = !relation.equals("uninstalled") && !dice.oneIn(4);
    Instant installed = maybePast();
    @Nullable Instant reinstalled = dice.oneIn(3) ? dice.oneIn(2) ? installed : past() : null;
    @Nullable Subscription subscription = hasSubscription ? subscription() : null;
    return new ModelLifecycle(
        app,
        relation,
        hasSubscription || dice.oneIn(2),
        past(),
        subscription,
        new Times(
            installed,
            relation.equals("uninstalled") ? past() : maybePast(),
            reinstalled,
            maybePast(),
            maybePast(),
            maybePast()));
  }

  private Subscription subscription() {
    boolean isTrial = dice.oneIn(2);
    boolean hasPrice = !dice.oneIn(6);
    Instant end = end();
    @Nullable Instant cancelAt = dice.oneIn(3) ? (dice.oneIn(4) ? end : end()) : null;
    return new Subscription(
        dice.oneIn(8) ? null : dice.any(PLANS),
        hasPrice ? new BigDecimal(dice.of("0", "9.99", "50", "100.00", "1500", "0.01")) : null,
        hasPrice ? dice.any(CURRENCIES) : null,
        dice.of(0, 1, 1, 3, 12),
        dice.oneIn(8),
        dice.oneIn(6),
        isTrial,
        isTrial ? end : maybePast(),
        cancelAt);
  }

  private String row(String shop, String domain, ModelLifecycle of) {
    Optional<Subscription> is = Optional.ofNullable(of.subscription());
    Times times = of.times();
    String next =
        of.ends().stream().min(Instant::compareTo).map(RandomLifecycles::text).orElse("null::text");
    return Stream.of(
            text(shop),
            text(domain),
            text(of.state()),
            text(of.since()),
            is.map(each -> text(each.plan())).orElse("null::text"),
            is.map(each -> text(each.price())).orElse("null::text"),
            is.map(each -> text(each.currency())).orElse("null::text"),
            is.map(each -> text(billing(each.months()))).orElse("null::text"),
            is.map(each -> String.valueOf(each.isTest())).orElse("false"),
            is.map(each -> String.valueOf(each.isFrozen())).orElse("false"),
            String.valueOf(of.isPaying()),
            is.map(each -> text(asOf)).orElse("null::text"),
            is.map(each -> text(each.trialEndsAt())).orElse("null::text"),
            is.map(each -> text(each.cancelAt())).orElse("null::text"),
            next,
            text(times.installed()),
            text(times.uninstalled()),
            text(times.reinstalled()),
            text(times.paying()),
            text(times.trial()),
            text(times.canceled()))
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private static @Nullable String billing(int months) {
    return switch (months) {
      case 1 -> "monthly";
      case 3 -> "quarterly";
      case 12 -> "annual";
      default -> null;
    };
  }

  private static String text(@Nullable Object value) {
    return value == null ? "null::text" : "'" + value + "'::text";
  }
}
