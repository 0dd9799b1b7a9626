package dev.shopwire.sources.pull;

import dev.shopwire.common.postgres.IndexPlans;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.sources.connections.Connection;
import dev.shopwire.sources.connections.ConnectionTable;
import dev.shopwire.sources.connections.StreamTable;
import dev.shopwire.sources.connections.StreamTable.PassEnd;
import dev.shopwire.sources.dialects.MappedNode;
import dev.shopwire.sources.earnings.EarningHourTable;
import dev.shopwire.sources.frozen.LateRecordTable;
import dev.shopwire.sources.lifecycle.store.TouchedShopTable;
import dev.shopwire.sources.pull.RecordTable.ChangedRow;
import dev.shopwire.sources.pull.RecordTable.Known;
import dev.shopwire.sources.pull.RecordTable.StreamRef;
import dev.shopwire.sources.records.ShopIdentity;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Stores the pages of one pass. Nothing of them counts before {@link #complete}, and nothing is
 * stored once another process polls the connection, or it was changed. Not thread-safe; use from
 * one event loop.
 */
final class PageStore {
  private final Pool pool;
  private final Lease lease;
  private final Connection connection;
  private final StreamRef stream;
  private final long pass;
  private final Optional<Instant> watermark;
  private final boolean isBackfill;
  private PassCounts counts = new PassCounts();

  /**
   * @param pass the number of the pass
   * @param watermark before the pass
   * @param isBackfill whether it is a window of a backfill
   */
  PageStore(
      Pool pool,
      Lease lease,
      Connection connection,
      StreamRef stream,
      long pass,
      Optional<Instant> watermark,
      boolean isBackfill) {
    this.pool = pool;
    this.lease = lease;
    this.connection = connection;
    this.stream = stream;
    this.pass = pass;
    this.watermark = watermark;
    this.isBackfill = isBackfill;
  }

  /** Forgets what the pass, or one before it that was not completed, has stored. */
  Future<Void> begin() {
    counts = new PassCounts();
    // In transactions: what another process has begun to store since must not be deleted.
    return Transactions.run(
            pool,
            client ->
                IndexPlans.require(client)
                    .compose(set -> LeaseTable.fence(client, lease, connection.revision()))
                    .compose(allowed -> RecordTable.deleteSomeAfter(client, stream, pass - 1))
                    .compose(more -> ShopTable.deleteChanges(client, stream).map(more)))
        .compose(more -> more ? begin() : Future.succeededFuture());
  }

  PassCounts counts() {
    return counts;
  }

  /** Stores a page. */
  Future<Void> store(List<MappedNode> page) {
    Map<String, MappedNode> nodes = new LinkedHashMap<>();
    for (MappedNode node : page) {
      counts.read(node);
      if (nodes.put(node.key(), node) != null) {
        counts.duplicate();
      }
    }
    List<MappedNode> distinct = List.copyOf(nodes.values());
    return Transactions.run(
            pool,
            client ->
                IndexPlans.require(client)
                    .compose(set -> LeaseTable.fence(client, lease, connection.revision()))
                    .compose(allowed -> insert(client, distinct))
                    .compose(
                        result ->
                            StreamTable.requested(
                                    client, connection.appId(), stream.fetchId(), stream.name())
                                .map(result)))
        .map(
            result -> {
              // Counted only now: a transaction may be run again.
              result.run();
              return null;
            });
  }

  /** Returns what is to be counted once it is committed. */
  private Future<Runnable> insert(SqlConnection client, List<MappedNode> nodes) {
    if (nodes.isEmpty()) {
      return Future.succeededFuture(() -> {});
    }
    return RecordTable.insert(client, stream, pass, nodes)
        .compose(
            added ->
                ShopTable.note(client, stream, nodes)
                    .compose(noted -> touch(client, added(nodes, added)))
                    .compose(noted -> compare(client, nodes, added))
                    .map(
                        compared ->
                            () -> {
                              nodes.stream()
                                  .filter(node -> added.contains(node.key()))
                                  .forEach(node -> counts.added(node, watermark));
                              compared.run();
                            }));
  }

  private Future<Void> touch(SqlConnection client, Set<String> shops) {
    return TouchedShopTable.note(client, stream.fetch(), shops, isBackfill);
  }

  private static Set<String> added(List<MappedNode> nodes, Set<String> added) {
    return nodes.stream()
        .filter(node -> added.contains(node.key()))
        .flatMap(node -> node.shop().stream())
        .map(ShopIdentity::key)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The shops that changed records name, before and after. */
  private static Set<String> changed(Map<String, Known> known, List<MappedNode> nodes) {
    Set<String> shops = new TreeSet<>();
    for (MappedNode node : nodes) {
      node.shop().ifPresent(shop -> shops.add(shop.key()));
      Optional.ofNullable(known.get(node.key())).flatMap(Known::shop).ifPresent(shops::add);
    }
    return shops;
  }

  private Future<Runnable> compare(
      SqlConnection client, List<MappedNode> nodes, Set<String> added) {
    List<MappedNode> seen = nodes.stream().filter(node -> !added.contains(node.key())).toList();
    return seen.isEmpty()
        ? Future.succeededFuture(() -> {})
        : RecordTable.find(client, stream, seen.stream().map(MappedNode::key).toList())
            .compose(known -> change(client, seen, known));
  }

  private Future<Runnable> change(
      SqlConnection client, List<MappedNode> seen, Map<String, Known> known) {
    List<MappedNode> changed = new ArrayList<>();
    List<MappedNode> again = new ArrayList<>();
    for (MappedNode node : seen) {
      Known before = known.get(node.key());
      if (before == null) {
        throw new IllegalStateException("A record has vanished within its transaction");
      }
      Optional<MappedNode> after = changed(before, node);
      after.ifPresent(row -> (before.pass() == pass ? again : changed).add(row));
    }
    int duplicates = seen.size() - changed.size() - again.size();
    Future<Void> replaced =
        again.isEmpty()
            ? Future.succeededFuture()
            : RecordTable.replace(client, stream, pass, again);
    return replaced
        .compose(done -> touch(client, changed(known, again)))
        .compose(done -> touch(client, changed(known, changed)))
        .compose(done -> note(client, changed))
        .map(
            earlier ->
                () -> {
                  for (int i = 0; i < duplicates; i++) {
                    counts.duplicate();
                  }
                  again.forEach(node -> counts.changed(row(known, node), node));
                  changed.forEach(
                      node ->
                          counts.changed(earlier.getOrDefault(node.key(), row(known, node)), node));
                });
  }

  private Future<Map<String, ChangedRow>> note(SqlConnection client, List<MappedNode> changed) {
    if (changed.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    return RecordTable.takeChanges(client, stream, changed.stream().map(MappedNode::key).toList())
        .compose(earlier -> RecordTable.change(client, stream, pass, changed).map(earlier));
  }

  private static ChangedRow row(Map<String, Known> known, MappedNode node) {
    Known before = known.get(node.key());
    if (before == null) {
      throw new IllegalStateException("A record has vanished within its transaction");
    }
    return new ChangedRow(before.outcome(), before.isTest(), before.kind(), before.shop());
  }

  /** What replaces a record; empty if its content is the same, or only hidden now. */
  private static Optional<MappedNode> changed(Known before, MappedNode node) {
    MappedNode after = KnownShop.keep(before.domain(), before.name(), before.shop(), node);
    boolean isSame =
        before.digest().equals(after.digest())
            && before.domain().equals(after.shop().flatMap(ShopIdentity::domain))
            && before.name().equals(after.shop().flatMap(ShopIdentity::name));
    return isSame ? Optional.empty() : Optional.of(after);
  }

  /**
   * Lets everything count that the pass has stored.
   *
   * @param end what it changes of the stream's state
   */
  Future<Void> complete(PassEnd end) {
    return Transactions.run(
        pool,
        client ->
            IndexPlans.require(client)
                .compose(set -> ShopTable.merge(client, stream, connection.workspaceId()))
                .compose(
                    merged ->
                        LateRecordTable.note(
                            client, stream.fetch(), stream.name(), pass, isBackfill))
                .compose(
                    noted ->
                        EarningHourTable.subtractChanged(client, stream.fetch(), stream.name()))
                .compose(subtracted -> RecordTable.applyChanges(client, stream))
                // Last, since changes of the connection wait for it.
                .compose(applied -> LeaseTable.fence(client, lease, connection.revision()))
                .compose(
                    allowed ->
                        StreamTable.complete(
                            client, connection.appId(), stream.fetchId(), stream.name(), end))
                .compose(
                    done ->
                        end.isBackfill()
                            ? ConnectionTable.backfilled(
                                client, connection.appId(), 1, counts.read())
                            : Future.succeededFuture()));
  }
}
