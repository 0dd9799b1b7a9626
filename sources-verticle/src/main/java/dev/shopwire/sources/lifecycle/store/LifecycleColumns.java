package dev.shopwire.sources.lifecycle.store;

import dev.shopwire.common.postgres.Columns;
import dev.shopwire.sources.lifecycle.Price;
import dev.shopwire.sources.lifecycle.Revenue;
import dev.shopwire.sources.lifecycle.store.StoredEntry.StoredSubscription;
import dev.shopwire.sources.records.BillingInterval;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Turns rows of lifecycles into column arrays for statements that take many of them. */
final class LifecycleColumns {
  /** The columns that follow the shop, in the order of the arrays. */
  static final String NAMES =
      """
      history, history_keys, transitions, next_at, state, since, installs, installed_at, first_installed_at,
      uninstalled_at, reason, note, subscription, plan, price, currency, billing, is_test, is_frozen,
      is_paying, activated_at, trial_ends_at, cancel_at, revenue, reinstalled_at, paying_at, trial_at,
      canceled_at
      """;

  /** Their values, from {@link #ARRAYS}. */
  static final String VALUES =
      NAMES.replace(" price,", " price::numeric,").replace(" revenue,", " revenue::jsonb,");

  /** Rows of the arrays, which begin with the parameter $3. */
  static final String ARRAYS =
      """
      unnest($3::text[], $4::bytea[], $5::bytea[], $6::int[], $7::timestamptz[], $8::text[],
        $9::timestamptz[], $10::int[], $11::timestamptz[], $12::timestamptz[], $13::timestamptz[],
        $14::text[], $15::text[], $16::text[], $17::text[], $18::text[], $19::text[], $20::text[],
        $21::boolean[], $22::boolean[], $23::boolean[], $24::timestamptz[], $25::timestamptz[],
        $26::timestamptz[], $27::text[], $28::timestamptz[], $29::timestamptz[], $30::timestamptz[],
        $31::timestamptz[])
      as r (shop, %s)
      """
          .formatted(NAMES);

  /** Replaces them all. */
  static final String ASSIGNMENTS =
      Arrays.stream(NAMES.strip().split("[,\\s]+", -1))
          .map(name -> name + " = excluded." + name)
          .collect(Collectors.joining(", "));

  private final List<StoredLifecycle> rows;
  private final Tuple tuple;

  private LifecycleColumns(List<StoredLifecycle> rows, Tuple tuple) {
    this.rows = rows;
    this.tuple = tuple;
  }

  /**
   * @param ids the first two parameters
   */
  static Tuple of(Tuple ids, List<StoredLifecycle> rows) {
    return new LifecycleColumns(rows, ids).add();
  }

  private Tuple add() {
    text(row -> Optional.of(row.shop()));
    tuple.addArrayOfBuffer(
        Columns.of(rows, new Buffer[rows.size()], row -> row.history().history()));
    tuple.addArrayOfBuffer(Columns.of(rows, new Buffer[rows.size()], row -> row.history().keys()));
    tuple.addArrayOfInteger(
        Columns.of(rows, new Integer[rows.size()], StoredLifecycle::transitions));
    instants(StoredLifecycle::nextAt);
    text(entry(one -> Optional.of(one.state().id())));
    instants(entry(one -> Optional.of(one.since())));
    tuple.addArrayOfInteger(
        Columns.of(
            rows,
            new Integer[rows.size()],
            row -> row.entry().map(StoredEntry::installs).orElse(0)));
    instants(entry(StoredEntry::installedAt));
    instants(entry(StoredEntry::firstInstalledAt));
    instants(entry(StoredEntry::uninstalledAt));
    text(entry(StoredEntry::reason));
    text(entry(StoredEntry::note));
    text(subscription(StoredSubscription::id));
    text(subscription(StoredSubscription::plan));
    text(subscription(one -> one.price().map(price -> price.amount().toPlainString())));
    text(subscription(one -> one.price().map(Price::currency)));
    text(subscription(one -> one.interval().map(BillingInterval::id)));
    flags(subscription(one -> Optional.of(one.isTest())));
    flags(subscription(one -> Optional.of(one.isFrozen())));
    flags(entry(one -> Optional.of(one.isPaying())));
    instants(subscription(one -> Optional.of(one.activatedAt())));
    instants(subscription(StoredSubscription::trialEndsAt));
    instants(subscription(StoredSubscription::cancelAt));
    text(row -> Optional.of(revenue(row.entry().map(StoredEntry::revenue).orElse(List.of()))));
    instants(entry(one -> one.beginnings().reinstalled()));
    instants(entry(one -> one.beginnings().paying()));
    instants(entry(one -> one.beginnings().trial()));
    instants(entry(one -> one.beginnings().canceled()));
    return tuple;
  }

  private static <T> Function<StoredLifecycle, Optional<T>> entry(
      Function<StoredEntry, Optional<T>> value) {
    return row -> row.entry().flatMap(value);
  }

  private static <T> Function<StoredLifecycle, Optional<T>> subscription(
      Function<StoredSubscription, Optional<T>> value) {
    return entry(one -> one.subscription().flatMap(value));
  }

  private void text(Function<StoredLifecycle, Optional<String>> value) {
    tuple.addArrayOfString(
        Columns.of(rows, new String[rows.size()], row -> value.apply(row).orElse(null)));
  }

  private void flags(Function<StoredLifecycle, Optional<Boolean>> value) {
    tuple.addArrayOfBoolean(
        Columns.of(rows, new Boolean[rows.size()], row -> value.apply(row).orElse(false)));
  }

  private void instants(Function<StoredLifecycle, Optional<Instant>> value) {
    tuple.addArrayOfOffsetDateTime(
        Columns.of(
            rows,
            new OffsetDateTime[rows.size()],
            row -> value.apply(row).map(at -> at.atOffset(ZoneOffset.UTC)).orElse(null)));
  }

  private static String revenue(List<Revenue> revenue) {
    JsonArray json = new JsonArray();
    for (Revenue one : revenue) {
      json.add(
          new JsonObject()
              .put("currency", one.currency())
              .put("gross", one.gross().toPlainString())
              .put("net", one.net().toPlainString()));
    }
    return json.encode();
  }
}
