package dev.shopwire.sources.pull;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.shopwire.common.background.Repeat;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.postgres.IndexPlans;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.sources.connections.Connection;
import dev.shopwire.sources.connections.ConnectionTable;
import dev.shopwire.sources.connections.FetchTable;
import dev.shopwire.sources.connections.StreamState;
import dev.shopwire.sources.connections.StreamTable;
import dev.shopwire.sources.dialects.Dialect;
import dev.shopwire.sources.dialects.MappedNode;
import dev.shopwire.sources.dialects.RecordMapper;
import dev.shopwire.sources.earnings.EarningHours;
import dev.shopwire.sources.frozen.FrozenDayTable;
import dev.shopwire.sources.lifecycle.store.Announcing;
import dev.shopwire.sources.lifecycle.store.FetchRef;
import dev.shopwire.sources.lifecycle.store.Recomputation;
import dev.shopwire.sources.lifecycle.store.TouchedShopTable;
import dev.shopwire.sources.pull.RecordTable.Raw;
import dev.shopwire.sources.pull.RecordTable.StreamRef;
import dev.shopwire.sources.records.ShopIdentity;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Maps the stored nodes again by the dialect as it is now, beside the records, which are replaced
 * at once when all is done. Not thread-safe; use from one event loop.
 */
final class Rebuild {
  /** A node has at most 256 KiB. */
  private static final int BATCH = 100;

  private static final long PASS = 1;

  private final Pool pool;
  private final Lease lease;
  private final Connection connection;
  private final Dialect dialect;
  private final ShopDomain domains;

  Rebuild(Pool pool, Lease lease, Connection connection, Dialect dialect, ShopDomain domains) {
    this.pool = pool;
    this.lease = lease;
    this.connection = connection;
    this.dialect = dialect;
    this.domains = domains;
  }

  Future<Void> run() {
    long appId = connection.appId();
    return Transactions.run(
            pool,
            client ->
                LeaseTable.fence(client, lease, connection.revision())
                    // What an earlier rebuild has left.
                    .compose(allowed -> FetchTable.drop(client, appId))
                    .compose(dropped -> FetchTable.add(client, appId)))
        .compose(
            fetchId ->
                StreamTable.list(pool, appId, connection.fetchId())
                    .compose(states -> streams(fetchId, states.iterator(), new ArrayList<>()))
                    .compose(mapped -> complete(fetchId, mapped))
                    .compose(
                        complete ->
                            new Recomputation(
                                    pool,
                                    new FetchRef(appId, fetchId),
                                    new Announcing(
                                        connection.workspaceId(), connection.createdAt(), true),
                                    () -> {},
                                    (client, changes) -> Future.succeededFuture(),
                                    this::fence)
                                .run())
                    .compose(
                        computed ->
                            new EarningHours(pool, new FetchRef(appId, fetchId), this::fence).run())
                    .compose(added -> show(fetchId)));
  }

  /** A stream that was mapped again. */
  private record Mapped(StreamRef stream, PassCounts counts) {}

  private Future<List<Mapped>> streams(
      long fetchId, Iterator<StreamState> states, List<Mapped> mapped) {
    if (!states.hasNext()) {
      return Future.succeededFuture(mapped);
    }
    StreamState state = states.next();
    StreamRef to = new StreamRef(connection.appId(), fetchId, state.name());
    PassCounts counts = new PassCounts();
    mapped.add(new Mapped(to, counts));
    return dialect.stream(state.name())
        .map(rule -> new Batches(state, to, new RecordMapper(rule, domains), counts).run())
        .orElseGet(() -> Future.succeededFuture(true))
        .compose(done -> streams(fetchId, states, mapped));
  }

  /** Everything counts, but is not shown before lifecycles are computed from it. */
  private Future<Void> complete(long fetchId, List<Mapped> mapped) {
    return Transactions.run(
        pool,
        client -> {
          Future<Void> done = IndexPlans.require(client);
          for (Mapped each : mapped) {
            done = done.compose(before -> complete(client, fetchId, each));
          }
          return done.compose(copied -> fence(client));
        });
  }

  private Future<Void> complete(SqlConnection client, long fetchId, Mapped mapped) {
    String name = mapped.stream().name();
    return ShopTable.merge(client, mapped.stream(), connection.workspaceId())
        .compose(
            merged ->
                StreamTable.copy(
                    client,
                    connection.appId(),
                    connection.fetchId(),
                    fetchId,
                    name,
                    mapped.counts().counts()));
  }

  private Future<Void> show(long fetchId) {
    return Transactions.run(
        pool,
        client ->
            fence(client)
                .compose(allowed -> FetchTable.replace(client, connection.appId(), fetchId))
                .compose(noted -> ConnectionTable.showRebuilt(client, connection.appId(), fetchId))
                .compose(shown -> FrozenDayTable.rebuilt(client, connection.appId()))
                .compose(shown -> FetchTable.drop(client, connection.appId())));
  }

  private Future<Void> fence(SqlConnection client) {
    return LeaseTable.fence(client, lease, connection.revision());
  }

  /** Maps the nodes of one stream, in the order of their keys. */
  private final class Batches {
    private final StreamState state;
    private final StreamRef to;
    private final RecordMapper mapper;
    private final PassCounts counts;
    private String last = "";

    Batches(StreamState state, StreamRef to, RecordMapper mapper, PassCounts counts) {
      this.state = state;
      this.to = to;
      this.mapper = mapper;
      this.counts = counts;
    }

    Future<Boolean> run() {
      return Repeat.until(this::batch);
    }

    /** Empty if there may be more. */
    private Future<Optional<Boolean>> batch() {
      StreamRef from = new StreamRef(connection.appId(), connection.fetchId(), state.name());
      return RecordTable.raw(pool, from, state.pass(), last, BATCH)
          .compose(
              rows -> {
                if (rows.isEmpty()) {
                  return Future.succeededFuture(Optional.of(true));
                }
                last = rows.get(rows.size() - 1).key();
                return store(rows.stream().flatMap(row -> map(row).stream()).toList())
                    .map(Optional.empty());
              });
    }

    private Optional<MappedNode> map(Raw row) {
      try {
        return mapper
            .map(Json.MAPPER.readTree(row.json()))
            .map(node -> KnownShop.keep(row.domain(), row.name(), row.domain(), node))
            .map(node -> node.withKey(row.key()));
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("A stored node is no JSON", e);
      }
    }

    private Set<String> shops(List<MappedNode> nodes) {
      return nodes.stream()
          .flatMap(node -> node.shop().stream())
          .map(ShopIdentity::key)
          .collect(Collectors.toCollection(TreeSet::new));
    }

    private Future<Void> store(List<MappedNode> nodes) {
      return Transactions.run(
              pool,
              client ->
                  IndexPlans.require(client)
                      .compose(set -> LeaseTable.fence(client, lease, connection.revision()))
                      .compose(
                          allowed ->
                              nodes.isEmpty()
                                  ? Future.<Void>succeededFuture()
                                  : RecordTable.insert(client, to, PASS, nodes)
                                      .compose(added -> ShopTable.note(client, to, nodes))
                                      .compose(
                                          noted ->
                                              TouchedShopTable.note(
                                                  client, to.fetch(), shops(nodes), true))))
          .map(
              stored -> {
                nodes.forEach(node -> counts.added(node, Optional.empty()));
                return null;
              });
    }
  }
}
