package dev.shopwire.attribution.installs;

import dev.shopwire.attribution.credit.Carrier;
import dev.shopwire.attribution.credit.CodeSighting;
import dev.shopwire.attribution.credit.CodeSighting.Source;
import dev.shopwire.attribution.credit.CreditDecision;
import dev.shopwire.attribution.credit.FirstTouch;
import dev.shopwire.attribution.installs.InstallSourceState.Owner;
import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Shops;
import dev.shopwire.common.tenancy.Shops.Shop;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Processes install events, each once: its key, the decision on its code, the log row, the counts
 * and the watermark are written in one transaction. Methods run on the caller's event loop.
 */
final class InstallEventProcessor {
  private static final String SEEN =
      """
      select event_key from install_events
      where workspace_id = $1 and app_id = $2 and event_key = any ($3::text[])
      """;
  private static final String CLAIM =
      """
      insert into install_events (workspace_id, app_id, event_key, shop, occurred_at)
      select $1, $2, e.* from unnest($3::text[], $4::text[], $5::timestamptz[]) e
      on conflict do nothing
      returning event_key
      """;

  private final Vertx vertx;
  private final SqlConnection connection;
  private final Owner owner;

  InstallEventProcessor(Vertx vertx, SqlConnection connection, Owner owner) {
    this.vertx = vertx;
    this.connection = connection;
    this.owner = owner;
  }

  /** The events that were not processed yet, the first one of each key, in their order. */
  Future<List<InstallEvent>> findUnseen(List<InstallEvent> events) {
    Map<String, InstallEvent> byKey = new LinkedHashMap<>();
    events.forEach(event -> byKey.putIfAbsent(event.key(), event));
    return connection
        .preparedQuery(SEEN)
        .execute(ownerTuple().addArrayOfString(byKey.keySet().toArray(String[]::new)))
        .map(
            rows -> {
              byKey.keySet().removeAll(keys(rows));
              return List.copyOf(byKey.values());
            });
  }

  /**
   * Completes when everything is durable.
   *
   * @param events with distinct keys, in the order in which they happened
   */
  Future<Void> process(List<InstallEvent> events) {
    return Transactions.run(
            connection,
            same ->
                claim(events)
                    .compose(
                        claimed ->
                            decideAll(claimed)
                                .compose(decisions -> count(claimed, decisions).map(decisions)))
                    .compose(decisions -> advance(events).map(decisions)))
        .onSuccess(
            decisions -> {
              if (decisions.stream().anyMatch(decision -> decision.due() > 0)) {
                Outbox.wakeDelivery(vertx);
              }
            })
        .mapEmpty();
  }

  private Future<List<InstallEvent>> claim(List<InstallEvent> events) {
    Tuple rows =
        ownerTuple()
            .addArrayOfString(events.stream().map(InstallEvent::key).toArray(String[]::new))
            .addArrayOfString(events.stream().map(InstallEvent::shop).toArray(String[]::new))
            .addArrayOfOffsetDateTime(
                events.stream().map(event -> utc(event.time())).toArray(OffsetDateTime[]::new));
    return connection
        .preparedQuery(CLAIM)
        .execute(rows)
        .map(InstallEventProcessor::keys)
        .map(
            claimedKeys ->
                events.stream().filter(event -> claimedKeys.contains(event.key())).toList());
  }

  /**
   * Decides all shops concurrently, so that they don't wait for each other's database results, but
   * each shop's events in order.
   */
  private Future<List<CreditDecision>> decideAll(List<InstallEvent> events) {
    Map<String, List<InstallEvent>> byShop =
        events.stream()
            .filter(event -> event.code().isPresent())
            .collect(Collectors.groupingBy(InstallEvent::shop, Collectors.toList()));
    if (byShop.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    List<Shop> shops = byShop.keySet().stream().map(this::shop).toList();
    return Shops.register(connection, shops)
        .compose(ids -> Shops.lock(connection, ids.values()))
        .compose(
            locked -> {
              List<Future<List<CreditDecision>>> decided =
                  byShop.values().stream().map(this::decideInOrder).toList();
              return Transactions.join(decided)
                  .map(done -> decided.stream().flatMap(shop -> shop.result().stream()).toList());
            });
  }

  /** Decides one shop's events in order. */
  private Future<List<CreditDecision>> decideInOrder(List<InstallEvent> events) {
    Future<List<CreditDecision>> all = Future.succeededFuture(new ArrayList<>());
    for (InstallEvent event : events) {
      all =
          all.compose(
              decisions ->
                  FirstTouch.decide(connection, sighting(event))
                      .map(
                          decision -> {
                            decisions.add(decision);
                            return decisions;
                          }));
    }
    return all;
  }

  private CodeSighting sighting(InstallEvent event) {
    return new CodeSighting(
        owner.appId(),
        Optional.empty(),
        shop(event.shop()),
        event.code().orElseThrow(),
        Carrier.LISTING,
        Optional.of(event.time()),
        Source.event(event.key()));
  }

  private Shop shop(String domain) {
    return new Shop(owner.workspaceId(), domain);
  }

  private Future<Void> count(List<InstallEvent> claimed, List<CreditDecision> decisions) {
    Map<String, Long> counts = new TreeMap<>();
    counts.put(InstallCounts.ALL, (long) claimed.size());
    counts.put(
        InstallCounts.WITHOUT_CODE,
        claimed.stream().filter(event -> event.code().isEmpty()).count());
    decisions.forEach(
        decision -> counts.merge(decision.refusal().orElse(InstallCounts.CREDITED), 1L, Long::sum));
    counts.values().removeIf(n -> n == 0);
    return InstallCounts.add(connection, owner, counts);
  }

  private Future<Void> advance(List<InstallEvent> events) {
    Instant first = events.get(0).time();
    Instant last = events.get(events.size() - 1).time();
    return InstallSourceState.advance(connection, owner, utc(first), utc(last));
  }

  private Tuple ownerTuple() {
    return Tuple.of(owner.workspaceId(), owner.appId());
  }

  private static OffsetDateTime utc(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  private static Set<String> keys(Iterable<Row> rows) {
    return StreamSupport.stream(rows.spliterator(), false)
        .map(row -> row.getString("event_key"))
        .collect(Collectors.toCollection(HashSet::new));
  }
}
